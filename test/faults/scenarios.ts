/** The troubles of the fault suite, and a call of every tool that touches a device; matrix.ts brings them together. */
import type { FaultRule } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { helperApps } from '@mobile-debug/virtual-phone/helper/helper-apps.ts';
import type { HelperFaultRule } from '@mobile-debug/virtual-phone/helper/helper-faults.ts';
import type { TestBed } from '../harness.ts';

export interface FaultScenario {
  readonly title: string;
  readonly rules: readonly FaultRule[];
  /** The tools that can meet it; all of them when left out. */
  readonly meets?: RegExp;
  /** By the resident helper, which runs when the trouble begins; without it by dumps and commands of the shell. */
  readonly helper?: { readonly faults: readonly HelperFaultRule[] };
  /** The trouble itself, where rules cannot say it. */
  begin?(bed: TestBed): void;
  /** Brings the phone back to what it was, after the rules are gone. */
  mend?(bed: TestBed): Promise<void> | void;
}

/** Everything but the log stream and the question for what the device is, which have troubles of their own. */
const any = /^(?!.*(?:exec:logcat|getprop))/;
const dump = /uiautomator dump/;
const input = /\binput (?:tap|swipe|text|keyevent)/;

const actions = /^(?:tap|tap_element|long_press|swipe|scroll_to_element|type_text|press_|run_journey)/;

const back = ({ adbServer, phone }: TestBed): void => adbServer.setState(phone.serial, 'device');

export const scenarios: readonly FaultScenario[] = [
  { title: 'every command hangs', rules: [{ when: { service: any }, do: { kind: 'hang' } }] },
  { title: 'the dump hangs', rules: [{ when: { service: dump }, do: { kind: 'hang' } }] },
  { title: 'the input hangs', rules: [{ when: { service: input }, do: { kind: 'hang' } }], meets: actions },
  {
    title: 'the input comes too late',
    rules: [{ when: { service: input }, do: { kind: 'delay', ms: 400 } }],
    meets: actions,
  },
  {
    title: 'streams end without a byte',
    rules: [{ when: { service: any }, do: { kind: 'cut', afterBytes: 0 } }],
  },
  {
    title: 'streams are cut without an exit packet',
    rules: [{ when: { service: any }, do: { kind: 'cut', afterBytes: 60 } }],
  },
  { title: 'commands are killed', rules: [{ when: { service: any }, do: { kind: 'kill' } }] },
  { title: 'commands are refused', rules: [{ when: { service: any }, do: { kind: 'refuse' } }] },
  { title: 'the screen never idles', rules: [{ do: { kind: 'idle_error' } }] },
  { title: 'the root is null', rules: [{ do: { kind: 'null_root' } }] },
  { title: 'UiAutomation is taken', rules: [{ do: { kind: 'already_registered' } }] },
  {
    title: 'half of the output is missing',
    rules: [{ when: { service: any }, do: { kind: 'truncate', share: 0.5 } }],
  },
  {
    title: 'garbage stands before the output',
    rules: [
      {
        when: { service: any },
        do: { kind: 'garbage', before: 'WARNING: linker: unused DT entry\n\u0000\u0007<<>>\r\n' },
      },
    ],
  },
  {
    title: 'the screenshot is empty',
    rules: [{ do: { kind: 'screencap', how: 'empty' } }],
    meets: /screenshot/,
  },
  {
    title: 'the screenshot fails',
    rules: [{ do: { kind: 'screencap', how: 'failed' } }],
    meets: /screenshot/,
  },
  { title: 'the disk is full', rules: [{ do: { kind: 'disk_full' } }] },
  { title: 'files may not be written', rules: [{ do: { kind: 'permission_denied' } }] },
  { title: 'the launch times out', rules: [{ do: { kind: 'launch_timeout' } }], meets: /start_app|journey/ },
  {
    title: 'the system is not up',
    rules: [
      {
        when: { service: any },
        do: {
          kind: 'replace',
          output: 'Error: Could not access the Package Manager.  Is the system running?\n',
          exitCode: 1,
        },
      },
    ],
  },
  {
    title: 'the device goes offline during the call',
    rules: [{ when: { service: any, times: 1 }, do: { kind: 'state', state: 'offline' } }],
    mend: back,
  },
  {
    title: 'the device vanishes during the call',
    rules: [
      { when: { service: any }, do: { kind: 'delay', ms: 200 } },
      { when: { service: any, times: 1 }, do: { kind: 'state', state: 'gone', afterMs: 5 } },
    ],
    mend: back,
  },
  {
    title: 'the adb server goes away during the call',
    rules: [
      { when: { service: any }, do: { kind: 'delay', ms: 200 } },
      { when: { service: any, times: 1 }, do: { kind: 'server_gone', afterMs: 5 } },
    ],
    mend: async ({ adbServer }) => {
      // The stop may still be on its way when the call was answered.
      await adbServer.stopServer();
      await adbServer.startServer();
    },
  },
  {
    title: 'the device reboots during the call',
    rules: [
      { when: { service: any }, do: { kind: 'delay', ms: 50 } },
      { when: { service: any, times: 1 }, do: { kind: 'reboot', afterMs: 5 } },
    ],
  },
  {
    title: 'commands end with a strange exit code',
    rules: [{ when: { service: any }, do: { kind: 'exit', code: 20 } }],
  },
  { title: 'the window service is missing', rules: [{ do: { kind: 'no_service', name: 'window' } }] },
  { title: 'the package service is missing', rules: [{ do: { kind: 'no_service', name: 'package' } }] },
  { title: 'the activity service is missing', rules: [{ do: { kind: 'no_service', name: 'activity' } }] },
  {
    title: 'the clock of the device jumps',
    rules: [{ when: { service: any, times: 1 }, do: { kind: 'clock_jump', ms: 3_600_000 } }],
    mend: ({ phone }) => {
      phone.clockOffsetMs = 0;
    },
  },
];

