import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import type { AppsFacet } from '../port/apps.ts';
import { androidDebug } from './debug.ts';
import { scriptedAdb } from './testing/facet-bed.ts';

const appId = 'com.example.shop';

/** Processes by id, each with its name and user id; all have a debug port. */
async function found(
  processes: Readonly<Record<number, readonly [name: string, uid: number | null]>>,
  packages: string,
) {
  const pids = Object.keys(processes).map(Number);
  const adb = scriptedAdb((line) => {
    if (line.startsWith('pm list packages -U')) return packages;
    const [name = '', uid = null] = processes[Number(/\/proc\/(\d+)\//.exec(line)?.[1])] ?? [];
    const stat = `7 (${name.slice(-15)}) S 1 ${'0 '.repeat(17)}4711 0`;
    return `${name}\0\n${stat}\nboot-1\n${uid === null ? '' : `Uid:\t${uid}\t${uid}\t${uid}\t${uid}\n`}`;
  });
  const ports = async function* () {
    yield Buffer.from(pids.join('\n'));
  };
  const open = async () => ({ chunks: ports(), write: async () => {}, close: async () => {} });
  const apps: Partial<AppsFacet> = { pids: async () => pids, installed: async () => true };
  using op = Operation.start(5_000);
  return await androidDebug({ ...adb, open }, apps as AppsFacet).processes(op, appId);
}

const own = { pid: 10, processName: appId, start: 'boot-1:4711' };
const installed = `package:com.example.shop.extra uid:10999\npackage:${appId} uid:10123,1010123\n`;

test('only processes that run as the package are its own, whatever they are called', async () => {
  const processes = { 10: [appId, 10_123], 11: [`${appId}:sync`, 10_456] } as const;
  expect(await found(processes, installed)).toEqual({
    attachable: [own],
    closed: [],
    foreign: [{ ...own, pid: 11, processName: `${appId}:sync` }],
  });
});

test('the same package in another Android user is its own', async () => {
  expect(await found({ 10: [appId, 1_010_123] }, installed)).toMatchObject({
    attachable: [own],
    foreign: [],
  });
});

test('where the system tells no user ids, the name decides', async () => {
  const silent = 'Error: Unknown option: -U\n';
  expect(await found({ 10: [appId, 10_456] }, silent)).toMatchObject({ attachable: [own], foreign: [] });
  expect(await found({ 10: [appId, null] }, installed)).toMatchObject({ attachable: [own], foreign: [] });
});
