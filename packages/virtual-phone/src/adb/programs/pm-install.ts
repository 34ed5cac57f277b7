/**
 * `pm install` and sessions, `pm uninstall`: takes exactly the announced bytes, then answers. What the bytes hold is
 * not looked at beyond the zip signature; a fault names the failure that a real package would meet.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { readFile, resolvePath } from '../shell/device-files.ts';
import { type Call, err, faultOf, out, phoneOf } from '../shell/program.ts';
import { userOption } from './user-option.ts';

const optionsWithValue = new Set([
  '-S',
  '--user',
  '-i',
  '--abi',
  '--install-location',
  '--install-reason',
  '--force-uuid',
  '--pkg',
  '-p',
  '--originating-uri',
  '--referrer',
]);

interface Read {
  readonly sizeBytes: number | null;
  readonly operands: readonly string[];
}

function readArguments(args: readonly string[]): Read {
  let sizeBytes: number | null = null;
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-S') sizeBytes = Number(args[at + 1]);
    if (optionsWithValue.has(arg)) at++;
    else if (arg === '-' || !arg.startsWith('-')) operands.push(arg);
  }
  return { sizeBytes, operands };
}

export async function install(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { sizeBytes, operands } = readArguments(args);
  const refusedEarly = faultOf(call, 'disk_full');
  if (refusedEarly) return await answer(call, 'INSTALL_FAILED_INSUFFICIENT_STORAGE');
  const file = operands.find((operand) => operand !== '-');
  if (file === undefined) {
    if (sizeBytes === null) {
      await err(call, 'Error: must either specify a package size or an APK file\n');
      return 1;
    }
    const bytes = await op.race(call.stdin.readExact(sizeBytes));
    return await finish(call, bytes ? [bytes] : null, args);
  }
  const stored = readFile(call.session, resolvePath(call.cwd, file));
  if (stored.ok) return await finish(call, [stored.value], args);
  await err(call, `Error: Unable to open file: ${file}\nConsider using a file under /data/local/tmp/\n`);
  return 1;
}

export async function installCreate(_op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { installSessions } = call.session.device;
  const id = 1_000_000 + installSessions.size;
  installSessions.set(id, { parts: [], args });
  await out(call, `Success: created install session [${id}]\n`);
  return 0;
}

export async function installWrite(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { sizeBytes, operands } = readArguments(args);
  const parts = call.session.device.installSessions.get(Number(operands[0]))?.parts;
  if (!parts || sizeBytes === null) {
    await err(call, 'Error: invalid session or size\n');
    return 1;
  }
  const bytes = await op.race(call.stdin.readExact(sizeBytes));
  if (!bytes) return 1;
  parts.push(bytes);
  await out(call, `Success: streamed ${sizeBytes} bytes\n`);
  return 0;
}

export async function installCommit(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { installSessions } = call.session.device;
  const id = Number(args.at(-1));
  const session = installSessions.get(id);
  if (!session) {
    await err(call, `java.lang.SecurityException: Caller has no access to session ${id}\n`);
    return 255;
  }
  op.check();
  installSessions.delete(id);
  // For whom it is installed was said when the session was made.
  return await finish(call, session.parts, [...args, ...session.args]);
}

export async function installAbandon(_op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const known = call.session.device.installSessions.delete(Number(args.at(-1)));
  await out(call, known ? 'Success\n' : 'Failure [session not found]\n');
  return known ? 0 : 1;
}

export async function uninstall(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const name = readArguments(args).operands[0] ?? '';
  op.check();
  const user = userOption(args, 'all');
  const phone = phoneOf(call);
  const users = user === 'all' ? phone.users.map(({ id }) => id) : [user];
  const [entry] = users.flatMap((id) => phone.packagesOf(id).get(name) ?? []);
  if (!entry) return await answer(call, 'DELETE_FAILED_INTERNAL_ERROR');
  if (entry.system) return await answer(call, 'DELETE_FAILED_INTERNAL_ERROR');
  phone.setInstalled(name, false, user);
  call.session.device.installs.push({ kind: 'uninstall', packageName: name, sizesBytes: [], args });
  return await answer(call, null);
}

/** Answers, and puts the package that the bytes name on the phone when the phone knows such an app. */
async function finish(
  call: Call,
  parts: readonly Uint8Array[] | null,
  args: readonly string[],
): Promise<number> {
  if (!parts) return await answer(call, 'INSTALL_FAILED_ABORTED');
  if (parts.length === 0) return await answer(call, 'INSTALL_FAILED_INVALID_APK: no files');
  const failure = parts.map((part) => failureOf(call, part)).find((each) => each !== null);
  if (failure !== undefined) return await answer(call, failure);
  const packageName = parts.map(nameIn).find((name) => name !== null) ?? null;
  const sizesBytes = parts.map(({ length }) => length);
  call.session.device.installs.push({ kind: 'install', packageName, sizesBytes, args });
  if (packageName !== null) phoneOf(call).setInstalled(packageName, true, userOption(args, 'all'));
  return await answer(call, null);
}

/** A stand-in for a package says its name in plain text near its start. */
function nameIn(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return /package="([\w.]+)"/.exec(text)?.[1] ?? null;
}

/** A whole `CODE` or `CODE: detail`, null when the package is fine. */
function failureOf(call: Call, bytes: Uint8Array): string | null {
  const fault = faultOf(call, 'install');
  if (fault) return fault.failure;
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip ? null : 'INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk';
}

async function answer(call: Call, failure: string | null): Promise<number> {
  await out(call, failure === null ? 'Success\n' : `Failure [${failure}]\n`);
  return failure === null ? 0 : 1;
}
