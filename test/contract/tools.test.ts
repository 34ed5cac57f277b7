/** Every tool through a real client on every bed: main answers, refusals, and what reached the phone. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Bed } from '../harness.ts';
import { onEveryTier } from './beds.ts';
import { asked, codeOf, good, quiet, refusal, sentDuring, textOn, viewOf, works } from './reading.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';
const gallery = 'com.example.gallery';

/** Every envelope field of the contract, in any order. */
const envelope = [
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

const compactFields = new Set([
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

const none = { verificationMode: 'none' } as const;
const light = { verificationMode: 'light' } as const;

/** The tools whose contract is proved here; each must have been called on every bed. */
const groundFloor = [
  ...['list_devices', 'start_app', 'restart_app', 'terminate_app', 'reset_app_data'],
  ...['get_ui_tree', 'get_current_screen', 'get_screen_fingerprint', 'capture_screenshot', 'get_logs'],
  ...['find_element', 'wait_for_ui', 'expect_element_visible', 'expect_state', 'expect_screen'],
  ...['get_app_readiness', 'wait_for_app_readiness', 'wait_for_screen_change', 'wait_for_ui_change'],
  ...['tap', 'tap_element', 'long_press', 'swipe', 'scroll_to_element', 'type_text', 'press_back'],
  ...['press_key', 'adjust_control', 'run_journey', 'classify_action_outcome'],
];

onEveryTier((made, title) => {
  /** What lasts because the phone or a rule of stability wants it so is the same on every version. */
  const once = test.runIf(title === 'Android 14');
  let bed: Bed;
  const covered = new Set<string>();
  const call: Bed['call'] = (name, args, options) => {
    covered.add(name);
    return bed.call(name, args, options);
  };
  const start = (app: string, activity: string | null = null): void => {
    bed.phone.forceStop(app);
    const outcome = bed.phone.start(app, activity);
    if (!outcome.ok) throw new Error(outcome.reason);
  };
  /** One screen back by what the platform has for it: a key, or the button of the navigation bar. */
  const goBack = async (): Promise<void> => {
    if (bed.terms.backKey) good(await call('press_back', none));
    else good(await call('tap_element', { selector: { resource_id: 'BackButton' }, ...none }));
  };
  const handleOf = async (query: string): Promise<string> => {
    const found = good(await call('find_element', { query, exact: true }));
    return String((found['element'] as { elementId: string }).elementId);
  };

  beforeEach(() => {
    bed = made();
    for (const app of [shop, notes, gallery, 'com.android.settings']) bed.phone.forceStop(app);
  });

  describe('manage', () => {
    test('list_devices names the phone and whether the app is there', async () => {
      const { devices } = good(await call('list_devices', { appId: shop }));
      expect(devices).toMatchObject([
        {
          id: bed.serials[0],
          platform: bed.terms.platform,
          osVersion: bed.terms.osVersion,
          simulator: true,
          state: 'ready',
          booted: true,
          virtual: true,
          appInstalled: true,
        },
      ]);
      expect(good(await call('list_devices', { appId: 'com.example.absent' }))['devices']).toMatchObject([
        { appInstalled: false },
      ]);
    });

    test('start_app launches, measures and proves what is in front', async () => {
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('start_app', { appId: shop }));
        for (const field of envelope) expect(data, field).toHaveProperty(field);
        expect(data).toMatchObject({
          action_type: 'start_app',
          success: true,
          lifecycle_state: 'verified',
          delivery_status: 'delivered',
          source_module: 'manage',
          controls: { verificationMode: 'full', responseMode: 'debug', actionTimeoutMs: 10_000 },
          details: {
            device_id: bed.serials[0],
            observed_app: {
              appId: shop,
              package: shop,
              ...(bed.terms.activities ? { activity: `${shop}.LoginActivity` } : {}),
              matchedTarget: true,
            },
          },
        });
        const details = data['details'] as Record<string, unknown>;
        expect(details['launch_time_ms']).toBeGreaterThanOrEqual(0);
        // Android before 10 does not print the launch state.
        if (bed.terms.platform === 'android' && bed.phone.version.sdk >= 29)
          expect(details['launch_state']).toBe('COLD');
        expect((details['observed_app'] as { pid: number }).pid).toBe(
          bed.phone.processes.find(({ name }) => name === shop)?.pid,
        );
      });
      expect(sent.map(({ kind }) => kind)).toEqual(['start']);
    });

    test('start_app of what is not installed or cannot be launched', async () => {
      const sent = await sentDuring(bed, async () => {
        const answer = await call('start_app', { appId: 'com.example.missing' });
        expect(answer.data).toMatchObject({
          success: false,
          failure_code: 'APP_NOT_INSTALLED',
          dispatch_started: false,
          delivery_status: 'not_delivered',
          retryable: false,
          lifecycle_state: 'failed',
        });
        for (const field of envelope) expect(answer.data, field).toHaveProperty(field);
        expect(answer.data['next_step']).not.toBe('');
      });
      expect(sent).toEqual([]);
      await works(bed);
    });

    test('restart_app ends the old process first', async () => {
      start(notes);
      const pid = bed.phone.processes.find(({ name }) => name === notes)?.pid;
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('restart_app', { appId: notes, ...light }));
        expect(data['details']).toMatchObject({ terminated_before_restart: true });
      });
      expect(sent.map(({ kind }) => kind)).toEqual(['stop', 'start']);
      expect(bed.phone.processes.find(({ name }) => name === notes)?.pid).not.toBe(pid);
    });

    test('terminate_app ends an app, and says when there is none', async () => {
      start(notes);
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('terminate_app', { appId: notes }));
        expect(data).toMatchObject({
          terminated: true,
          device: { id: bed.serials[0], platform: bed.terms.platform },
        });
      });
      expect(sent.map(({ kind }) => kind)).toEqual(['stop']);
      expect(bed.phone.processes.some(({ name }) => name === notes)).toBe(false);
      const fault = refusal(await call('terminate_app', { appId: 'com.example.missing' }));
      expect(fault.code).toBe('APP_NOT_INSTALLED');
      await works(bed);
    });

    test('reset_app_data clears, and says how', async () => {
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('reset_app_data', { appId: notes }));
        expect(data).toMatchObject({
          reset: true,
          how: bed.terms.platform === 'android' ? 'pm clear' : expect.stringMatching(/container/),
        });
      });
      // A simulator's data is a folder of the computer: the app finds it empty when it starts.
      const again = async () => void good(await call('start_app', { appId: notes, ...none }));
      const fresh = bed.terms.platform === 'ios' ? await sentDuring(bed, again) : sent;
      expect(fresh.map(({ kind }) => kind)).toContain('clear');
      expect(refusal(await call('reset_app_data', { appId: 'com.example.missing' })).code).toBe(
        'APP_NOT_INSTALLED',
      );
    });
  });

  describe('observe', () => {
    test('get_ui_tree: debug has every field, outline one line an element, compact what changed', async () => {
      start(shop);
      const answer = await call('get_ui_tree');
      expect(answer.structured).toBe(false);
      const tree = good(answer);
      for (const field of [
        'device',
        'screen',
        'resolution',
        'elements',
        'snapshot_session_id',
        'snapshot_revision',
        'captured_at_ms',
        'snapshot_delta',
        'loading_state',
        'readiness',
        'node_count',
        'quality',
        'source',
        'evidence',
      ]) {
        expect(tree, field).toHaveProperty(field);
      }
      expect(tree['quality']).toBe('ok');
      const elements = tree['elements'] as Record<string, unknown>[];
      const button = elements.find(({ resourceId }) => resourceId === bed.terms.resourceId(shop, 'sign_in'));
      expect(button).toMatchObject({ enabled: false, role: 'button' });
      const { bounds = [0, 0, 0, 0] } = viewOf(bed, 'sign_in') ?? {};
      expect(button?.['bounds']).toEqual(bed.terms.bounds(bounds));

      const outline = await call('get_ui_tree', { responseMode: 'outline' });
      expect(outline.texts[0]).toContain('"Remember me" #remember_me checked');
      expect(outline.texts[0]?.length).toBeLessThan(1_500);

      const since = tree['snapshot_revision'];
      expect(good(await call('get_ui_tree', { responseMode: 'compact' }))).toMatchObject({
        delta_available: false,
        snapshot_revision: since,
      });
      good(await call('tap_element', { selector: { text: 'Remember me' }, ...none }));
      const delta = good(
        await call('get_ui_tree', { responseMode: 'compact', sinceSnapshotRevision: since }),
      );
      expect(delta).toMatchObject({ delta_available: true, state_delta: {} });
      const { changed } = delta['state_delta'] as { changed: Record<string, unknown>[] };
      expect(changed).toMatchObject([{ ...bed.terms.label('Remember me'), role: 'checkbox' }]);
      const { checked } = (changed[0]?.['state'] ?? {}) as { checked?: boolean };
      expect(checked).toBeUndefined(); // false is left out
      const gone = await call('get_ui_tree', { responseMode: 'compact', sinceSnapshotRevision: 99_999 });
      expect(good(gone)).toMatchObject({ delta_available: false, reason: 'BASE_REVISION_UNAVAILABLE' });
    });

    test('get_current_screen names package and activity', async () => {
      start(notes);
      expect(good(await call('get_current_screen'))).toMatchObject({
        device: { id: bed.serials[0] },
        package: notes,
        ...(bed.terms.activities
          ? { activity: `${notes}.NotesActivity`, shortActivity: '.NotesActivity' }
          : {}),
      });
    });

    test('get_screen_fingerprint is the same for the same screen and another for another', async () => {
      start(shop);
      const first = good(await call('get_screen_fingerprint'));
      const again = good(await call('get_screen_fingerprint'));
      start(notes);
      const other = good(await call('get_screen_fingerprint'));
      expect(first['fingerprint']).toBe(again['fingerprint']);
      expect(first['fingerprint']).not.toBe(other['fingerprint']);
      if (bed.terms.activities) expect(other['activity']).toBe(`${notes}.NotesActivity`);
    });

    test('capture_screenshot: scaled, with the scale that maps back to input coordinates', async () => {
      start(shop);
      const answer = await call('capture_screenshot', {
        format: 'png',
        savePath: 'shot.png',
        annotate: true,
      });
      const data = good(answer);
      const { pixels, size } = bed.terms;
      const { resolution, scale, sizeBytes, mimeType, source_resolution } = data['result'] as {
        resolution: { width: number; height: number };
        source_resolution: unknown;
        scale: number;
        sizeBytes: number;
        mimeType: string;
      };
      expect(source_resolution).toEqual(pixels);
      expect(resolution.height).toBe(1_024);
      expect(Math.abs(resolution.width * scale - size.width)).toBeLessThan(scale);
      expect(mimeType).toBe('image/png');
      expect(answer.images).toHaveLength(1);
      const bytes = Buffer.from(answer.images[0]?.data ?? '', 'base64');
      expect(bytes.length).toBe(sizeBytes);
      expect(bytes.readUInt32BE(16)).toBe(resolution.width);
      const saved = String(data['saved_to']);
      expect(existsSync(saved)).toBe(true);
      expect(readFileSync(saved).readUInt32BE(16)).toBe(pixels.width);
      expect(answer.structured).toBe(false);
    });

    test('get_logs: the app by its process, filters, and a running count', async () => {
      start(shop);
      bed.phone.log.append({
        uid: 10_142,
        pid: bed.phone.processes.find(({ name }) => name === shop)?.pid ?? 1,
        tid: 7,
        priority: 'E',
        tag: 'Checkout',
        message: 'card refused \u001b[31mred',
        buffer: 'main',
      });
      const answer = await call('get_logs', { appId: shop, level: 'ERROR', tag: 'Checkout' });
      const head = good(answer);
      expect(head).toMatchObject({ logCount: 1, meta: { app_running: true } });
      expect(['pid', 'process', 'package']).toContain(head['source']);
      const { logs } = JSON.parse(answer.texts[1] ?? '') as { logs: Record<string, unknown>[] };
      expect(logs).toMatchObject([{ level: 'ERROR', tag: expect.stringMatching(/(^|:)Checkout$/) }]);
      expect(logs[0]?.['message']).not.toContain('\u001b');
      const silent = good(await call('get_logs', { appId: shop, contains: 'no such words anywhere' }));
      expect(silent['logCount']).toBe(0);
    });

    test('get_app_readiness says settled of a quiet screen', async () => {
      start(notes);
      expect(good(await call('get_app_readiness', { stabilityWindowMs: 100 }))['state']).toBe('settled');
    });
  });

  describe('find and wait', () => {
    test('find_element gives a handle that taps take', async () => {
      start(shop);
      const found = good(await call('find_element', { query: 'sign in' }));
      expect(found).toMatchObject({ found: true, element: bed.terms.label('Sign in') });
      const none_ = good(await call('find_element', { query: 'submarine periscope', timeoutMs: 0 }));
      expect(none_).toMatchObject({ found: false, element: null });
    });

    test('wait_for_ui: every condition, and a timeout as an answer', async () => {
      start(shop);
      for (const condition of ['exists', 'visible', 'clickable']) {
        const data = good(await call('wait_for_ui', { selector: { text: 'Remember me' }, condition }));
        expect(data).toMatchObject({
          status: 'success',
          matched: 1,
          metrics: { poll_count: 1, attempts: 1 },
          observed: { matched_count: 1, condition_satisfied: true, selected_index: 0 },
        });
        expect((data['element'] as { elementId: string }).elementId).toMatch(/^e\w+$/);
      }
      const gone = { selector: { text: 'Loading' }, condition: 'not_exists' };
      expect(good(await call('wait_for_ui', gone))['status']).toBe('success');
      const missed = good(
        await call('wait_for_ui', {
          selector: { text: 'Sign in' },
          condition: 'clickable',
          timeout_ms: 150,
          poll_interval_ms: 50,
        }),
      );
      expect(missed).toMatchObject({
        status: 'timeout',
        element: null,
        error: { code: 'TIMEOUT' },
        observed: {
          matched_count: 1,
          condition_satisfied: false,
          last_matched_element: bed.terms.label('Sign in'),
        },
      });
    });

    once('wait_for_ui sees what appears later', async () => {
      start(gallery, `${gallery}.LoaderActivity`);
      const data = good(
        await call('wait_for_ui', { selector: { text: 'Loaded 3 results' }, timeout_ms: 10_000 }),
      );
      expect(data['status']).toBe('success');
      expect((data['metrics'] as { poll_count: number }).poll_count).toBeGreaterThan(1);
    });

    test('wait_for_screen_change, wait_for_ui_change and wait_for_app_readiness', async () => {
      start(notes);
      const previousFingerprint = String(good(await call('get_screen_fingerprint'))['fingerprint']);
      good(await call('tap_element', { selector: { text: 'New note' }, ...none }));
      const changed = good(await call('wait_for_screen_change', { previousFingerprint }));
      expect(changed).toMatchObject({ success: true, previousFingerprint });
      const same = good(
        await call('wait_for_screen_change', {
          previousFingerprint: changed['newFingerprint'],
          // Room for a reading on a busy computer: without one there is no fingerprint to compare.
          timeoutMs: 800,
          pollIntervalMs: 50,
        }),
      );
      expect(same).toMatchObject({ success: false, lastFingerprint: changed['newFingerprint'] });
      await goBack();
      const ui = good(await call('wait_for_ui_change', { timeout_ms: 3_000, stability_window_ms: 100 }));
      expect(ui).toMatchObject({ success: true, stability_state: 'stable', timeout: false });
      const ready = good(await call('wait_for_app_readiness', { stabilityWindowMs: 100 }));
      expect(ready).toMatchObject({ success: true, readiness: { state: 'settled' } });
    });
  });

  describe('expect', () => {
    test('expect_element_visible: proved, absent, and a handle that names it', async () => {
      start(shop);
      const elementId = await handleOf('Remember me');
      const data = good(
        await call('expect_element_visible', { selector: { text: 'Remember me' }, element_id: elementId }),
      );
      expect(data).toMatchObject({ success: true, element_id: elementId, expected_condition: 'visible' });
      const absent = { selector: { text: 'Order complete' }, timeout_ms: 0 };
      expect(good(await call('expect_element_visible', absent))).toMatchObject({
        success: false,
        failure_code: 'ELEMENT_NOT_FOUND',
        retryable: true,
      });
    });

    test('expect_state: right', async () => {
      start(shop);
      const selector = { text: 'Remember me' };
      expect(
        good(await call('expect_state', { selector, property: 'checked', expected: true })),
      ).toMatchObject({
        success: true,
        observed_state: { property: 'checked', value: true },
      });
    });

    once('expect_state: wrong, and what cannot be read is never inferred', async () => {
      start(shop);
      const wrong = { selector: { text: 'Remember me' }, property: 'checked', expected: false };
      expect(good(await call('expect_state', wrong))).toMatchObject({
        success: false,
        failure_code: 'EXPECT_STATE_MISMATCH',
      });
      const unreadable = { selector: { text: 'Remember me' }, property: 'value', expected: 3 };
      expect(good(await call('expect_state', unreadable))).toMatchObject({
        success: false,
        observed_state: { value: null },
      });
    });

    test('expect_screen: by name and by fingerprint', async () => {
      start(notes);
      const screen = bed.terms.activities ? '.NotesActivity' : notes;
      expect(good(await call('expect_screen', { screen }))).toMatchObject({
        success: true,
        confidence: 1,
      });
      expect(good(await call('expect_screen', { fingerprint: 'other' }))).toMatchObject({
        success: false,
        confidence: 0,
        comparison: { basis: 'fingerprint', matched: false },
      });
    });

    test('classify_action_outcome decides without a device', async () => {
      expect(good(await call('classify_action_outcome', { uiChanged: true }))['outcome']).toBe('success');
      expect(
        good(await call('classify_action_outcome', { uiChanged: false, actionType: 'tap' }))['outcome'],
      ).toBe('no_op');
      expect(asked(bed)).toEqual([]);
    });
  });

  describe('interact', () => {
    test('tap reaches exactly the point, once', async () => {
      start(shop);
      const sent = await sentDuring(bed, async () => {
        const { bounds } = viewOf(bed, 'remember_me') ?? { bounds: [0, 0, 0, 0] };
        const [left = 0, top = 0, right = 0, bottom = 0] = bed.terms.bounds(bounds);
        const at = { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
        const data = good(await call('tap', at));
        expect(data).toMatchObject({
          action_type: 'tap',
          lifecycle_state: 'verified',
          verification: { mode: 'full', status: 'verified', changed: true, stable: true },
          target: { selector: at, resolved: null },
        });
      });
      expect(sent).toMatchObject([{ kind: 'tap', view: `${shop}:id/remember_me` }]);
      expect(viewOf(bed, 'remember_me')?.checked).toBe(false);
    });

    test('compact results hold only what the contract lists', async () => {
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

    test('tap_element by selector and by handle; a tap that did nothing is explained', async () => {
      start(shop);
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('tap_element', { selector: { text: 'Remember me' }, ...none }));
        expect(data).toMatchObject({
          lifecycle_state: 'pending_verification',
          verification: { mode: 'none', status: 'not_requested' },
          target: {
            selector: { text: 'Remember me' },
            resolved: {
              ...bed.terms.resolvedLabel('Remember me'),
              resource_id: bed.terms.resourceId(shop, 'remember_me'),
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

    test('tap_element refuses what is absent, doubled, disabled, stale or foreign, and sends nothing', async () => {
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
    });

    test('a guard lets through the revision that it names and nothing else', async () => {
      start(shop);
      const tree = good(await call('get_ui_tree'));
      const pinned = { platform: bed.terms.platform, deviceId: bed.serials[0] };
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

    test('long_press holds an element as long as asked', async () => {
      start(notes);
      const sent = await sentDuring(bed, async () => {
        good(await call('long_press', { selector: { text: 'Shopping list' }, durationMs: 700 }));
      });
      expect(sent).toMatchObject([{ kind: 'long_press' }]);
      expect(good(await call('find_element', { query: 'Delete note?', exact: true }))['found']).toBe(true);
    });

    test('swipe moves a list; scroll_to_element brings the last entry in', async () => {
      start(notes);
      const [from, to] = [bed.terms.at(0.5, 0.66), bed.terms.at(0.5, 0.4)];
      const sent = await sentDuring(bed, async () => {
        good(await call('swipe', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration: 100, ...light }));
      });
      const { scale } = bed.terms;
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

    test('adjust_control sets a box, and refuses what is no control', async () => {
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
      expect(typed['details']).toMatchObject({ method: bed.terms.typing, characters: 9, matches: true });
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
        if (bed.terms.backKey) return void good(answer);
        expect(codeOf(answer)).toBe('PLATFORM_NOT_SUPPORTED');
        expect(JSON.stringify(answer.data)).toContain('navigation bar');
      });
      expect(sent.map(({ kind, detail }) => [kind, detail['code']])).toEqual(
        bed.terms.backKey ? [['key', 4]] : [],
      );
    });
  });

  test('run_journey goes on to the first failure and says where it stopped', async () => {
    const journey = {
      platform: bed.terms.platform,
      defaults: { verificationMode: 'light' },
      steps: [
        { id: 'launch', type: 'start_app', appId: shop },
        { id: 'form', type: 'wait', selector: { text: 'Remember me' }, condition: 'clickable' },
        { id: 'forget', type: 'tap', selector: { text: 'Remember me' } },
        {
          id: 'proof',
          type: 'assert',
          assertion: {
            kind: 'state_equals',
            selector: { text: 'Remember me' },
            property: 'checked',
            expected: false,
          },
        },
        {
          id: 'wrong',
          type: 'assert',
          timeoutMs: 100,
          assertion: { kind: 'element_visible', selector: { text: 'Order complete' } },
        },
        { id: 'never', type: 'tap', selector: { text: 'Remember me' } },
      ],
    };
    const sent = await sentDuring(bed, async () => {
      const data = good(await call('run_journey', journey));
      expect(data).toMatchObject({ success: false, stopped_at_step_id: 'wrong' });
      const steps = data['steps'] as { id: string; status: string }[];
      expect(steps.slice(0, 5).map(({ id, status }) => [id, status])).toEqual([
        ['launch', 'passed'],
        ['form', 'passed'],
        ['forget', 'passed'],
        ['proof', 'passed'],
        ['wrong', 'failed'],
      ]);
    });
    expect(sent.map(({ kind }) => kind)).toEqual(['start', 'tap']);
  });

  test('nothing is left running, and no bug was reported', async () => {
    await quiet(bed);
    expect(bed.bugs).toEqual([]);
    expect(groundFloor.filter((name) => !covered.has(name))).toEqual([]);
  });
});
