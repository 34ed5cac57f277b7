import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await makeTestBed();
});
afterAll(() => bed.close());

test('a handle read off an annotated picture, in capitals, names the same element', async () => {
  bed.open('com.example.shop');
  const wait = await bed.call('wait_for_ui', { selector: { text: 'Remember me' } });
  const handle = String((wait.data['element'] as { elementId: string }).elementId);
  const answer = await bed.call('tap_element', { elementId: handle.toUpperCase(), verificationMode: 'none' });
  expect(answer.isError).toBe(false);
  expect(bed.phone.record.at(-1)?.view).toContain('remember_me');
});
