/**
 * The executables in the `bin` folder: small Node programs that hand their arguments, environment, standard
 * streams and signals to the host over its socket and end as it says. They import as little as they can: every call
 * of a tool pays for their start.
 */

/** Frames in both directions: one byte of kind, four bytes of length (big-endian), the payload. */
export const toHost = { start: 0, stdin: 1, stdinEnd: 2, signal: 3 } as const;
export const fromHost = { stdout: 1, stderr: 2, end: 3 } as const;
export const headBytes = 5;

/** What of the environment the programs look at. */
export const passedOn =
  /^(SIMCTL_CHILD_.*|IDB_.*|DEVELOPER_DIR|HOME|TMPDIR|LANG|LC_ALL|NSUnbufferedIO|FAKE_.*|MACOS_.*)$/;

export function clientScript(tool: string, socketPath: string, nodePath: string): string {
  return `#!${nodePath}
'use strict';
const socket = require('node:net').connect(${JSON.stringify(socketPath)});
const frame = (kind, body) => {
  const head = Buffer.alloc(${headBytes});
  head[0] = kind;
  head.writeUInt32BE(body.length, 1);
  socket.write(head);
  if (body.length > 0) socket.write(body);
};
const wanted = ${passedOn};
const { env: all } = process;
const env = Object.fromEntries(Object.entries(all).filter(([name]) => wanted.test(name)));
const start = { tool: ${JSON.stringify(tool)}, args: process.argv.slice(2), cwd: process.cwd(), pid: process.pid, env };
frame(${toHost.start}, Buffer.from(JSON.stringify(start)));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => frame(${toHost.signal}, Buffer.from(name)));
if (process.stdin.isTTY) frame(${toHost.stdinEnd}, Buffer.alloc(0));
else {
  process.stdin.on('data', (bytes) => frame(${toHost.stdin}, bytes));
  process.stdin.on('end', () => frame(${toHost.stdinEnd}, Buffer.alloc(0)));
  process.stdin.on('error', () => frame(${toHost.stdinEnd}, Buffer.alloc(0)));
}
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1));
let held = Buffer.alloc(0);
socket.on('data', (bytes) => {
  held = Buffer.concat([held, bytes]);
  while (held.length >= ${headBytes} && held.length >= ${headBytes} + held.readUInt32BE(1)) {
    const body = held.subarray(${headBytes}, ${headBytes} + held.readUInt32BE(1));
    if (held[0] === ${fromHost.stdout}) process.stdout.write(body);
    else if (held[0] === ${fromHost.stderr}) process.stderr.write(body);
    else finish(JSON.parse(body.toString()));
    held = held.subarray(${headBytes} + body.length);
  }
});
let finishing = false;
// A reader that is slow has not taken everything yet: an exit now would cut a screenshot off.
const finish = (how) => {
  finishing = true;
  process.stdout.write('', () => process.stderr.write('', () => leave(how)));
};
const leave = ({ code, signal }) => {
  if (signal === undefined) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
};
for (const event of ['error', 'close']) socket.on(event, () => finishing || process.exit(70));
`;
}
