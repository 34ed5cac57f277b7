/** The demo: virtual phones and a server as processes of their own, a real client, a journey, and a report of it. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type { Config } from '../config.ts';
import { ArtifactFiles } from '../host/artifact-files.ts';
import { version } from '../version.ts';
import { demoJourney } from './demo-journey.ts';
import { DemoPrinter } from './demo-print.ts';
import { type DemoPaths, type DemoProcesses, startDemoProcesses } from './demo-processes.ts';
import { type DemoRecord, reportPage } from './demo-report.ts';
import { type DemoStep, type PlayedStep, playSteps } from './demo-stage.ts';
import { canRunDebuggee } from './virtual-debuggee.ts';

const writingMs = 10_000;
const probingMs = 10_000;

/** 0 only when every step was as it should be and both processes ended by themselves. */
export async function demo(config: Config): Promise<number> {
  const startedAt = new Date(systemClock.epochMs()).toISOString();
  const paths = pathsOf(config, startedAt);
  const printer = new DemoPrinter(process.stdout);
  printer.heading(`mobile-debug-mcp ${version}: a client, a server and virtual phones`);
  const processes = await startDemoProcesses(paths);
  const { adbPort, iphone, protocolVersion } = processes;
  const apple = iphone ? ", virtual iPhone behind tools named like Apple's" : '';
  printer.note(
    `virtual phone behind adb port ${adbPort}${apple} (timing profile ${paths.timing}), MCP ${protocolVersion}`,
  );
  const java = await canDebug(config);
  if (!java)
    printer.note('The chapter with the debugger is left out: java and javac are not on this computer.');
  const journey = demoJourney({ iphone, java });
  const { steps, complaints } = await played(processes, printer, journey);
  const planned = journey.length;
  const { timing } = paths;
  const record = { version, startedAt, protocolVersion, timing, steps, planned, complaints };
  const report = await writeReport(paths.artifacts, record);
  const right = steps.filter(({ ok }) => ok).length;
  const good = right === planned && complaints.length === 0;
  printer.verdict(good, `${right} of ${planned} steps passed.`);
  for (const complaint of complaints) printer.verdict(false, complaint);
  printer.note(`Report: ${report}`);
  return good ? 0 : 1;
}

/** A folder of its own for each run: files are never overwritten. */
async function canDebug({ environment }: Config): Promise<boolean> {
  using op = Operation.start(probingMs);
  return await canRunDebuggee(op, environment);
}

function pathsOf({ values, environment }: Config, startedAt: string): DemoPaths {
  const [, program] = process.argv;
  if (program === undefined) throw new Fault('UNKNOWN', 'The program does not know its own path.');
  const base = values.report ?? join(tmpdir(), 'mobile-debug-demo');
  return {
    program,
    artifacts: join(base, startedAt.replaceAll(':', '-').replace('.', '-')),
    timing: values['virtual-timing'] ?? 'emulator',
    environment,
  };
}

interface Played {
  readonly steps: readonly PlayedStep[];
  readonly complaints: readonly string[];
}

async function played(
  processes: DemoProcesses,
  printer: DemoPrinter,
  journey: readonly DemoStep[],
): Promise<Played> {
  const complaints: string[] = [];
  let steps: readonly PlayedStep[] = [];
  try {
    steps = await playSteps({ client: processes.client, clock: systemClock, printer }, journey);
  } catch (error) {
    complaints.push(`The demo stopped early: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    for (const left of await processes.close()) complaints.push(`${left} had to be killed.`);
  }
  return { steps, complaints };
}

async function writeReport(folder: string, record: DemoRecord): Promise<string> {
  using op = Operation.start(writingMs);
  const files = new ArtifactFiles({ folder });
  return (await files.write(op, 'report.html', new TextEncoder().encode(reportPage(record)))).path;
}
