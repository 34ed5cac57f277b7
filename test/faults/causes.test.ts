/** The cause and the next step that a caller is told are those of the trouble, not only some typed fault. */
import type { FaultRule } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { beforeEach, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, quiet } from '../contract/reading.ts';

interface Told {
  readonly code: string;
  readonly message: string;
  readonly next_step: string;
}

interface Row {
  readonly trouble: string;
  readonly rule: FaultRule;
  readonly code: RegExp;
  readonly cause: RegExp;
  readonly nextStep: RegExp;
  /** Next steps that would send a caller the wrong way. */
  readonly never?: RegExp;
}

const any = /^(?!.*(?:exec:logcat|getprop))/;
const lost = {
  code: /^DEVICE_UNAVAILABLE$/,
  nextStep: /list_devices/,
  never: /Wake|Protected content|malformed/,
};

/** What every reading of the screen tells. */
const ofReadings: readonly Row[] = [
  {
    trouble: 'streams end at once',
    rule: { when: { service: any }, do: { kind: 'cut', afterBytes: 0 } },
    cause: /connection (?:was lost|to the device ended)/,
    ...lost,
  },
  {
    trouble: 'streams break off after some bytes',
    rule: { when: { service: any }, do: { kind: 'cut', afterBytes: 60 } },
    cause: /connection was lost/,
    ...lost,
  },
  {
    trouble: 'commands are killed',
    rule: { when: { service: any }, do: { kind: 'kill' } },
    cause: /killed/,
    ...lost,
  },
  {
    trouble: 'adb refuses',
    rule: { when: { service: any }, do: { kind: 'refuse' } },
    cause: /adb reports .*closed/,
    ...lost,
  },
  {
    trouble: 'the device goes offline',
    rule: { when: { service: any, times: 1 }, do: { kind: 'state', state: 'offline' } },
    cause: /offline|connection was lost/,
    ...lost,
  },
  {
    trouble: 'the system is not up',
    rule: {
      when: { service: any },
      do: { kind: 'replace', output: "cmd: Can't find service: window\n", exitCode: 20 },
    },
    code: /^DEVICE_UNAVAILABLE$/,
    cause: /not ready yet.*Can't find service/,
    nextStep: /booted: true/,
  },
];

const readings = [
  'get_ui_tree',
  'get_screen_fingerprint',
  'get_current_screen',
  'capture_screenshot',
] as const;
const made = oneBed({ speed: 20 });

beforeEach(async () => {
  const bed = made();
  bed.adbServer.setState(bed.phone.serial, 'device');
  await expect
    .poll(async () => codeOf(await bed.call('get_current_screen')), { timeout: 10_000, interval: 10 })
    .toBe(null);
  bed.open('com.example.shop');
});

async function during(rule: FaultRule, name: string, args: Record<string, unknown>) {
  const bed = made();
  bed.faults.add(rule);
  const { data } = await bed.call(name, args);
  bed.faults.clear();
  await quiet(bed);
  return data;
}

const pairs = ofReadings.flatMap((row) => readings.map((name) => [row.trouble, name, row] as const));

test.each(pairs)('%s: %s', async (_, name, { rule, code, cause, nextStep, never }) => {
  const told = (await during(rule, name, {}))['error'] as Told;
  expect(told.code).toMatch(code);
  expect(told.message).toMatch(cause);
  expect(told.next_step).toMatch(nextStep);
  if (never) expect(`${told.message} ${told.next_step}`).not.toMatch(never);
});

test('an awake device without a window is not to be woken', async () => {
  const told = (await during({ do: { kind: 'null_root' } }, 'get_ui_tree', {}))['error'] as Told;
  expect(told.message).toContain('The device is awake.');
  expect(told.next_step).not.toMatch(/Wake/);
});

test('a missing window service is named by the question for the app in front', async () => {
  const told = (await during({ do: { kind: 'no_service', name: 'window' } }, 'get_current_screen', {}))[
    'error'
  ] as Told;
  expect(told.message).toMatch(/window service .* no answer/);
  expect(told.next_step).toMatch(/booted: true/);
});

test('a killed input is no refusal, and whether it arrived is unknown', async () => {
  const args = { x: 500, y: 300, verificationMode: 'none' };
  const answer = await during({ when: { service: /\binput tap/ }, do: { kind: 'kill' } }, 'tap', args);
  expect(answer).toMatchObject({ delivery_status: 'unknown' });
  expect(JSON.stringify(answer)).toMatch(/killed on the device \(signal 9\)/);
  expect(JSON.stringify(answer)).not.toMatch(/refused/);
});

test('a picture that breaks off says where to look', async () => {
  const cut: FaultRule = { when: { service: /screencap/ }, do: { kind: 'truncate', share: 0.5 } };
  const told = (await during(cut, 'capture_screenshot', {}))['error'] as Told;
  expect(told).toMatchObject({
    code: 'OBSERVATION_FAILED',
    next_step: expect.stringMatching(/list_devices/),
  });
  expect(told.message).toMatch(/truncated/);
});
