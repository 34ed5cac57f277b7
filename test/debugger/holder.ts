/** Attaches to a process and keeps it until it is killed: `holder.ts PID LLDB LINE stop|log`. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { lldbBackend } from '../../src/cli/lldb-choice.ts';

const [pid = '', command = '', line = '', what = ''] = (process.env['HOLDER'] ?? '').split(' ');
using op = Operation.start(60_000);
const backend = lldbBackend({ ...process.env, LLDB_DAP_PATH: command });
let events = 0;
const target = { appId: 'com.example.shop', pid: Number(pid), processName: 'shop' };
const held = await backend.attach(op, target, () => {
  events++;
  if (events === (what === 'stop' ? 1 : 100)) process.stdout.write('holding\n');
});
await held.setBreakpoint(op, {
  id: 'a',
  at: { kind: 'file_line', file: 'shop.cpp', line: Number(line) },
  condition: null,
  logMessage: what === 'log' ? 'total {total_}' : null,
});
await op.race(new Promise<void>(() => {}));
