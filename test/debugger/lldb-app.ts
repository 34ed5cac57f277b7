/** A bed whose virtual iPhone runs our C++ program as the shop, for suites that debug it through the tools. */
import type { AppPrograms } from '@mobile-debug/virtual-phone/apple/app-program.ts';
import { makeTestBed, type TestBedOptions } from '../harness.ts';
import { McpDebugger } from './mcp-debugger.ts';
import { Debugged, lineOf, type Programs } from './native-program.ts';

export const appId = 'com.example.shop';
export const file = 'shop.cpp';
export const at = (name: string): { readonly file: string; readonly line: number } => ({
  file,
  line: lineOf(name),
});

/** Runs the program whenever the shop is started; `last` is the newest run. */
export class FixtureApp implements AppPrograms {
  readonly #programs: Programs;
  mode = 'plain';
  stripped: boolean = false;
  #last: Debugged | null = null;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  get last(): Debugged {
    if (!this.#last) throw new Error('The app was not started.');
    return this.#last;
  }

  async built(_: unknown, bundleId: string): Promise<string | null> {
    if (bundleId !== appId) return null;
    return this.stripped ? this.#programs.stripped : this.#programs.program;
  }

  async run(_: unknown, executable: string) {
    const run = new Debugged(executable, this.mode);
    this.#last = run;
    const ended = new Promise<'exited'>((resolve) => run.process.once('exit', () => resolve('exited')));
    return { pid: run.pid, ended, end: () => void run.process.kill('SIGKILL') };
  }
}

export async function lldbApp(programs: Programs, options: TestBedOptions = {}) {
  const app = new FixtureApp(programs);
  const bed = await makeTestBed({ ...options, ios: { programs: app } });
  const deviceId = bed.serials[0] ?? '';
  const tools = new McpDebugger((name, args) => bed.call(name, args), { platform: 'ios', deviceId, appId });
  return {
    bed,
    app,
    tools,
    /** Starts the shop anew and attaches. */
    async begin(mode = 'plain'): Promise<Debugged> {
      app.mode = mode;
      await tools.ok('terminate_app', tools.target);
      await tools.ok('start_app', tools.target);
      await app.last.rounds(1);
      await tools.attach();
      return app.last;
    },
  };
}
