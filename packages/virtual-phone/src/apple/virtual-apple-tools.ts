/**
 * Apple's simulated tools: executables by the names of Apple's tools, in a folder of their own, that act on simulated iPhones.
 * A product that starts `xcrun`, `idb` or `idb_companion` cannot tell them from those of a Mac.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { AppPrograms } from './app-program.ts';
import { axeProgram } from './axe/axe.ts';
import { runCompanion } from './companion/companion-program.ts';
import type { AppleFaults } from './fault-script.ts';
import { defaultsProgram } from './host-defaults.ts';
import { clientScript } from './hosting/client-script.ts';
import { ControlSocket } from './hosting/control-socket.ts';
import { type HostedProgram, type HostedRequest, startHosted } from './hosting/hosted-program.ts';
import { ProcessHost, type ToolRun } from './hosting/process-host.ts';
import { idbProgram } from './idb/idb.ts';
import type { Program } from './program.ts';
import { type RealDevice, type RpcRecord, SimulatedMac, type UnavailableSimulator } from './simulated-mac.ts';
import type { Simulator, SimulatorOptions } from './simulator.ts';
import { plutilProgram, xcodebuildProgram, xcodeSelectProgram, xcrunProgram } from './xcrun.ts';

export interface VirtualAppleToolsOptions {
  readonly simulators: readonly SimulatorOptions[];
  readonly clock: Clock;
  readonly realDevices?: readonly RealDevice[];
  readonly unavailable?: readonly UnavailableSimulator[];
  readonly faults?: AppleFaults;
  /** Default: head. */
  readonly companionVersion?: 'head' | '1.1.8';
  /** PATH of the programs that are not simulated. */
  readonly path?: string;
  /** Real programs behind apps; without it no app can be debugged. */
  readonly programs?: AppPrograms;
}

export interface VirtualAppleTools {
  /** Temporary; gone after `close`. */
  readonly folder: string;
  /** Where the executables are. */
  readonly bin: string;
  /** Home of the simulated Mac's user. */
  readonly home: string;
  readonly mac: SimulatedMac;
  readonly simulators: readonly Simulator[];
  readonly faults: AppleFaults;
  /** What the simulation itself did wrong: empty unless it has a bug. */
  readonly defects: readonly unknown[];
  /** For the product: where the tools are, and the user's home. */
  environment(): Record<string, string>;
  /** Every start of a tool, oldest first. */
  commands(): readonly ToolRun[];
  clearCommands(): void;
  /** Remote calls that companions took, oldest first. */
  calls(): readonly RpcRecord[];
  clearCalls(): void;
  runningPrograms(): readonly ToolRun[];
  /** Kills a running program from outside; false when there is none of this pid. */
  kill(pid: number): boolean;
  /** Runs one of the tools in this process, without its executable: quicker, and the same to the simulation. */
  start(request: HostedRequest): HostedProgram;
  close(): Promise<void>;
}

export async function startVirtualAppleTools(options: VirtualAppleToolsOptions): Promise<VirtualAppleTools> {
  // Short, because a Mac allows 104 bytes for the path of a socket, and the product's own lie below it.
  const folder = mkdtempSync(join(tmpdir(), 'mac-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const mac = new SimulatedMac({ ...options, folder });
  const programs = programsOf(mac);
  const host = new ProcessHost(mac, programs);
  mac.running = () => host.running;
  const defects: unknown[] = [];
  const socketPath = join(folder, 's');
  const control = await ControlSocket.listen(
    socketPath,
    (caller) => host.host(caller),
    (error) => defects.push(error),
  );
  for (const tool of programs.keys()) {
    const file = join(bin, tool);
    writeFileSync(file, clientScript(tool, socketPath, process.execPath));
    chmodSync(file, 0o755);
  }
  return {
    folder,
    bin,
    home: mac.home,
    mac,
    simulators: mac.simulators,
    faults: mac.faults,
    defects,
    environment: () => environmentOf(bin, mac.home, options.path ?? '/usr/bin:/bin'),
    commands: () => host.runs,
    clearCommands: () => void host.runs.splice(0),
    calls: () => mac.calls,
    clearCalls: () => void mac.calls.splice(0),
    runningPrograms: () => host.running,
    kill: (pid) => host.kill(pid),
    start: (request) =>
      startHosted(
        (caller) => host.host(caller),
        request,
        (error) => defects.push(error),
      ),
    async close() {
      await host.close();
      await control.close();
      mac.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function programsOf(mac: SimulatedMac): ReadonlyMap<string, Program> {
  return new Map<string, Program>([
    ['xcrun', xcrunProgram(mac)],
    ['xcode-select', xcodeSelectProgram],
    ['xcodebuild', xcodebuildProgram(mac)],
    ['plutil', plutilProgram],
    ['idb', idbProgram(mac)],
    ['idb_companion', runCompanion],
    ['axe', axeProgram],
    ['defaults', defaultsProgram],
  ]);
}

function environmentOf(bin: string, home: string, path: string): Record<string, string> {
  return {
    PATH: `${bin}:${path}`,
    HOME: home,
    XCRUN_PATH: join(bin, 'xcrun'),
    XCODEBUILD_PATH: join(bin, 'xcodebuild'),
    IDB_PATH: join(bin, 'idb'),
    MCP_IDB_PATH: join(bin, 'idb'),
    IDB_COMPANION_PATH: join(bin, 'idb_companion'),
    AXE_PATH: join(bin, 'axe'),
  };
}
