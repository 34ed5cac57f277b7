import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from './log-event.ts';
import { readPredicate } from './predicate.ts';

const event: LogEvent = {
  epochMs: 0,
  messageType: 'Error',
  eventMessage: 'Checkout failed: "500" at C:\\shop',
  subsystem: 'com.example.shop',
  category: 'Shop',
  processID: 2113,
  threadID: 2113,
  processImagePath: '/x/Shop.app/ShopApp',
  senderImagePath: '/x/Shop.app/ShopApp',
  order: 1,
};

test.each([
  'subsystem == "com.example.shop"',
  "subsystem = 'com.example.shop'",
  'process == "ShopApp"',
  'process == 2113',
  'processImagePath ENDSWITH "/Shop.app/ShopApp"',
  'eventMessage CONTAINS[c] "checkout FAILED"',
  'eventMessage CONTAINS "\\"500\\" at C:\\\\shop"',
  'messageType == error',
  'messageType == "error"',
  'eventMessage BEGINSWITH[cd] "check" AND NOT (category == "x" OR messageType == debug)',
  'messageType IN {"error", "fault"} && processID >= 2000',
  'eventMessage LIKE "Checkout*" and subsystem != "a"',
  'eventMessage MATCHES ".*failed.*" || category == "y"',
])('%s holds', (text) => {
  expect(readPredicate(text)?.(event)).toBe(true);
});

test.each([
  'subsystem == "com.example"',
  'NOT process == "ShopApp"',
  'messageType == fault',
  'eventMessage CONTAINS "checkout"',
])('%s does not', (text) => {
  expect(readPredicate(text)?.(event)).toBe(false);
});

test.each([
  '',
  'subsystem',
  'subsystem == com.example.shop',
  'procces == "x"',
  'subsystem == "a" AND',
  '(subsystem == "a"',
  'messageType == severe',
  'subsystem == "open',
  'eventMessage HAS "x"',
])('%j is refused', (text) => {
  expect(readPredicate(text)).toBeNull();
});

describe('any text', () => {
  test('is found when it is quoted as log wants it', () => {
    fc.assert(
      fc.property(fc.string(), (message) => {
        const quoted = message.replace(/["\\]/g, '\\$&');
        return readPredicate(`eventMessage == "${quoted}"`)?.({ ...event, eventMessage: message }) === true;
      }),
    );
  });
});
