/** Reading answers and the phone: what tests of the contract ask again and again. */

import type { InputRecord, ViewNode } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { expect } from 'vitest';
import type { Answer, TestBed } from '../harness.ts';
import type { Kind } from '../wire.ts';

/** What the contract lists for every action in full, in any order. */
export const envelopeFields = [
  'action_id',
  'timestamp',
  'action_type',
  'lifecycle_state',
  'source_module',
  'device',
  'target',
  'success',
  'trace',
  'ui_fingerprint_before',
  'ui_fingerprint_after',
  'verification',
  'controls',
  'timing',
  'evidence',
];

/** What it lists for compact answers; nothing else may stand there. */
export const compactFields = new Set([
  'action_id',
  'action_type',
  'success',
  'lifecycle_state',
  'failure_code',
  'retryable',
  'delivery_status',
  'dispatch_started',
  'verification',
  'state_delta',
  'state_delta_available',
  'condition',
  'evidence',
  'timing',
]);

type Wire = Record<string, unknown>;

/** The answer's data, once it is known to be no error. */
export function good({ isError, data, texts }: Answer): Wire {
  expect(isError, texts[0]?.slice(0, 600)).toBe(false);
  return data;
}

export interface WireFault {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly next_step: string;
  readonly details?: Wire;
}

/** The fault of a refused call, its wire form checked. */
export function refusal({ isError, structured, texts }: Answer): WireFault {
  expect(isError, texts[0]?.slice(0, 600)).toBe(true);
  expect(structured).toBe(false);
  expect(texts).toHaveLength(1);
  const [text = ''] = texts;
  expect(text.length).toBeLessThanOrEqual(2_000);
  const { success, error } = JSON.parse(text) as { success: boolean; error: WireFault };
  expect(success).toBe(false);
  expect(error.message).not.toBe('');
  expect(error.next_step).not.toBe('');
  expect(typeof error.retryable).toBe('boolean');
  return error;
}

/** The code of an answer that failed in either way: as a refused call or as an action's envelope. */
export function codeOf({ isError, data }: Answer): string | null {
  if (!isError) return null;
  const error = data['error'] as WireFault | undefined;
  return error?.code ?? String(data['failure_code']);
}

/** The phone's own view with this id (its part behind the slash), wherever it stands. */
export function viewOf(bed: TestBed, id: string): ViewNode | undefined {
  const within = (node: ViewNode): ViewNode | undefined => {
    if (node.resourceId === id || node.resourceId.endsWith(`/${id}`)) return node;
    for (const child of node.children) {
      const found = within(child);
      if (found) return found;
    }
    return undefined;
  };
  for (const { root } of bed.phone.windows()) {
    const found = within(root);
    if (found) return found;
  }
  return undefined;
}

export function textOn(bed: TestBed, id: string): string | undefined {
  return viewOf(bed, id)?.text;
}

/** What reached the phone while `work` ran and until it is quiet. */
export async function sentDuring(
  bed: TestBed,
  work: () => Promise<unknown>,
): Promise<readonly InputRecord[]> {
  const from = bed.phone.record.length;
  await work();
  await quiet(bed);
  return bed.phone.record.slice(from);
}

/** Nothing else runs on the phone for its clients. */
export async function quiet(bed: TestBed): Promise<void> {
  const running = (): number =>
    bed.wire.asked().filter(({ ended, resident }) => ended === 'running' && !resident).length;
  await expect.poll(running, { timeout: 5_000, interval: 5 }).toBe(0);
}

export function services(bed: TestBed): string[] {
  return bed.adbServer.commands().map(({ service }) => service);
}

/** Everything that the device was asked. */
export function asked(bed: TestBed): string[] {
  return bed.wire.asked().map(({ what }) => what);
}

/** What lies at points of a blank bar is asked beside a reading: left out here, and counted where bars are tested. */
export function kindsAsked(bed: TestBed): Kind[] {
  return bed.wire
    .asked()
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'probe');
}

/** A call that must be right after whatever went before. */
export async function works(bed: TestBed): Promise<void> {
  const screen = good(await bed.call('get_current_screen', { deviceId: bed.serials[0] }));
  expect(screen['package']).toBe(bed.traits.appId(bed.phone.resumedActivity()?.packageName ?? ''));
  const read = () => bed.call('get_ui_tree', { deviceId: bed.serials[0], responseMode: 'outline' });
  // Where the product's clock runs twenty times as fast, a busy computer can take its whole budget once.
  const first = await read();
  const tree = codeOf(first) === 'TIMEOUT' ? await read() : first;
  good(tree);
  expect(tree.texts[0]).toMatch(/ · revision \d+\n./);
}
