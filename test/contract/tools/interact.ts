/** Touches and keys: what reached the phone, once, and what was refused. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed } from '../../harness.ts';
import { codeOf, compactFields, good, sentDuring, textOn, viewOf } from '../reading.ts';
import type { ToolBed } from './tool-bed.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';
const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;
const light = { verificationMode: 'light' } as const;

export function interactContract({ made, call, start, handleOf, same }: ToolBed): void {
  let bed: TestBed;
  beforeEach(() => {
    bed = made();
  });

  describe('interact', () => {
    test('tap reaches exactly the point, once', async () => {
      start(shop);
      const sent = await sentDuring(bed, async () => {
        const { bounds } = viewOf(bed, 'remember_me') ?? { bounds: [0, 0, 0, 0] };
        const [left = 0, top = 0, right = 0, bottom = 0] = bed.traits.bounds(bounds);
        const at = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
        const data = good(await call('tap', at));
        expect(data).toMatchObject({
          action_type: 'tap',
          lifecycle_state: 'verified',
          verification: { mode: 'full', status: 'verified', changed: true, stable: true },
          target: { selector: at, resolved: { bounds: expect.any(Array) } },
        });
      });
      expect(sent).toMatchObject([{ kind: 'tap', view: `${shop}:id/remember_me` }]);
      expect(viewOf(bed, 'remember_me')?.checked).toBe(false);
    });

    same('compact results hold only what the contract lists', async () => {
      start(shop);
      const target = { selector: { text: 'Remember me' }, responseMode: 'compact' };
      for (const verificationMode of ['none', 'light', 'full']) {
        const answer = await call('tap_element', { ...target, verificationMode });
        const data = good(answer);
        for (const field of Object.keys(data)) expect(compactFields, field).toContain(field);
        expect(new Set(Object.keys(data['evidence'] as object))).toEqual(
          new Set(['action_id', 'correlation_id', 'session_id']),
        );
        expect(answer.texts[0]?.length).toBeLessThanOrEqual(verificationMode === 'light' ? 1_500 : 500);
      }
    });

    same('tap_element by selector and by handle; a tap that did nothing is explained', async () => {
      start(shop);
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('tap_element', { selector: { text: 'Remember me' }, ...none }));
        expect(data).toMatchObject({
          lifecycle_state: 'pending_verification',
          verification: { mode: 'none', status: 'not_requested' },
          target: {
            selector: { text: 'Remember me' },
            resolved: {
              ...bed.traits.resolvedLabel('Remember me'),
              resource_id: bed.traits.resourceId(shop, 'remember_me'),
              role: 'checkbox',
            },
          },
        });
        good(await call('tap_element', { elementId: await handleOf('Remember me'), ...none }));
        const nothing = good(await call('tap_element', { selector: { text: 'Welcome back' } }));
        expect(nothing['verification']).toMatchObject({ changed: false });
        expect(nothing['next_step']).toContain('Nothing changed');
      });
      expect(sent.map(({ view }) => view)).toEqual([
        `${shop}:id/remember_me`,
        `${shop}:id/remember_me`,
        null, // nothing takes a touch there
      ]);
    });

    same(
      'tap_element refuses what is absent, doubled, disabled, stale or foreign, and sends nothing',
      async () => {
        start(shop);
        const handle = await handleOf('Remember me');
        const wait = { timeoutMs: 100 };
        const sent = await sentDuring(bed, async () => {
          const refused = async (args: Record<string, unknown>): Promise<string | null> => {
            const answer = await call('tap_element', args);
            if ('failure_code' in answer.data) {
              expect(answer.data).toMatchObject({
                success: false,
                dispatch_started: false,
                delivery_status: 'not_delivered',
                recovery: { runtime_code: answer.data['failure_code'], max_recovery_attempts: 3 },
              });
            }
            return codeOf(answer);
          };
          expect(await refused({ selector: { text: 'Sign out' }, waitFor: wait })).toBe('ELEMENT_NOT_FOUND');
          expect(await refused({ selector: { text: 'Sign in' }, waitFor: wait })).toBe(
            'ELEMENT_NOT_INTERACTABLE',
          );
          expect(await refused({ elementId: 'e9999zz' })).toBe('STALE_REFERENCE');
          start(notes);
          expect(await refused({ elementId: handle })).toBe('STALE_REFERENCE');
          start(gallery, `${gallery}.EqualRowsActivity`);
          expect(await refused({ selector: { text: 'Choose' }, waitFor: wait })).toBe('AMBIGUOUS_TARGET');
        });
        // The starts are the test's own.
        expect(sent.filter(({ kind }) => kind === 'tap')).toEqual([]);
        const third = { selector: { text: 'Choose' }, waitFor: { match: { index: 2 } }, ...none };
        good(await call('tap_element', third));
        expect(textOn(bed, 'chosen')).toBe('Chosen row: 3');
      },
    );

    same('a guard lets through the revision that it names and nothing else', async () => {
      start(shop);
      const tree = good(await call('get_ui_tree'));
      const pinned = { platform: bed.traits.platform, deviceId: bed.serials[0] };
      const expectedState = {
        snapshotSessionId: tree['snapshot_session_id'],
        snapshotRevision: tree['snapshot_revision'],
      };
      const target = { selector: { text: 'Remember me' }, ...pinned, ...none };
      const sent = await sentDuring(bed, async () => {
        expect(good(await call('tap_element', { ...target, expectedState }))).toMatchObject({
          condition: { status: 'matched' },
        });
        const blocked = await call('tap_element', { ...target, expectedState });
        expect(blocked.isError).toBe(true);
        expect(blocked.data).toMatchObject({
          failure_code: 'PRECONDITION_FAILED',
          retryable: false,
          dispatch_started: false,
          delivery_status: 'not_delivered',
          condition: { status: 'mismatch', observed: { elements: expect.any(Array) } },
        });
      });
      expect(sent).toHaveLength(1);
    });

    same('long_press holds an element as long as asked', async () => {
      start(notes);
      const sent = await sentDuring(bed, async () => {
        good(await call('long_press', { selector: { text: 'Shopping list' }, durationMs: 700 }));
      });
      expect(sent).toMatchObject([{ kind: 'long_press' }]);
      expect(good(await call('find_element', { query: 'Delete note?', exact: true }))['found']).toBe(true);
    });

    same('long_press holds 700 ms unless told, and says so', async () => {
      start(notes);
      const sent = await sentDuring(bed, async () => {
        const pressed = good(await call('long_press', { selector: { text: 'Shopping list' } }));
        expect(pressed).toMatchObject({ details: { duration_ms: 700 } });
      });
      expect(sent).toMatchObject([{ kind: 'long_press' }]);
      expect(Number(sent[0]?.detail['durationMs'])).toBeGreaterThanOrEqual(700);
    });

    same('swipe moves a list; scroll_to_element brings the last entry in', async () => {
      start(notes);
      const [from, to] = [bed.traits.at(0.5, 0.66), bed.traits.at(0.5, 0.4)];
      const sent = await sentDuring(bed, async () => {
        good(await call('swipe', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration: 100, ...light }));
      });
      const { scale } = bed.traits;
      expect(sent).toMatchObject([
        {
          kind: 'swipe',
          detail: { x1: from.x * scale, y1: from.y * scale, x2: to.x * scale, y2: to.y * scale },
        },
      ]);
      start('com.android.settings');
      const found = good(
        await call('scroll_to_element', { selector: { text: 'About phone' }, maxScrolls: 15, ...none }),
      );
      expect(found).toMatchObject({ success: true, details: { visible: true } });
      const missed = await call('scroll_to_element', { selector: { text: 'No such row' }, maxScrolls: 15 });
      expect(codeOf(missed)).toBe('ELEMENT_NOT_FOUND');
    });

    same('adjust_control sets a box, and refuses what is no control', async () => {
      start(shop);
      const selector = { text: 'Remember me' };
      const data = good(await call('adjust_control', { selector, property: 'checked', targetValue: false }));
      expect(data['success']).toBe(true);
      expect(viewOf(bed, 'remember_me')?.checked).toBe(false);
      const heading = { selector: { text: 'Welcome back' }, targetValue: 3 };
      expect(codeOf(await call('adjust_control', heading))).toBe('SEMANTIC_MISMATCH');
    });

    test('type_text and press_key', async () => {
      start(gallery, `${gallery}.FieldsActivity`);
      const typed = good(
        await call('type_text', { selector: { resource_id: 'plain' }, text: 'two words', ...light }),
      );
      expect(typed['details']).toMatchObject({ method: bed.traits.typing, characters: 9, matches: true });
      expect(textOn(bed, 'plain')).toBe('two words');
      const sent = await sentDuring(bed, async () => {
        good(await call('press_key', { key: 'delete', ...none }));
        const odd = await call('press_key', { key: 'warp_drive', ...none });
        expect(codeOf(odd)).toBe('INVALID_ARGUMENT');
      });
      expect(sent.map(({ kind, detail }) => [kind, detail['code']])).toEqual([['key', 67]]);
      expect(textOn(bed, 'plain')).toBe('two word');
    });

    test('press_back goes back, or says that this platform has no such key and sends nothing', async () => {
      start(notes);
      good(await call('tap_element', { selector: { text: 'New note' }, ...none }));
      const sent = await sentDuring(bed, async () => {
        const answer = await call('press_back', none);
        if (bed.traits.backKey) return void good(answer);
        expect(codeOf(answer)).toBe('PLATFORM_NOT_SUPPORTED');
        expect(JSON.stringify(answer.data)).toContain('navigation bar');
      });
      expect(sent.map(({ kind, detail }) => [kind, detail['code']])).toEqual(
        bed.traits.backKey ? [['key', 4]] : [],
      );
    });
  });
}
