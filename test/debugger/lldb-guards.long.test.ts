/** What an iPhone answers while LLDB holds its app: nothing is sent, nothing is queued, others are untouched. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appId, at, lldbApp } from './lldb-app.ts';
import type { Stop } from './mcp-debugger.ts';
import { nativePrograms, type Programs } from './native-program.ts';

const found = await nativePrograms();
const missing = typeof found === 'string' ? found : null;
if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);
const programs = found as Programs;
/** On the first screen of the shop. */
const remember = { resource_id: 'remember_me' };

describe.skipIf(missing !== null)('an iPhone whose app stands', () => {
  let world: Awaited<ReturnType<typeof lldbApp>>;

  beforeAll(async () => {
    world = await lldbApp(programs, { serials: ['one', 'two'] });
  });
  afterAll(async () => {
    await world.bed.close();
    programs.remove();
  });
  beforeEach(async () => void (await world.begin()));
  afterEach(async () => {
    await world.tools.detach();
    expect(world.bed.bugs).toEqual([]);
  });

  async function stopped(): Promise<Stop> {
    await world.tools.breakAt(at('added'));
    return await world.tools.stop();
  }

  const device = (index = 0) => ({ platform: 'ios', deviceId: world.bed.serials[index] });

  test('actions, waits and expectations are refused before any native work; looking notes the pause', async () => {
    const { bed } = world;
    const stop = await stopped();
    const [inputs, asked] = [bed.received().length, bed.wire.asked().length];
    const refusals: readonly (readonly [string, Record<string, unknown>])[] = [
      ['tap', { x: 10, y: 10 }],
      ['swipe', { x1: 10, y1: 10, x2: 10, y2: 300, duration: 200 }],
      ['type_text', { text: 'x' }],
      ['start_app', { appId }],
      ['terminate_app', { appId }],
      ['reset_app_data', { appId }],
      ['set_device', { darkMode: true }],
      ['wait_for_ui', { selector: { text: 'x' } }],
      ['expect_element_visible', { selector: { text: 'x' } }],
      ['run_journey', { steps: [{ id: 'a', type: 'tap', selector: remember }] }],
    ];
    for (const [name, args] of refusals) {
      const { texts } = await bed.call(name, { ...device(), ...args });
      expect(texts[0], name).toContain('DEBUGGER_PAUSED');
    }
    const ready = await bed.call('wait_for_app_readiness', device());
    expect(ready.data).toMatchObject({ success: false, readiness: { state: 'debugger_paused' } });
    expect(bed.received()).toHaveLength(inputs);
    expect(bed.wire.asked()).toHaveLength(asked);
    const note = {
      debugger_paused: { debug_session_id: world.tools.debugSessionId, stop_id: stop.stop_id },
    };
    for (const name of ['get_ui_tree', 'capture_screenshot']) {
      const { isError, texts } = await bed.call(name, device());
      expect(isError, texts[0]).toBe(false);
      expect(texts.at(-1)).toBe(JSON.stringify(note));
    }
    const events = await world.tools.own('wait_for_debugger_event', { include: ['ui'] });
    expect(events['ui']).toMatchObject({ outline: expect.any(String) });
    // Nothing of what was refused comes later.
    await world.tools.resume(stop);
    expect(bed.received()).toHaveLength(inputs);
  });

  test('a wait ends in the middle of its polling', async () => {
    const { bed } = world;
    const from = bed.wire.asked().length;
    const waiting = bed.call('wait_for_ui', {
      ...device(),
      selector: { text: 'never there' },
      timeout_ms: 50_000,
      poll_interval_ms: 100,
    });
    await expect.poll(() => bed.wire.asked().length).toBeGreaterThan(from + 1);
    await stopped();
    expect((await waiting).texts[0]).toContain('DEBUGGER_PAUSED');
  });

  test('a journey stops, and keeps the steps that it has done', async () => {
    const { bed } = world;
    const from = bed.wire.asked().length;
    const journey = bed.call('run_journey', {
      ...device(),
      steps: [
        { id: 'tap', type: 'tap', selector: remember },
        { id: 'wait', type: 'wait', selector: { text: 'never there' }, timeoutMs: 30_000 },
        { id: 'never', type: 'tap', selector: remember },
      ],
    });
    await expect
      .poll(() => bed.wire.asked().filter(({ kind }) => kind === 'input').length)
      .toBeGreaterThan(0);
    await expect.poll(() => bed.wire.asked().length).toBeGreaterThan(from + 4);
    const inputs = bed.received().length;
    await stopped();
    const { data } = await journey;
    expect(data).toMatchObject({ success: false, stopped_at_step_id: 'wait' });
    const steps = data['steps'] as Record<string, unknown>[];
    expect(steps).toMatchObject([
      { id: 'tap', status: 'passed' },
      { id: 'wait', status: 'failed', result: { failure_code: 'DEBUGGER_PAUSED' } },
      { id: 'never' },
    ]);
    expect(bed.received()).toHaveLength(inputs);
  });

  test('the other iPhone goes on', async () => {
    await stopped();
    const { data } = await world.bed.call('tap', { ...device(1), x: 10, y: 10 });
    expect(data).toMatchObject({ success: true, delivery_status: 'delivered' });
  });

  test('what happened stands in the timeline in its order', async () => {
    await world.bed.call('tap', { ...device(), x: 10, y: 10 });
    const stop = await stopped();
    await world.tools.resume(stop);
    const { entries } = await world.tools.ok('get_action_timeline', device());
    const lines = (entries as { kind: string; line: string }[])
      .filter(({ kind }) => kind === 'debugger')
      .map(({ line }) => line);
    // The program may have come to the breakpoint again by now.
    const from = lines.findLastIndex((line) => line.includes('attached'));
    expect(lines.slice(from, from + 3)).toEqual([
      expect.stringContaining('attached to ShopApp'),
      expect.stringContaining('stopped (breakpoint) at Cart.add'),
      'debugger: resumed',
    ]);
  });
});
