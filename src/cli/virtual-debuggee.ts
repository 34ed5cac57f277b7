/**
 * Gives the virtual phone's shop a real process to debug, where `java` and `javac` are on this computer. It is compiled when
 * somebody first asks which processes can be debugged. Each process of the shop is played by one of its own, and they end
 * together.
 */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type { DebugPort } from '@mobile-debug/virtual-phone/adb/hosted-phone.ts';
import {
  checkoutClass,
  checkoutFile,
  checkoutSource,
  runsLine,
} from '@mobile-debug/virtual-phone/debuggee/checkout-source.ts';
import type { Phone, PhoneProcess } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { startLines } from '../host/line-process.ts';
import { runProcess } from '../host/process.ts';
import { builtOnce, writeSource } from './built-once.ts';

export interface VirtualDebuggee extends DebugPort {
  close(): Promise<void>;
}

const startMs = 20_000;
const agent = '-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0';
/** `-Xrs`: ended by a signal it says nothing more, as a process that Android kills. */
const machineOptions = [agent, '-Xrs', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx64m'];

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
  const classes = builtOnce((folder) => compiled(folder, env));
  /** By the id of the process on the phone. One that could not be played is not tried again. */
  const lives = new Map<number, Life>();
  return {
    spec(pid) {
      const port = lives.get(pid)?.port ?? null;
      return port === null ? null : `tcp:${port}`;
    },
    async ready(phone, played) {
      let life = lives.get(played.pid);
      if (!life) {
        life = new Life(env, phone, played);
        lives.set(played.pid, life);
        life.begin(classes.built());
      }
      await life.started;
    },
    async close() {
      await Promise.allSettled([...lives.values()].map((life) => life.close()));
      await classes.remove();
    },
  };
}

/** One process of the phone and the one of this computer that plays it. */
class Life {
  /** Where a debugger is awaited; null while nobody listens. */
  port: number | null = null;
  /** The debug port is there, or never will be. */
  readonly started: Promise<void>;
  readonly #env: Environment;
  readonly #phone: Phone;
  readonly #played: PhoneProcess;
  #hasStarted = (): void => {};
  #runs: boolean = false;
  #isClosed: boolean = false;
  #stop = (): void => {};
  #ended: Promise<void> = Promise.resolve();

  constructor(env: Environment, phone: Phone, played: PhoneProcess) {
    this.#env = env;
    this.#phone = phone;
    this.#played = played;
    this.started = new Promise((resolve) => {
      this.#hasStarted = resolve;
    });
  }

  begin(folder: Promise<string | null>): void {
    this.#ended = this.#run(folder).finally(() => {
      this.port = null;
      this.#hasStarted();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    await this.#ended;
  }

  async #run(folder: Promise<string | null>): Promise<void> {
    using op = Operation.start(startMs);
    try {
      const found = await op.race(folder);
      if (found === null || this.#isClosed) return;
      const java = await startLines(op, {
        command: programs.machine,
        args: [...machineOptions, '-cp', found, checkoutClass, `${process.pid}`],
        env: this.#env,
        clock: systemClock,
        onLine: (line) => this.#heard(line),
      });
      this.#stop = () => void java.stop();
      const program = { pid: java.pid, end: this.#stop };
      if (this.#isClosed || !this.#phone.play(this.#played.pid, program)) this.#stop();
      await java.ended;
      // Without its process an app is gone from the phone as well.
      const stillThere = this.#phone.processes.some(({ pid }) => pid === this.#played.pid);
      if (stillThere && !this.#isClosed) this.#phone.killProcess(this.#played.packageName);
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  }

  #heard(line: string): void {
    // Called again, with another port, whenever a debugger has left.
    const [, port] = /Listening for transport dt_socket at address: (?:.*:)?(\d+)$/.exec(line) ?? [];
    if (port !== undefined) this.port = Number(port);
    // Whoever attaches to an app finds its code loaded.
    this.#runs ||= line === runsLine;
    if (this.#runs && this.port !== null) this.#hasStarted();
  }
}

/** The folder of the classes. Null without a JDK, which is no failure of the phone. */
async function compiled(folder: string, env: Environment): Promise<string | null> {
  using op = Operation.start(startMs);
  try {
    const source = `${folder}/${checkoutFile}`;
    await writeSource(source, checkoutSource);
    const args = ['-g', '-d', folder, source];
    const { exitCode } = await runProcess(op, { command: programs.compiler, args, env });
    return exitCode === 0 ? folder : null;
  } catch (error) {
    if (!isFault(error)) throw error;
    return null;
  }
}
