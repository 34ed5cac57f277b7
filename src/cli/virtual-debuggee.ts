/**
 * Gives the virtual phone's shop a real process to debug, where `java` and `javac` are on this computer. It is compiled and
 * started when somebody first asks which processes can be debugged, and ends with the phone.
 */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type { DebugPort } from '@mobile-debug/virtual-phone/adb/hosted-phone.ts';
import {
  checkoutClass,
  checkoutFile,
  checkoutSource,
} from '@mobile-debug/virtual-phone/debuggee/checkout-source.ts';
import { startLines } from '../host/line-process.ts';
import { runProcess } from '../host/process.ts';
import { withScratchFolder, writeScratch } from '../host/scratch-folder.ts';

export interface VirtualDebuggee extends DebugPort {
  close(): Promise<void>;
}

const startMs = 20_000;
const agent = '-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0';

/** Of a JDK; Java alone compiles nothing. */
const programs = { compiler: 'javac', machine: 'java' } as const;

/** Whether this computer can compile and run it. Asked by whoever plans ahead; the debuggee itself just tries. */
export async function canRunDebuggee(op: Operation, env: Environment): Promise<boolean> {
  try {
    for (const command of Object.values(programs)) {
      const { exitCode } = await runProcess(op, { command, args: ['-version'], env });
      if (exitCode !== 0) return false;
    }
    return true;
  } catch (error) {
    if (isFault(error)) return false;
    throw error;
  }
}

export function virtualDebuggee(env: Environment): VirtualDebuggee {
  let port: number | null = null;
  let life: { readonly started: Promise<void>; readonly ended: Promise<void> } | null = null;
  let close = (): void => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const begun = (): NonNullable<typeof life> => {
    let start = (): void => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const told = (found: number): void => {
      port = found;
    };
    const ended = run(env, { closed, told }, start).finally(() => {
      // One that ran and ended begins anew when it is next asked for; one that cannot run is not tried again.
      if (port !== null) life = null;
      port = null;
      start();
    });
    return { started, ended };
  };
  return {
    spec: () => (port === null ? null : `tcp:${port}`),
    async ready() {
      life ??= begun();
      await life.started;
    },
    async close() {
      close();
      await life?.ended;
    },
  };
}

/** Until it is closed. Without a JDK there is nothing, which is no failure of the phone. */
async function run(
  env: Environment,
  { closed, told }: { readonly closed: Promise<void>; readonly told: (port: number) => void },
  started: () => void,
): Promise<void> {
  await withScratchFolder(async (folder) => {
    using op = Operation.start(startMs);
    try {
      await writeScratch(`${folder}/${checkoutFile}`, onePiece(checkoutSource));
      const args = ['-g', '-d', folder, `${folder}/${checkoutFile}`];
      const { exitCode } = await runProcess(op, { command: programs.compiler, args, env });
      if (exitCode !== 0) return;
      const java = await startLines(op, {
        command: programs.machine,
        args: [
          agent,
          '-XX:+UseSerialGC',
          '-XX:TieredStopAtLevel=1',
          '-Xmx64m',
          '-cp',
          folder,
          checkoutClass,
          `${process.pid}`,
        ],
        env,
        clock: systemClock,
        onLine: (line) => {
          // Said anew, with another port, whenever a debugger has left.
          const [, port] = /Listening for transport dt_socket at address: (?:.*:)?(\d+)$/.exec(line) ?? [];
          if (port === undefined) return;
          told(Number(port));
          started();
        },
      });
      await Promise.race([closed, java.ended]);
      await java.stop();
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  });
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
