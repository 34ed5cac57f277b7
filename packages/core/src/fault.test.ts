import { expect, test } from 'vitest';
import { asFault, Fault, failedBecause, foreseen } from './fault.ts';

test('shows the client what code decides by', () => {
  const fault = new Fault('DEVICE_UNAVAILABLE', 'gone', {
    reason: 'killed',
    delivery: 'not_delivered',
    details: { tool: 'simctl' },
  });
  expect(fault.details).toEqual({ reason: 'killed', tool: 'simctl', delivery: 'not_delivered' });
  expect(new Fault('UNKNOWN', 'gone').details).toBeUndefined();
});

test('says more of a failure without losing what was known', () => {
  const first = new Fault('TIMEOUT', 'late', { reason: 'hung', details: { a: 1 }, nextStep: 'wait' });
  const more = first.with({ delivery: 'unknown', retryable: false, details: { b: 2 } });
  expect(more).toMatchObject({
    code: 'TIMEOUT',
    message: 'late',
    reason: 'hung',
    delivery: 'unknown',
    retryable: false,
    nextStep: 'wait',
    details: { reason: 'hung', a: 1, b: 2, delivery: 'unknown' },
    cause: first,
  });
});

test('takes no bug for a failure of a device', () => {
  const bug = new TypeError('x is not a function');
  expect(() => foreseen(bug)).toThrow(bug);
  expect(foreseen(asFault(bug)).code).toBe('INTERNAL_ERROR');
  expect(failedBecause(bug, 'killed')).toBe(false);
  expect(failedBecause(new Fault('UNKNOWN', ''), 'killed')).toBe(false);
});
