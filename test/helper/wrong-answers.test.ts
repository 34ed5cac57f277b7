/** Whatever comes back from the port: a tree that can be believed, or the dump's. Never a crash, a hang or a late input. */

import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { helperBed } from './helper-bed.ts';

const rounds = 20;

it('survives answers of any shape', { timeout: 60_000 }, async () => {
  const bodies = fc.oneof(
    fc.jsonValue(),
    fc.record({ sessionId: fc.jsonValue(), value: fc.jsonValue() }),
    fc.record({ value: fc.string().map((text) => `<hierarchy rotation="0">${text}</hierarchy>`) }),
    fc.record({ value: fc.constantFrom('<hierarchy/>', '<?xml version="1.0"?>', '<a></b>', '<hierarchy>') }),
  );
  const bed = await helperBed();
  bed.phone.start('com.example.shop', null);
  for (const body of fc.sample(bodies, rounds)) {
    using op = Operation.start(8_000);
    const device = await bed.source.open(op, bed.phone.serial);
    bed.helper.faults.clear();
    bed.helper.faults.add({ when: /source/, do: { kind: 'answer', body } });
    const outcome = await device.screen?.read(op).catch((error: unknown) => error);
    const typed = isFault(outcome, 'OBSERVATION_FAILED');
    const tier = (outcome as { source?: { tier: string } }).source?.tier ?? '';
    expect(typed || /^uiautomator/.test(tier), JSON.stringify(body)).toBe(true);
    bed.helper.faults.clear();
    expect((await device.screen?.read(op))?.elements.length).toBeGreaterThan(5);
    await device.close();
  }
  await expect.poll(() => bed.adbServer.runningServices, { interval: 5 }).toBe(0);
});

it('survives bytes of any kind', { timeout: 60_000 }, async () => {
  const bed = await helperBed();
  bed.phone.start('com.example.shop', null);
  const heads = fc.constantFrom('', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n');
  const bytes = fc.tuple(heads, fc.string({ unit: 'binary' })).map(([head, text]) => head + text);
  for (const garbage of fc.sample(bytes, rounds)) {
    using op = Operation.start(8_000);
    const device = await bed.source.open(op, bed.phone.serial);
    bed.helper.faults.clear();
    bed.helper.faults.add({ when: /source|click/, do: { kind: 'garbage', bytes: garbage } });
    expect((await device.screen?.read(op))?.elements.length).toBeGreaterThan(5);
    await device.close();
  }
  await expect.poll(() => bed.adbServer.runningServices, { interval: 5 }).toBe(0);
});

it('puts itself on the device in the background when that was asked for, and only then', async () => {
  const installs: string[] = [];
  const bed = await helperBed({
    mode: 'install',
    install: async (_op, adb) => {
      installs.push(adb.serial);
      for (const name of ['io.appium.uiautomator2.server', 'io.appium.uiautomator2.server.test'])
        bed.phone.setInstalled(name, true);
    },
  });
  bed.helper.uninstall();
  bed.phone.start('com.example.shop', null);
  using op = Operation.start(8_000);
  expect((await bed.device.screen?.read(op))?.source.tier).toBe('uiautomator-dump');
  await expect
    .poll(async () => (await bed.device.screen?.read(op))?.source.tier, { interval: 5 })
    .toBe('uiautomator2-server');
  expect(installs).toEqual([bed.phone.serial]);
});
