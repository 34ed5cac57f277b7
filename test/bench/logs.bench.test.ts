/** Goals of the log path: 50,000 lines a second without loss below the bound, 100,000 records searched in 50 ms. */

import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AndroidSource } from '../../src/devices/android/android-source.ts';
import type { LogsFacet } from '../../src/devices/port/logs.ts';
import { Lines } from '../../src/host/lines.ts';
import { logFilter } from '../../src/logs/log-filter.ts';
import { LogRing } from '../../src/logs/log-ring.ts';
import { LogcatParser } from '../../src/logs/parse-threadtime.ts';

const count = 100_000;

function logText(): Buffer {
  const lines: string[] = [];
  for (let n = 0; n < count; n++) {
    const pid = 1_000 + (n % 40);
    const head = `${(1_784_554_596 + n / 1_000).toFixed(3)} ${10_000 + (n % 40)}  ${pid}  ${pid + (n % 3)}`;
    if (n % 50 === 10) lines.push(`${head} E AndroidRuntime: FATAL EXCEPTION: worker-${n}`);
    else if (n % 50 < 20 && n % 50 > 10)
      lines.push(`${head} E AndroidRuntime: \tat org.demo.Part${n}.run(Part.kt:${n})`);
    else
      lines.push(
        `${head} ${'VDIWE'[n % 5]} Module${n % 100}: request ${n} took ${n % 977} ms for item "tea"`,
      );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

function fill(bytes: Buffer, ring: LogRing): number {
  const parser = new LogcatParser();
  let taken = 0;
  const lines = new Lines((line) => {
    const record = parser.line(line);
    if (!record) return;
    ring.push(record, parser.continues);
    taken += 1;
  }, 16_384);
  for (let at = 0; at < bytes.length; at += 65_536) lines.push(bytes.subarray(at, at + 65_536));
  return taken;
}

const percentile = (times: number[], share: number): number =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

describe('log ring', () => {
  it('takes lines faster than a device writes them', () => {
    const bytes = logText();
    const times: number[] = [];
    for (let run = 0; run < 5; run++) {
      const ring = new LogRing(count);
      const start = performance.now();
      expect(fill(bytes, ring)).toBe(count);
      times.push(performance.now() - start);
    }
    const perSecond = Math.round(count / (percentile(times, 0.5) / 1_000));
    console.info(`log intake: ${perSecond} lines/s (goal 50000), ${(bytes.length / 1e6).toFixed(1)} MB`);
    expect(perSecond).toBeGreaterThan(50_000);
  });

  it('searches 100,000 records', () => {
    const ring = new LogRing(count);
    for (let n = 0; n < count; n++)
      ring.push({
        timestamp: String(n),
        epochMs: n,
        level: n % 100 === 0 ? 'ERROR' : 'INFO',
        tag: `Module${n % 100}`,
        pid: n % 500,
        tid: n,
        uid: 10_000 + (n % 500),
        process: null,
        buffer: null,
        message: `request ${n} took ${n % 977} ms for item "tea"`,
      });
    const app = { appId: 'org.demo.kettle', pids: new Set([499]), uid: 10_499 };
    const requests = {
      'every record, none fits': { contains: 'not to be found' },
      'by app and words': { app, contains: 'no such' },
      'by level': { minLevel: 'ERROR' },
      'by age and tag': { sinceEpochMs: count - 50, tag: 'Module7' },
    } as const;
    for (const [name, request] of Object.entries(requests)) {
      const times = Array.from({ length: 15 }, () => {
        const start = performance.now();
        ring.newest(logFilter(request), 1_000_000);
        return performance.now() - start;
      });
      const ms = percentile(times, 0.5);
      console.info(`log query over ${ring.size} records, ${name}: ${ms.toFixed(1)} ms (goal 50)`);
      expect(ms).toBeLessThan(50);
    }
  });
});

describe('freshness under load', () => {
  let phone: Phone;
  let adbServer: VirtualAdbServer;
  let source: AndroidSource;
  let logs: LogsFacet;
  let op: Operation;

  beforeAll(async () => {
    phone = createPhone({ clock: systemClock, version: '14' });
    adbServer = await startVirtualAdbServer({ phones: [phone] });
    source = new AndroidSource({
      address: { host: adbServer.host, port: adbServer.port },
      clock: systemClock,
    });
    op = Operation.start(300_000);
    const device = await source.open(op, phone.serial);
    if (!device.logs) throw new Error('no logs');
    logs = device.logs;
  });

  afterAll(async () => {
    op[Symbol.dispose]();
    await source.close();
    await adbServer.close();
    phone.close();
  });

  const log = (message: string, tag: string): void =>
    phone.log.append({ uid: 10_999, pid: 9, tid: 9, priority: 'I', tag, message, buffer: 'main' });

  it.each([0, 50, 500])('sees the line that was just logged among %i others', async (others) => {
    const times: number[] = [];
    let fromStream = 0;
    let complete = 0;
    for (let round = 0; round < 200; round++) {
      for (let n = 0; n < others; n++) log(`noise ${round} ${n}`, 'Noise');
      log(`proof ${others} ${round}`, 'Proof');
      const start = performance.now();
      const reading = await logs.query(op, { tag: 'Proof', limit: 1 });
      times.push(performance.now() - start);
      if (reading.from === 'stream') fromStream += 1;
      if (reading.records[0]?.message === `proof ${others} ${round}`) complete += 1;
    }
    const [p50, p95] = [percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)];
    console.info(
      `log query right after a line among ${others}: p50 ${p50} ms, p95 ${p95} ms, ${fromStream}/200 from the stream, ${complete}/200 complete`,
    );
    expect(complete).toBe(200);
  });
});
