/** The two processes of the demo, virtual phones and a server that is pointed at them, and the MCP client in between. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { version } from '../version.ts';
import { DemoClient } from './demo-client.ts';

export interface DemoProcesses {
  readonly client: DemoClient;
  /** Where the phone serves adb. */
  readonly adbPort: number;
  /** Whether there is a virtual iPhone too: not on Windows. */
  readonly iphone: boolean;
  readonly protocolVersion: string;
  /** Ends both and answers which did not end by themselves; empty when all is well. */
  close(): Promise<readonly string[]>;
}

export interface DemoPaths {
  /** The program itself, run again in other roles. */
  readonly program: string;
  readonly artifacts: string;
  readonly timing: string;
  readonly environment: Environment;
}

const startingMs = 20_000;
const endingMs = 4_000;

export async function startDemoProcesses(paths: DemoPaths): Promise<DemoProcesses> {
  const phone = spawn(
    process.execPath,
    [paths.program, 'virtual-phone', '--virtual-timing', paths.timing, '--port', '0'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  try {
    const where = await addressesOfPhones(phone);
    const server = startServer(paths, where);
    try {
      const { client, protocolVersion } = await connect(server);
      return {
        client,
        adbPort: where.adbPort,
        iphone: where.environment !== undefined,
        protocolVersion,
        async close() {
          const left = (await ended(server)) ? [] : ['the server'];
          return (await ended(phone)) ? left : [...left, 'the virtual phones'];
        },
      };
    } catch (error) {
      await ended(server);
      throw error;
    }
  } catch (error) {
    await ended(phone);
    throw error;
  }
}

interface PhoneAddresses {
  readonly adbPort: number;
  /** What points a server at the tools of the virtual iPhone; absent where there is none. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The first line of the phones says where they are. LAUNCH_FAILED when they end or say something else. */
async function addressesOfPhones(phone: ChildProcess): Promise<PhoneAddresses> {
  using op = Operation.start(startingMs);
  const { stdout } = phone;
  if (!stdout) throw new Fault('LAUNCH_FAILED', 'The virtual phone has no output.');
  const line = await op.race(
    new Promise<string>((resolve, reject) => {
      createInterface({ input: stdout }).once('line', resolve);
      phone.once('error', reject);
      phone.once('exit', (code) =>
        reject(new Fault('LAUNCH_FAILED', `The virtual phone ended at once (exit code ${code}).`)),
      );
    }),
  );
  const port = /"adbServer":"tcp:[^"]*:(\d+)"/.exec(line)?.[1];
  if (port === undefined) throw new Fault('LAUNCH_FAILED', `The virtual phone said: ${line}`);
  const { environment } = JSON.parse(line) as Pick<PhoneAddresses, 'environment'>;
  return { adbPort: Number(port), ...(environment && { environment }) };
}

function startServer(
  { program, artifacts, environment }: DemoPaths,
  { adbPort, environment: ofIphone }: PhoneAddresses,
): ChildProcess {
  const address = `tcp:127.0.0.1:${adbPort}`;
  return spawn(process.execPath, [program, 'serve', '--artifacts', artifacts, '--adb-server', address], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...withoutSettings(environment), ...ofIphone },
  });
}

async function connect({ stdin, stdout }: ChildProcess) {
  if (!stdin || !stdout) throw new Fault('LAUNCH_FAILED', 'The server has no input or output.');
  const client = new DemoClient(stdin, stdout);
  const protocolVersion = await client.initialize('mobile-debug-mcp demo', version);
  return { client, protocolVersion };
}

/** The demo shows the product as it comes: settings of this computer for real devices stay out. */
function withoutSettings(environment: DemoPaths['environment']): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !/^(MOBILE_DEBUG_|ANDROID_ADB_|ADB_|IOS_|XCRUN_|IDB_|AXE_)/.test(name))
      kept[name] = value;
  }
  return kept;
}

/** Ends a process by closing its input, then by force; false when force was needed. */
async function ended(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  const exit = new Promise<true>((resolve) => child.once('exit', () => resolve(true)));
  child.stdin?.end();
  using op = Operation.start(endingMs);
  try {
    return await op.race(exit);
  } catch {
    child.kill('SIGKILL');
    await exit;
    return false;
  }
}
