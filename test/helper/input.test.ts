/** Input through the helper: what the phone received, text of any script, fingers, values of controls. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { expect, it } from 'vitest';
import type { InputFacet } from '../../src/devices/port/input.ts';
import type { ScreenFacet } from '../../src/devices/port/screen.ts';
import type { UiElement } from '../../src/ui/ui-tree.ts';
import { makeTestBed } from '../harness.ts';
import { type HelperBed, type HelperBedOptions, helperBed } from './helper-bed.ts';

interface Gallery extends HelperBed {
  readonly screen: ScreenFacet;
  readonly input: InputFacet;
  find(id: string): Promise<UiElement>;
  op(): Dispatch;
}

async function gallery(activity: string, options: HelperBedOptions = {}): Promise<Gallery> {
  const bed = await helperBed(options);
  const { screen, input } = bed.device;
  if (!screen || !input) throw new Error('This device has no screen or no input.');
  bed.phone.start('com.example.gallery', activity);
  const op = (): Dispatch => startDispatch(10_000);
  const find = async (id: string): Promise<UiElement> => {
    const { elements } = await screen.read(op());
    const found = elements.find(({ resourceId }) => resourceId?.endsWith(id));
    if (!found) throw new Error(`no ${id}`);
    return found;
  };
  return { ...bed, screen, input, op, find };
}

it('touches, holds, strokes and presses keys without a device command', async () => {
  const bed = await gallery('.FieldsActivity');
  await bed.screen.read(bed.op());
  bed.adbServer.clearCommands();
  await bed.input.tap(bed.op(), [10.4, 900]);
  await bed.input.longPress(bed.op(), { at: [20, 900], durationMs: 700 });
  await bed.input.swipe(bed.op(), { from: [500, 1500], to: [500, 900], durationMs: 120 });
  await bed.input.key(bed.op(), 'tab');
  await bed.input.back?.(bed.op());
  expect(bed.adbServer.commands()).toEqual([]);
  expect(bed.phone.record.slice(-5).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['tap', { x: 10, y: 900, displayId: 0 }],
    ['long_press', { x: 20, y: 900, durationMs: 700, displayId: 0 }],
    ['swipe', { x1: 500, y1: 1500, x2: 500, y2: 900, durationMs: 120, displayId: 0 }],
    ['key', { code: 61, meta: 0, longPress: 0 }],
    ['key', { code: 4, meta: 0, longPress: 0 }],
  ]);
});

it('moves two fingers apart and together, and refuses what has no room', async () => {
  const bed = await gallery('.FieldsActivity');
  await bed.screen.read(bed.op());
  const area = [100, 400, 900, 1200] as const;
  for (const scale of [2, 0.5, 3]) await bed.input.pinch?.(bed.op(), { center: [500, 800], area, scale });
  const pinches = bed.phone.record.filter(({ kind }) => kind === 'pinch').map(({ detail }) => detail);
  expect(pinches).toEqual([2, 0.5, 3].map((scale) => ({ x: 500, y: 800, scale, displayId: 0 })));
  const narrow = { center: [110, 800] as const, area, scale: 8 };
  const refused = await bed.input.pinch?.(bed.op(), narrow).catch((error: unknown) => error);
  expect(isFault(refused, 'INVALID_ARGUMENT')).toBe(true);
  expect(bed.phone.record.filter(({ kind }) => kind === 'pinch')).toHaveLength(3);
});

it('sets the value of a control by its accessibility action', async () => {
  const bed = await helperBed();
  bed.phone.start('com.android.settings', '.DisplayActivity');
  using dispatch = startDispatch(10_000);
  const slider = async (): Promise<UiElement | undefined> =>
    (await bed.device.screen?.read(dispatch))?.elements.find(({ role }) => role === 'slider');
  const before = await slider();
  if (!before) throw new Error('no slider');
  const adjustment = { bounds: before.bounds, resourceId: before.resourceId, value: 40 };
  await bed.device.input?.adjust?.(dispatch, adjustment);
  expect((await slider())?.state.value).toBe(40);
  expect(bed.phone.record.at(-1)?.kind).toBe('set_progress');
});

const texts: Readonly<Record<string, string>> = {
  emoji: '👩‍👩‍👧‍👦 🇩🇪 ☕️ naïve',
  'right to left': 'שלום עולם مرحبا',
  CJK: '日本語と中文 한국어',
  'combining marks': 'e\u0301 \u1eb9\u0301 Ω≈ç√',
  '5,000 ASCII characters': 'abcdefghi '.repeat(500),
  '5,000 characters of two units': '𝒜'.repeat(2_500),
  'shell and JSON characters': `"'\\$(rm -rf /)\`;&|<>#%s\u2028 é`,
};

it.each(Object.entries(texts))('types %s exactly', async (_what, text) => {
  const bed = await makeTestBed({ helper: true });
  try {
    bed.open('com.example.notes');
    const list = await bed.call('get_ui_tree', { responseMode: 'outline' });
    expect(list.isError).toBe(false);
    bed.open('com.example.gallery', '.FieldsActivity');
    const target = { selector: { resource_id: 'plain' }, text, clear: true };
    const answer = await bed.call('type_text', target);
    expect(answer.isError, answer.texts[0]?.slice(0, 500)).toBe(false);
    expect(answer.data['details']).toMatchObject({ matches: true, method: 'helper set text' });
    const sets = bed.phone.record.filter(({ kind }) => kind === 'set_text');
    expect(sets.at(-1)?.detail['text']).toBe(text);
    expect(sets.filter(({ detail }) => detail['text'] === text)).toHaveLength(1);
  } finally {
    await bed.close();
  }
});

it('puts text behind what is there, and pastes what the server would misread', async () => {
  const bed = await gallery('.FieldsActivity');
  const field = await bed.find('plain');
  await bed.input.tap(bed.op(), field.center);
  await bed.input.type(bed.op(), 'eins');
  expect(await bed.input.type(bed.op(), ' zwei é')).toEqual({ method: 'helper set text' });
  expect((await bed.find('plain')).text).toBe('eins zwei é');
  const odd = ' ends in é\\n';
  expect(await bed.input.type(bed.op(), odd)).toEqual({ method: 'helper clipboard paste' });
  expect((await bed.find('plain')).text).toBe(`eins zwei é${odd}`);
  await bed.input.clear(bed.op(), 30);
  expect((await bed.find('plain')).state.text_value).toBe('');
});

it('never writes the bullets of a masked field back into it', async () => {
  const bed = await gallery('.FieldsActivity');
  const field = await bed.find('password');
  await bed.input.tap(bed.op(), field.center);
  await bed.input.type(bed.op(), 'secret');
  const more = 'x'.repeat(60);
  await bed.input.type(bed.op(), more);
  expect(await bed.input.type(bed.op(), 'é')).toEqual({ method: 'helper clipboard paste' });
  const sent = bed.phone.record.filter(({ kind }) => kind === 'set_text' || kind === 'paste');
  expect(JSON.stringify(sent)).not.toContain('•');
});

it('starts for a text that only it can type', async () => {
  const bed = await gallery('.FieldsActivity', { idleReleaseMs: 40 });
  const field = await bed.find('plain');
  await bed.input.tap(bed.op(), field.center);
  await expect.poll(() => bed.helper.running, { interval: 5 }).toBe(false);
  await bed.input.canType?.(bed.op(), 'Ω');
  expect(await bed.input.type(bed.op(), 'Ω')).toEqual({ method: 'helper set text' });
});

it('sets and reads the clipboard where the shell of the device has no command for it', async () => {
  const bed = await makeTestBed({ helper: true });
  try {
    const text = 'paste me: 日本 👍 "$(id)"\nnext line';
    const set = await bed.call('set_clipboard', { text, sensitive: true });
    expect(set.data).toMatchObject({ set: true });
    expect(set.texts.join()).not.toContain('日本');
    expect(bed.phone.clipboard).toBe(text);
    // Lines stay lines; what a reader cannot see is shown as an escape.
    expect((await bed.call('get_clipboard')).data).toMatchObject({ text });
    bed.phone.clipboard = '';
    expect((await bed.call('get_clipboard')).data).toMatchObject({
      error: {
        code: 'CAPABILITY_MISSING',
        message: expect.stringContaining('does not allow the helper to read'),
      },
    });
    const [helper] = bed.helpers;
    helper?.faults.add({ when: /set_clipboard/, times: 1, do: { kind: 'cut' } });
    expect((await bed.call('set_clipboard', { text: 'x' })).data).toMatchObject({
      error: { code: 'CAPABILITY_MISSING', retryable: true },
    });
    expect((await bed.call('set_clipboard', { text: 'y' })).data).toMatchObject({ set: true });
    expect(bed.phone.clipboard).toBe('y');
  } finally {
    await bed.close();
  }
});