/** One of each way in which tools read or touch; those that do not meet the helper, or do it alike, add nothing. */
const byHelper =
  /^(?:get_ui_tree|get_app_readiness|wait_for_ui(?:_change)?$|expect_state|tap|tap_element|swipe|scroll_to_element|type_text|press_back|run_journey)/;

const helped = (title: string, ...faults: HelperFaultRule[]): FaultScenario => ({
  title: `the helper ${title}`,
  rules: [],
  meets: byHelper,
  helper: { faults },
});
const action = /^POST (?!\/appium\/settings)\/\w/;

/** The same calls while the helper serves them. What the shell is asked then is the adb suite's matter. */
export const helperScenarios: readonly FaultScenario[] = [
  helped('dies of every request', { do: { kind: 'crash', acted: false } }),
  helped('dies once, after it did what it was asked', { times: 1, do: { kind: 'crash', acted: true } }),
  helped('dies after every input', { when: action, do: { kind: 'crash', acted: true } }),
  helped('hangs', { do: { kind: 'hang', acted: false } }),
  helped('hangs after every input', { when: action, do: { kind: 'hang', acted: true } }),
  helped('is slow', { do: { kind: 'slow', ms: 60 } }),
  helped('breaks off its answers', { do: { kind: 'cut' } }),
  helped('closes its connection after each answer', { do: { kind: 'close' } }),
  helped('answers with garbage', {
    do: { kind: 'garbage', bytes: 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n' },
  }),
  helped('answers for another session', {
    do: { kind: 'answer', body: { sessionId: 'other', value: null } },
  }),
  helped('has lost its session', {
    do: { kind: 'error', status: 404, error: 'invalid session id', message: 'The session is not known' },
  }),
  helped('refuses everything', {
    do: { kind: 'error', status: 500, error: 'unknown error', message: 'java.lang.OutOfMemoryError' },
  }),
  {
    ...helped('is taken off the phone'),
    begin: ({ helpers }) => helpers[0]?.uninstall(),
    mend: ({ phone }) => {
      for (const { packageName } of helperApps) phone.setInstalled(packageName, true);
    },
  },
  { ...helped('is killed'), begin: ({ helpers }) => helpers[0]?.kill() },
  ...scenarios
    .filter(({ title }) =>
      /^(?:every command hangs|the (?:device|adb server) .* during the call)$/.test(title),
    )
    .map((scenario) => ({
      ...scenario,
      title: `with the helper, ${scenario.title}`,
      meets: byHelper,
      helper: { faults: [] },
    })),
];

const shop = 'com.example.shop';
const quick = { actionTimeoutMs: 2_000, verificationTimeoutMs: 2_000 } as const;
const selector = { text: 'Remember me' } as const;

type Calls = readonly (readonly [tool: string, args: Record<string, unknown>])[];

export const readingCalls: Calls = [
  ['list_devices', { appId: shop }],
  ['get_ui_tree', { responseMode: 'outline' }],
  ['get_ui_tree', {}],
  ['get_current_screen', {}],
  ['get_screen_fingerprint', {}],
  ['capture_screenshot', { annotate: true }],
  ['get_logs', { appId: shop }],
  ['get_app_readiness', { timeoutMs: 1_000 }],
  ['find_element', { query: 'sign in', timeoutMs: 1_000 }],
  ['wait_for_ui', { selector, timeout_ms: 1_000 }],
  ['wait_for_ui', { selector, condition: 'not_exists', timeout_ms: 1_000 }],
  ['wait_for_screen_change', { previousFingerprint: 'other', timeoutMs: 1_000 }],
  ['wait_for_ui_change', { timeout_ms: 1_000, stability_window_ms: 100 }],
  ['wait_for_app_readiness', { timeoutMs: 1_000, stabilityWindowMs: 100 }],
  ['expect_element_visible', { selector, timeout_ms: 1_000 }],
  ['expect_state', { selector, property: 'checked', expected: true }],
  ['expect_screen', { screen: '.LoginActivity' }],
];

export const actingCalls: Calls = [
  ['start_app', { appId: shop, ...quick }],
  ['restart_app', { appId: shop, ...quick }],
  ['terminate_app', { appId: 'com.example.notes' }],
  ['reset_app_data', { appId: 'com.example.notes' }],
  ['tap', { x: 540, y: 1_900, ...quick }],
  ['tap', { x: 540, y: 1_900, ...quick, verificationMode: 'none' }],
  ['tap_element', { selector, ...quick }],
  ['tap_element', { selector, ...quick, verificationMode: 'light', responseMode: 'compact' }],
  ['long_press', { selector, ...quick }],
  ['swipe', { x1: 540, y1: 1_900, x2: 540, y2: 1_500, duration: 30, ...quick }],
  ['scroll_to_element', { selector: { text: 'No such row' }, ...quick }],
  ['type_text', { selector: { resource_id: 'email' }, text: 'a@b.c', ...quick }],
  ['press_back', { ...quick }],
  ['press_key', { key: 'tab', ...quick }],
  [
    'run_journey',
    {
      platform: 'android',
      defaults: { verificationMode: 'light', ...quick },
      steps: [
        { id: 'launch', type: 'start_app', appId: shop },
        { id: 'form', type: 'wait', selector, timeoutMs: 1_000 },
        { id: 'forget', type: 'tap', selector },
      ],
    },
  ],
];
