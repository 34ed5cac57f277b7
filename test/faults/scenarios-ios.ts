/** The troubles of an iPhone behind Apple's tools, and the calls that can meet them; matrix-ios.ts brings them together. */
import type { AppleFaultRule } from '@mobile-debug/virtual-phone/apple/fault-script.ts';

export interface IosFaultScenario {
  readonly title: string;
  readonly rules: readonly AppleFaultRule[];
  /** The tools that can meet it; all of the list when left out. */
  readonly meets?: RegExp;
  /**
   * The lift of a withdrawn finger is as slow as all else, and may come with the next input only; what is withdrawn while
   * the companion takes it up may still act. Both answers say `unknown`.
   */
  readonly lagging?: boolean;
}

type Calls = readonly (readonly [tool: string, args: Record<string, unknown>])[];

const actions = /^(?:tap|tap_element|swipe|type_text|press_key|scroll_to_element|run_journey)$/;

/** What a reading of no use becomes is decided in one place: looking, waiting, proving and finding a target meet it. */
const looks = /^(?:get_ui_tree|get_current_screen|wait_for_ui|expect_state|tap_element|run_journey)$/;

const ofCall = (
  title: string,
  fault: AppleFaultRule['do'],
  more: Partial<IosFaultScenario> = {},
): IosFaultScenario => ({
  title,
  rules: [
    { when: { rpc: 'accessibility_info' }, do: fault },
    { when: { rpc: 'hid' }, do: fault },
  ],
  ...more,
});

/** Of the companion and of what it reads and injects. */
export const companionScenarios: readonly IosFaultScenario[] = [
  { title: 'every call hangs', rules: [{ do: { kind: 'hang_rpc' } }] },
  ofCall('the input hangs', { kind: 'hang_rpc' }, { meets: actions }),
  ofCall('calls are slow', { kind: 'slow_rpc', ms: 60 }, { lagging: true }),
  ofCall('connections break before a call', { kind: 'reset', moment: 'before' }),
  ofCall('connections break after a call', { kind: 'reset', moment: 'after' }),
  ofCall('the companion dies of a call', { kind: 'die', moment: 'before' }),
  ofCall('the companion dies after a call', { kind: 'die', moment: 'after' }),
  {
    title: 'the companion dies once',
    rules: [{ when: { rpc: 'accessibility_info', times: 1 }, do: { kind: 'die', moment: 'before' } }],
  },
  ofCall('the companion is not available', { kind: 'unavailable' }),
  ofCall('answers are garbage', { kind: 'garbage_frame' }),
  ofCall('answers are cut off', { kind: 'truncated_message' }),
  { title: 'the root has no size', rules: [{ do: { kind: 'zero_root' } }], meets: looks },
  { title: 'the root has no children', rules: [{ do: { kind: 'root_only' } }], meets: looks },
  { title: 'the tree is that of the dock', rules: [{ do: { kind: 'dock_folder' } }], meets: looks },
  { title: 'no translation object comes', rules: [{ do: { kind: 'no_translation_object' } }], meets: looks },
  { title: 'SimulatorKit is missing', rules: [{ do: { kind: 'simulator_kit_missing' } }], meets: actions },
];

/** The companion, and the streams that were opened before, are left alone: theirs are the troubles above. */
const simctl = /simctl (?!spawn \S+ log stream)/;
/** A sentence is told from others in one place: what it becomes is the same for every call of a kind. */
const oneEach = /^(?:list_devices|start_app|get_logs|set_device)$/;
const sample = /^(?:list_devices|capture_screenshot|start_app|get_logs|open_url|set_device|type_text)$/;
const starts = /^(?:start_app|capture_screenshot)$/;

/** For `npm test`: what is asked, started, streamed and set, each once. */
export const oneOfEach = (calls: Calls): Calls => calls.filter(([name]) => sample.test(name));

const ofPrograms = (title: string, fault: AppleFaultRule['do']): IosFaultScenario => ({
  title,
  rules: [{ when: { command: simctl }, do: fault }],
});

