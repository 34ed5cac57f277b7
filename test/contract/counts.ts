/** What a warm call costs on either tier: commands and requests counted on the phone's side, and no process at all. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed } from '../harness.ts';
import type { BedScope } from './beds.ts';
import { asked, good, kindsAsked, textOn } from './reading.ts';

const shop = 'com.example.shop';
const none = { verificationMode: 'none' } as const;

/** Processes that this one has started and that still are, by /proc; null where there is none. */
function children(): number | null {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => parentOf(pid) === process.pid).length;
  } catch {
    return null; // no /proc on this system
  }
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null; // it ended meanwhile
  }
}

const reads = (bed: TestBed): number => kindsAsked(bed).filter((kind) => kind === 'read').length;

export function countContract({ bed: made, same }: BedScope): void {
  let bed: TestBed;
  let handle = '';
  const counted = async (name: string, args: Record<string, unknown> = {}): Promise<number> => {
    bed.wire.clear();
    good(await bed.call(name, args));
    return kindsAsked(bed).length;
  };
  /** A place on the form where nothing is. */
  const free = () => bed.traits.at(0.5, 0.79);

  beforeEach(async () => {
    bed = made();
    if (handle !== '') return;
    bed.open(shop);
    const found = good(await bed.call('find_element', { query: 'Remember me', exact: true }));
    handle = String((found['element'] as { elementId: string }).elementId);
    good(await bed.call('get_logs'));
  });

  describe('device commands, warm', () => {
    test('tap: one without a look, two with one look', async () => {
      expect(await counted('tap', { ...free(), ...none })).toBe(1);
      expect(await counted('tap', { ...free(), ...none, responseMode: 'compact' })).toBe(1);
      expect(await counted('tap', { ...free(), verificationMode: 'light' })).toBe(2);
    });

    same('tap_element: two without a look, by selector and by handle', async () => {
      expect(await counted('tap_element', { selector: { text: 'Remember me' }, ...none })).toBe(2);
      expect(await counted('tap_element', { elementId: handle, ...none })).toBe(2);
    });

    same('tap_element: at most four when the screen is watched until it stands still', async () => {
      for (const target of [{ elementId: handle }, { selector: { text: 'Remember me' } }]) {
        // The clock of the status bar may turn over between two readings: then there is one more, rightly.
        const minute = textOn(bed, 'clock');
        const first = await counted('tap_element', target);
        const count = textOn(bed, 'clock') === minute ? first : await counted('tap_element', target);
        expect(count, asked(bed).join('\n')).toBeLessThanOrEqual(4);
      }
    });

    same('expect_screen: one', async () => {
      const screen = bed.traits.activities ? '.LoginActivity' : shop;
      expect(await counted('expect_screen', { screen })).toBe(1);
    });

    same.each([
      ['get_ui_tree', {}],
      ['get_ui_tree', { responseMode: 'outline' }],
      ['wait_for_ui', { selector: { text: 'Remember me' }, condition: 'clickable' }],
      ['expect_element_visible', { selector: { text: 'Remember me' } }],
      ['find_element', { query: 'Remember me' }],
      ['get_current_screen', {}],
      ['capture_screenshot', {}],
      ['press_key', { key: 'tab', ...none }],
    ])('%s %o: one', async (name, args) => {
      expect(await counted(name, args)).toBe(1);
    });

    same('swipe and long_press: one', async () => {
      const [from, to] = [free(), bed.traits.at(0.5, 0.62)];
      const swipe = { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration: 50, ...none };
      expect(await counted('swipe', swipe), asked(bed).join('\n')).toBe(1);
      expect(await counted('long_press', { ...from, ...none }), asked(bed).join('\n')).toBe(1);
    });

    same('get_screen_fingerprint: at most two', async () => {
      expect(await counted('get_screen_fingerprint')).toBeLessThanOrEqual(2);
    });

    test('get_logs: from memory but for the newest lines, which are fetched with the clock of the device', async () => {
      // The log of a whole iPhone is thousands of lines a second: only apps have a stream there.
      const whose = bed.traits.platform === 'ios' ? { appId: shop } : {};
      good(await bed.call('get_logs', whose));
      expect(await counted('get_logs', { ...whose, limit: 5 })).toBeLessThanOrEqual(1);
      for (const what of asked(bed)) expect(what).toMatch(/logcat -d .* -t \d{9,}\.\d+$|^list_apps$/);
    });

    same('a light look is one read begun after the input, with no read before it', async () => {
      bed.wire.clear();
      const data = good(await bed.call('tap', { ...free(), verificationMode: 'light' }));
      expect(data['verification']).toMatchObject({ status: 'observed', reads: 1 });
      expect(kindsAsked(bed)).toEqual(['input', 'read']);
      const tap = bed.phone.record.at(-1);
      expect(tap?.kind).toBe('tap');
      // Requests to the helper are kept without their time; they came in this order over one connection.
      if (bed.helpers.length > 0) return;
      const read = bed.wire.asked().at(-1);
      expect(read?.atMs).toBeGreaterThanOrEqual(tap?.atMs ?? Number.POSITIVE_INFINITY);
    });

    same('no look at all means no read after the input', async () => {
      bed.wire.clear();
      good(await bed.call('tap_element', { selector: { text: 'Remember me' }, ...none }));
      expect(kindsAsked(bed)).toEqual(['read', 'input']);
    });

    same('the 13-step journey reads six times', async () => {
      bed.phone.forceStop('com.example.latency');
      bed.wire.clear();
      const wait = (id: string, resource_id: string) => ({ id, type: 'wait', selector: { resource_id } });
      const tap = (id: string, resource_id: string) => ({ id, type: 'tap', selector: { resource_id } });
      const sees = (id: string, text: string) => ({
        id,
        type: 'assert',
        assertion: { kind: 'element_visible', selector: { text } },
      });
      const data = good(
        await bed.call('run_journey', {
          platform: bed.traits.platform,
          defaults: { verificationMode: 'light' },
          steps: [
            { id: 'launch', type: 'start_app', appId: 'com.example.latency' },
            wait('w1', 'open_detail'),
            tap('t1', 'open_detail'),
            wait('w2', 'activate'),
            tap('t2', 'activate'),
            sees('a1', 'Activated'),
            bed.traits.backKey ? { id: 'back', type: 'press_back' } : tap('back', 'BackButton'),
            wait('w3', 'reopen'),
            sees('a2', 'Visits: 1'),
            tap('t3', 'reopen'),
            sees('a3', 'Status: active'),
            wait('w4', 'state_switch'),
            {
              id: 'a4',
              type: 'assert',
              assertion: {
                kind: 'state_equals',
                selector: { resource_id: 'state_switch' },
                property: 'checked',
                expected: true,
              },
            },
          ],
        }),
      );
      expect(data['success'], JSON.stringify(data['steps']).slice(0, 1_000)).toBe(true);
      expect(reads(bed)).toBe(6);
      bed.open(shop);
    });
  });

  same('no process is started by any of it', async () => {
    const before = children();
    if (before === null) return;
    for (let round = 0; round < 3; round++) {
      good(await bed.call('get_ui_tree', { responseMode: 'outline' }));
      good(await bed.call('tap', { ...free(), ...none }));
      good(await bed.call('start_app', { appId: shop, verificationMode: 'light' }));
      good(await bed.call('get_logs', { limit: 5 }));
      expect(children()).toBe(before);
    }
  });
}
