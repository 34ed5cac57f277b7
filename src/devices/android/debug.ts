/** Debugging over adb: processes from `ps`, debuggable ones from adbd's list, and the stream to one debug port. */
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppOfUser, AppsFacet } from '../port/apps.ts';
import type { DebugFacet, DebugProcess, DebugProcesses, DebugStream } from '../port/debug.ts';
import type { AdbDevice } from './adb/adb-types.ts';
import { quoteArg } from './adb/quote.ts';
import { checkAppId } from './apps/app-id.ts';
import { userFlag } from './apps/user-flag.ts';

const limitations = [
  'Only processes of debuggable builds have a debug port, and each accepts one debugger: an open Android Studio may hold it.',
  'Holding the main thread for more than 5 s with input pending can bring up "not responding".',
];
/** adbd sends the list and closes; more than this is no list. */
const longestListBytes = 64 * 1024;
/** [O1] */
const listMs = 8_000;
/** User ids of one Android user (`UserHandle.PER_USER_RANGE`) [A9]. */
const perUser = 100_000;

export function androidDebug(adb: AdbDevice, apps: AppsFacet): DebugFacet {
  return {
    limitations,
    async processes(op, appId, user = null) {
      checkAppId(appId);
      return await processesOf(op, adb, { apps, appId, user });
    },
    open: (op, pid) => openPort(op, adb, pid),
    async forward(op, pid) {
      const made = await adb.forward(op, `jdwp:${pid}`);
      const { server, port, entry, removal } = made;
      return {
        host: '127.0.0.1',
        port,
        adb: { ...server, entry, removal },
        remove: (own) => adb.removeForward(own, made),
      };
    },
  };
}

async function processesOf(
  op: Operation,
  adb: AdbDevice,
  { apps, appId, user }: AppOfUser & { readonly apps: AppsFacet },
): Promise<DebugProcesses> {
  const pids = await apps.pids(op, appId, user);
  if (pids.length === 0) {
    if (!(await apps.installed(op, appId, user)))
      throw new Fault('APP_NOT_INSTALLED', `${appId} is not installed.`);
    return { attachable: [], closed: [] };
  }
  const [open, uid, processes] = await Promise.all([
    debuggablePids(op, adb),
    uidOf(op, adb, { appId, user }),
    Promise.all(pids.map((pid) => identity(op, adb, pid))),
  ]);
  const known = processes
    .filter((process) => process !== null)
    .filter(({ processName }) => isOf(appId, processName));
  // A process may give itself any name. In another user the app has the same number behind another user's.
  const isOwn = (process: OwnedProcess): boolean =>
    uid === null || process.uid === null || process.uid % perUser === uid % perUser;
  const own = known.filter((process) => isOwn(process));
  return {
    attachable: own.filter(({ pid }) => open.has(pid)).map(plain),
    closed: own.filter(({ pid }) => !open.has(pid)).map(plain),
    foreign: known.filter((process) => !isOwn(process)).map(plain),
  };
}

interface OwnedProcess extends DebugProcess {
  /** Null where it cannot be read. */
  readonly uid: number | null;
}

function plain({ pid, processName, start, uid }: OwnedProcess): DebugProcess {
  const user = Math.floor((uid ?? 0) / perUser);
  return { pid, processName, start, ...(user === 0 ? {} : { user }) };
}

/** Null where the package manager does not report it (`-U` came with Android 8) [A9]. */
async function uidOf(op: Operation, adb: AdbDevice, { appId, user }: AppOfUser): Promise<number | null> {
  const { stdout } = await adb.shell(op, `pm list packages -U${userFlag(user)} ${quoteArg(appId)}`);
  for (const line of stdout.toString('utf8').split('\n')) {
    const [, name, uid] = /^package:(\S+) uid:(\d+)/.exec(line.trim()) ?? [];
    if (name === appId) return Number(uid);
  }
  return null;
}

function isOf(appId: string, processName: string): boolean {
  return processName === appId || processName.startsWith(`${appId}:`);
}

/** Null for a process that ended meanwhile. Start: boot id and field 22 of `stat` (proc(5)), which no two processes share. */
async function identity(op: Operation, adb: AdbDevice, pid: number): Promise<OwnedProcess | null> {
  const command = `cat /proc/${pid}/cmdline; echo; cat /proc/${pid}/stat; cat /proc/sys/kernel/random/boot_id; grep ^Uid: /proc/${pid}/status`;
  const { stdout } = await adb.shell(op, command);
  const [name = '', stat = '', boot = '', owner = ''] = stdout.toString('utf8').split(/\r?\n/);
  const processName = (name.split('\0')[0] ?? '').trim();
  if (processName === '') return null;
  // The name in parentheses may contain blanks.
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const uid = /^Uid:\s*(\d+)/.exec(owner)?.[1];
  return {
    pid,
    processName,
    start: ticks === undefined ? null : `${boot.trim()}:${ticks}`,
    uid: uid === undefined ? null : Number(uid),
  };
}

async function debuggablePids(op: Operation, adb: AdbDevice): Promise<ReadonlySet<number>> {
  using own = op.within(listMs);
  const stream = await adb.open(own, 'jdwp');
  const reading = (async () => {
    let text = '';
    for await (const chunk of stream.chunks) {
      text += chunk.toString('latin1');
      if (text.length > longestListBytes) break;
    }
    return text;
  })();
  try {
    return new Set((await own.race(reading)).split(/\s+/).filter(Boolean).map(Number));
  } finally {
    await stream.close();
  }
}

async function openPort(op: Operation, adb: AdbDevice, pid: number): Promise<DebugStream> {
  try {
    return await adb.open(op, `jdwp:${pid}`);
  } catch (error) {
    const refused = failedBecause(error, 'not_listening', 'adb_refused');
    if (!refused) throw error;
    throw new Fault('PROCESS_NOT_FOUND', `Process ${pid} no longer has a debug port.`, { cause: error });
  }
}