/** Of `xcrun` and what it starts. */
export const programScenarios: readonly IosFaultScenario[] = [
  ofPrograms('programs hang', { kind: 'hang' }),
  ofPrograms('programs are slow', { kind: 'slow', ms: 100 }),
  ofPrograms('programs are killed', { kind: 'kill' }),
  ofPrograms('programs are killed while they answer', { kind: 'kill', afterBytes: 40 }),
  ofPrograms('programs print garbage', { kind: 'replace', stdout: '\u0000\u0007{{"<\r\n', exitCode: 0 }),
  ofPrograms('programs print nothing and fail', { kind: 'replace', exitCode: 149 }),
  ofPrograms('half of the output is missing', { kind: 'truncate', share: 0.5 }),
  ofPrograms('exit codes drift', { kind: 'exit', code: 164 }),
  ofPrograms('programs chatter', {
    kind: 'chatter',
    stdoutBefore: 'objc[1]: Class X is implemented in both\n',
    stderrBefore: 'CoreSimulator is attempting to unload a stale CoreSimulatorService job.\n',
    stderrAfter: 'Detected Xcode.app relocation or CoreSimulatorService version change.\n',
  }),
  {
    title: 'only the command line tools are selected',
    rules: [{ do: { kind: 'no_xcode' } }],
    meets: oneEach,
  },
  { title: 'the licence is not agreed to', rules: [{ do: { kind: 'licence' } }], meets: oneEach },
  { title: 'the service went away', rules: [{ do: { kind: 'service_invalid' } }], meets: oneEach },
  {
    title: 'the service went away once',
    rules: [{ when: { command: simctl, times: 1 }, do: { kind: 'service_invalid' } }],
  },
  { title: 'there is no device set', rules: [{ do: { kind: 'no_device_set' } }], meets: oneEach },
  { title: 'there are too many open files', rules: [{ do: { kind: 'too_many_files' } }], meets: oneEach },
  { title: 'the screen has no surfaces', rules: [{ do: { kind: 'screen_surfaces' } }], meets: /screenshot/ },
  { title: 'a link is not opened in time', rules: [{ do: { kind: 'open_url_timeout' } }], meets: /open_url/ },
  {
    title: 'the companion needs Xcode',
    rules: [
      { when: { rpc: 'accessibility_info', times: 1 }, do: { kind: 'die', moment: 'before' } },
      { do: { kind: 'xcode_required' } },
    ],
    meets: starts,
  },
];

const shop = 'com.example.shop';
const quick = { actionTimeoutMs: 6_000, verificationTimeoutMs: 3_000 } as const;
const selector = { resource_id: 'remember_me' } as const;

export const readingCalls: Calls = [
  ['get_ui_tree', {}],
  ['get_current_screen', {}],
  ['capture_screenshot', { annotate: true }],
  ['wait_for_ui', { selector, condition: 'not_exists', timeout_ms: 1_000 }],
  ['expect_state', { selector, property: 'checked', expected: true }],
];

const journey = {
  platform: 'ios',
  defaults: { verificationMode: 'light', ...quick },
  steps: [
    { id: 'launch', type: 'start_app', appId: shop },
    { id: 'form', type: 'wait', selector, timeoutMs: 1_000 },
    { id: 'forget', type: 'tap', selector },
  ],
} as const;

export const actingCalls: Calls = [
  ['tap', { x: 200, y: 700, ...quick, verificationMode: 'none' }],
  ['tap_element', { selector, ...quick, verificationMode: 'light' }],
  ['swipe', { x1: 200, y1: 700, x2: 200, y2: 600, duration: 30, ...quick, verificationMode: 'full' }],
  ['type_text', { selector: { resource_id: 'email' }, text: 'a@b.c', ...quick, verificationMode: 'light' }],
  ['scroll_to_element', { selector: { text: 'No such row' }, maxScrolls: 2, ...quick }],
  ['run_journey', journey],
];

export const programCalls: Calls = [
  ['list_devices', { appId: shop }],
  ['capture_screenshot', {}],
  ['get_logs', { appId: shop }],
  ['start_app', { appId: shop, ...quick }],
  ['terminate_app', { appId: 'com.example.notes' }],
  ['reset_app_data', { appId: 'com.example.notes' }],
  ['open_url', { url: 'shop://cart' }],
  ['set_clipboard', { text: 'ü' }],
  ['set_permission', { appId: shop, permission: 'photos', state: 'grant' }],
  ['set_device', { darkMode: true }],
  ['type_text', { selector: { resource_id: 'email' }, text: 'ü', ...quick }],
];
