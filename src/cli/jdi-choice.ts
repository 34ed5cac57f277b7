/** The JDI backend with this computer's Java: its JDK, the compiled worker, and what a killed server left behind. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type { StartWorker } from '../debugger/jdi/jdi-backend.ts';
import type { WorkerChannel } from '../debugger/jdi/worker-client.ts';
import { javaClasses } from '../host/java-classes.ts';
import { type SpokenProcess, startSpoken } from '../host/line-process.ts';
import { runProcess } from '../host/process.ts';
import { findJdks, type Jdk, javacRelease } from '../host/programs/find-jdks.ts';
import { type SearchPaths, searchPaths } from '../host/programs/tool-search.ts';
import { jdiWorkerKind, noted, ownRegister } from './leftovers.ts';

const oldestJava = 17;
/** Two seconds as a rule; once for a version of this program. */
const compileMs = 60_000;
/** Its watchdog ends it sooner. */
const endMs = 2_000;
const mainClass = 'mobiledebug.Worker';
/** Little memory and no compiler of the second tier: it lives for minutes and waits for most of them. */
const flags = ['-Xmx128m', '-Xshare:auto', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'];

/** What `--debugger-backend jdi` needs. The first attach finds the JDK and compiles; later ones find both ready. */
export function jdiWorkers(
  env: Environment,
  search: SearchPaths = searchPaths(env, process.platform),
): (op: Operation) => Promise<StartWorker> {
  const register = ownRegister(env);
  let ready: Promise<{ readonly java: string; readonly classes: string }> | null = null;
  return async (op) => {
    // Not of the caller who happens to be first: the next attach finds it done.
    ready ??= compiled(env, search).catch((error: unknown) => {
      ready = null;
      throw error;
    });
    const { java, classes } = await op.race(ready);
    return async (own, { adb }) => {
      const args = [...flags, '-cp', classes, mainClass, `${process.pid}`];
      let take = (_line: string): void => {};
      const request = { command: java, args, env, clock: systemClock, onLine: (line: string) => take(line) };
      const worker = await startSpoken(own, request);
      const strike = noted(register, {
        kind: jdiWorkerKind,
        pid: worker.pid,
        args,
        note: JSON.stringify(adb),
      });
      return channelOf(worker, {
        strike,
        listen: (heard) => {
          take = heard;
        },
      });
    };
  };
}

/** DEBUGGER_UNSUPPORTED without a JDK that is new enough. */
export async function jdkThere(
  op: Operation,
  env: Environment,
  search: SearchPaths = searchPaths(env, process.platform),
): Promise<void> {
  await newestEnough(op, env, search);
}

function channelOf(
  worker: SpokenProcess,
  {
    strike,
    listen,
  }: {
    readonly strike: Promise<() => Promise<void>>;
    readonly listen: (take: (line: string) => void) => void;
  },
): WorkerChannel {
  return {
    write: worker.write,
    onLine: listen,
    ended: worker.ended.then(({ errorLines }) => errorLines),
    async stop() {
      worker.endInput();
      using grace = Operation.start(endMs);
      await grace.race(worker.ended).catch(() => worker.stop());
      await (await strike)();
    },
  };
}

async function compiled(
  env: Environment,
  search: SearchPaths,
): Promise<{ readonly java: string; readonly classes: string }> {
  using op = Operation.start(compileMs);
  const { java, javac, version } = await newestEnough(op, env, search);
  try {
    const classes = await javaClasses(op, {
      sourceFolder: sources(),
      javac,
      javacVersion: version,
      release: oldestJava,
      cacheFolder: join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'mobile-debug-mcp', 'jdi-worker'),
      env,
    });
    return { java, classes };
  } catch (error) {
    if (!isFault(error, 'UNKNOWN')) throw error;
    const { message, nextStep } = error;
    throw new Fault('DEBUGGER_WORKER_FAILED', message, { cause: error, nextStep });
  }
}

async function newestEnough(
  op: Operation,
  env: Environment,
  search: SearchPaths,
): Promise<Jdk & { readonly version: string }> {
  for (const jdk of findJdks(search)) {
    const { stdout, stderr } = await runProcess(op, { command: jdk.javac, args: ['-version'], env });
    const version = `${stdout}${stderr}`.trim();
    if ((javacRelease(version) ?? 0) >= oldestJava) return { ...jdk, version };
  }
  throw new Fault(
    'DEBUGGER_UNSUPPORTED',
    `The JDI backend needs a JDK ${oldestJava} or newer; there is none.`,
    {
      nextStep: `Install a JDK ${oldestJava} and set JAVA_HOME to it, or use the native backend, which needs none: --debugger-backend native.`,
    },
  );
}

/** Beside the bundle's folder in the package, at the top in a checkout. */
function sources(): string {
  const places = ['../worker/src/mobiledebug', '../../worker/src/mobiledebug'];
  const { list } = searchPaths({}, process.platform);
  const found = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => list(folder).includes('Worker.java'));
  if (found !== undefined) return found;
  throw new Fault('DEBUGGER_WORKER_FAILED', 'The sources of the JDI worker are missing from the package.', {
    nextStep: 'Install the package again, or use the native backend: --debugger-backend native.',
  });
}
