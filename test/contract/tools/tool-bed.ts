/** Every tool through a real client on one bed: main answers, refusals, and what reached the phone. */
import { beforeEach, expect, test } from 'vitest';
import type { TestBed } from '../../harness.ts';
import { type BedScope, nowhere, type TestMaker } from '../beds.ts';
import { good, quiet } from '../reading.ts';
import { expectContract } from './expect.ts';
import { interactContract } from './interact.ts';
import { journeyContract } from './journey.ts';
import { manageContract } from './manage.ts';
import { observeContract } from './observe.ts';
import { waitContract } from './wait.ts';

/** A bed with what the tests of tools do again and again. */
export interface ToolBed {
  readonly made: () => TestBed;
  /** As `Bed.call`; which tools were called is kept. */
  readonly call: TestBed['call'];
  /** In a fresh process, on the phone itself. */
  start(app: string, activity?: string): void;
  /** One screen back by what the platform has for it: a key, or the button of the navigation bar. */
  goBack(): Promise<void>;
  handleOf(query: string): Promise<string>;
  readonly same: TestMaker;
  /** For what lasts because the phone or a rule of stability wants it so: on one bed. */
  readonly once: TestMaker;
}

/** The tools whose contract is proved here; each must have been called on every bed that proves all of it. */
const groundFloor = [
  ...['list_devices', 'start_app', 'restart_app', 'terminate_app', 'reset_app_data'],
  ...['get_ui_tree', 'get_current_screen', 'get_screen_fingerprint', 'capture_screenshot', 'get_logs'],
  ...['find_element', 'wait_for_ui', 'expect_element_visible', 'expect_state', 'expect_screen'],
  ...['get_app_readiness', 'wait_for_app_readiness', 'wait_for_screen_change', 'wait_for_ui_change'],
  ...['tap', 'tap_element', 'long_press', 'swipe', 'scroll_to_element', 'type_text', 'press_back'],
  ...['press_key', 'adjust_control', 'run_journey', 'classify_action_outcome'],
];

const apps = ['com.example.shop', 'com.example.notes', 'com.example.gallery', 'com.android.settings'];

export function toolContract({ bed: made, same, first }: BedScope): void {
  const covered = new Set<string>();
  const call: TestBed['call'] = (name, args, options) => {
    covered.add(name);
    return made().call(name, args, options);
  };
  const bed: ToolBed = {
    made,
    call,
    same,
    once: first ? test : nowhere,
    start(app, activity) {
      made().phone.forceStop(app);
      const outcome = made().phone.start(app, activity ?? null);
      if (!outcome.ok) throw new Error(outcome.reason);
    },
    async goBack() {
      const none = { verificationMode: 'none' } as const;
      if (made().traits.backKey) good(await call('press_back', none));
      else good(await call('tap_element', { selector: { resource_id: 'BackButton' }, ...none }));
    },
    async handleOf(query) {
      const found = good(await call('find_element', { query, exact: true }));
      return String((found['element'] as { elementId: string }).elementId);
    },
  };

  beforeEach(() => {
    for (const app of apps) made().phone.forceStop(app);
  });

  manageContract(bed);
  observeContract(bed);
  waitContract(bed);
  expectContract(bed);
  interactContract(bed);
  journeyContract(bed);

  test('nothing is left running, and no bug was reported', async () => {
    await quiet(made());
    expect(made().bugs).toEqual([]);
  });

  same('every tool of the ground floor was called', async () => {
    expect(groundFloor.filter((name) => !covered.has(name))).toEqual([]);
  });
}
