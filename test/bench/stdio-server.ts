/** The built server as a client has it, over stdio, and the virtual phone in a process of its own. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { cleanEnvironment, program } from '../e2e/program.ts';
import { type Answer, answer } from '../harness.ts';

export interface PhoneProcess {
  readonly serial: string;
  readonly address: { readonly host: string; readonly port: number };
  readonly args: readonly string[];
  /** What points a server at the tools of the virtual iPhone. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface StdioServer {
  readonly pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

export async function startPhoneProcess(timing = 'instant'): Promise<PhoneProcess> {
  const child = spawn(process.execPath, [program, 'virtual-phone', '--virtual-timing', timing], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  const told = JSON.parse(line) as {
    serial: string;
    adbServer: string;
    environment?: Record<string, string>;
  };
  const { serial, adbServer, environment = {} } = told;
  const [, host = '', port = ''] = adbServer.split(':');
  return {
    serial,
    address: { host, port: Number(port) },
    args: ['--adb-server', adbServer],
    environment,
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await exited;
    },
  };
}

export async function startStdioServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<StdioServer> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, ...args],
    env: cleanEnvironment(environment),
    stderr: 'inherit',
  });
  const client = new Client({ name: 'bench', version: '0' });
  await client.connect(transport);
  await client.listTools();
  return {
    pid: transport.pid ?? 0,
    call: async (name, given = {}) => answer(await client.callTool({ name, arguments: given })),
    close: async () => await client.close(),
  };
}

/** Memory of a process that is in the computer's own, in megabytes. */
export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1_024;
}
