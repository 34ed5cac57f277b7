import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { parseUnified, unifiedTime } from './parse-unified.ts';

const event = {
  timestamp: '2026-10-02 22:17:19.556078+0930',
  messageType: 'Error',
  eventType: 'logEvent',
  eventMessage: 'Checkout failed',
  subsystem: 'com.example.shop',
  category: 'cart',
  processID: 4321,
  processImagePath: '/sim/Shop.app/Shop App',
  senderImagePath: '/sim/Shop.app/Shop App',
  threadID: 123_456,
  machTimestamp: 987_654_321,
  userID: 501,
};

function line(change: Record<string, unknown> = {}): string {
  return JSON.stringify({ ...event, ...change }).replace('{', '{"traceID":9127500000000000005,');
}

it('keeps level, process, thread and category', () => {
  expect(parseUnified(line())).toEqual({
    messageType: 'Error',
    key: '987654321 Error 123456 15 Checkout failed',
    record: {
      timestamp: '2026-10-02 22:17:19.556078+0930',
      epochMs: Date.UTC(2026, 9, 2, 12, 47, 19, 556),
      level: 'ERROR',
      tag: 'com.example.shop:cart',
      pid: 4321,
      tid: 123_456,
      uid: 501,
      process: 'Shop App',
      buffer: null,
      message: 'Checkout failed',
    },
  });
});

it.each([
  ['Default', 'INFO'],
  ['Info', 'INFO'],
  ['Debug', 'DEBUG'],
  ['Error', 'ERROR'],
  ['Fault', 'FATAL'],
])('takes %s for %s', (messageType, level) => {
  expect(parseUnified(line({ messageType }))?.record.level).toBe(level);
});

it.each([
  '',
  'Filtering the log data using "process == "Shop App""',
  '{"count":7,"finished":1}',
  line({ eventType: 'activityCreateEvent' }),
  line({ eventType: 'signpostEvent' }),
  line().slice(0, 80),
  'null',
  '[]',
])('passes over %j', (text) => {
  expect(parseUnified(text)).toBeNull();
});

it('tells two events apart whose ids differ only beyond 2^53', () => {
  const [one, two] = ['9007199254740993', '9007199254740992'].map(
    (mach) => parseUnified(line().replace('"machTimestamp":987654321', `"machTimestamp":${mach}`))?.key,
  );
  expect(one).not.toBe(two);
});

it('is not misled by keys inside a message', () => {
  const message = 'sent {"machTimestamp":1,"threadID":2}';
  expect(parseUnified(line({ eventMessage: message }))?.key).toMatch(/^987654321 \w+ 123456 /);
});

it('works with missing keys and colours', () => {
  const bare = {
    timestamp: event.timestamp,
    eventMessage: '\u001b[32mhi\u001b[0m',
    senderImagePath: '/a/libX',
  };
  expect(parseUnified(JSON.stringify(bare))?.record).toMatchObject({
    message: 'hi',
    tag: 'libX',
    pid: 0,
    tid: null,
    process: null,
    level: 'INFO',
  });
});

it.each([
  ['2026-10-02 22:17:19+0000', Date.UTC(2026, 9, 2, 22, 17, 19)],
  ['2026-10-02 22:17:19.5-0230', Date.UTC(2026, 9, 3, 0, 47, 19, 500)],
  ['2026-10-02 22:17:19', null],
  ['yesterday', null],
])('reads the time %s', (text, epochMs) => {
  expect(unifiedTime(text)).toBe(epochMs);
});

it('never throws, whatever the values', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(event)), fc.jsonValue()), (values) => {
      parseUnified(line(values));
      parseUnified(JSON.stringify(values));
    }),
  );
});
