/** What a caller gets wrong, made from the schemas of all tools: refused by the name of the field, and nothing sent. */
import { isFault } from '@mobile-debug/core/fault.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inputSchema, parseArguments } from '../../src/server/arguments.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import type { TestBed } from '../harness.ts';
import { tools } from '../offered-tools.ts';
import { oneBed } from './beds.ts';
import { asked, refusal, sentDuring, type WireFault, works } from './reading.ts';

interface Field {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Field[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

interface InputSchema {
  readonly properties: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
}

const megabyte = 'x'.repeat(1_000_000);
/** Longer than any field takes that says nothing of lengths, and cheap enough to be tried on all of them. */
const long = 'x'.repeat(20_000);

/** A call that is right as far as its form goes: the tool's first example, or this where it has none. */
const otherwise: Readonly<Record<string, Record<string, unknown>>> = {
  attach_debugger: { appId: 'com.example.shop' },
  pinch: { selector: { text: 'Map' }, scale: 2 },
  open_url: { url: 'https://example.com/' },
  pull_file: { devicePath: '/sdcard/a.txt' },
  push_file: { localPath: 'package.json', devicePath: '/sdcard/a.txt' },
  set_clipboard: { text: 'words' },
  set_permission: { appId: 'com.example.shop', permission: 'camera', state: 'grant' },
};

const rightCall = (tool: Tool): Record<string, unknown> => ({
  ...(tool.examples[0]?.input ?? otherwise[tool.name]),
});

function schemaOf(tool: Tool): InputSchema {
  return z.toJSONSchema(inputSchema(tool), { io: 'input' }) as unknown as InputSchema;
}

/** Values that this field must refuse. */
function wrongFor({
  type,
  enum: allowed,
  anyOf,
  minimum,
  maximum,
  minLength,
  maxLength,
  pattern,
}: Field): unknown[] {
  if (anyOf) return [{ no: 'such thing' }, ['list']];
  const wrong: unknown[] = [];
  if (allowed) wrong.push('no_such_value', 7, long);
  else if (type === 'string') {
    wrong.push(42, true, ['list'], { an: 'object' });
    if ((minLength ?? 0) > 0 || pattern !== undefined) wrong.push('');
    if (maxLength !== undefined) wrong.push('x'.repeat(maxLength + 1));
    if (pattern !== undefined) wrong.push(long);
    if (pattern !== undefined) wrong.push('; rm -rf /', '$(reboot)', 'a b', '../x', 'a\n');
  } else if (type === 'integer' || type === 'number') {
    wrong.push('12', '', true, [1], {}, 'NaN');
    if (type === 'integer') wrong.push(1.5);
    if (minimum !== undefined) wrong.push(minimum - 1);
    if (maximum !== undefined) wrong.push(maximum + 1);
    if (type === 'integer') wrong.push(1e300);
  } else if (type === 'boolean') wrong.push('true', 1, 0, 'yes', []);
  else if (type === 'object') wrong.push('{}', 3, [], long, { no_such_field: 1 });
  else if (type === 'array') wrong.push('[]', {}, 3);
  return wrong;
}

const codes = ['INVALID_ARGUMENT', 'INVALID_SELECTOR', 'INVALID_CONDITION', 'INVALID_FILTER'] as const;

const platforms = [
  ['Android', {}],
  ['iOS', { ios: {} }],
] as const;

describe.each(platforms)('every tool on %s', (_platform, options) => {
  const made = oneBed(options);
  let bed: TestBed;
  let name = '';

  beforeEach(() => {
    bed = made();
  });

  /** Refused before any device command, in few words that name the field. */
  const refused = async (args: Record<string, unknown> | undefined, field?: string): Promise<WireFault> => {
    bed.wire.clear();
    const answer = await bed.call(name, args);
    const fault = refusal(answer);
    expect(codes, `${field}: ${answer.texts[0]?.slice(0, 300)}`).toContain(fault.code);
    expect(fault).toMatchObject({ retryable: false, message: expect.not.stringMatching(/Invalid input\./) });
    if (field !== undefined) expect(fault.message).toContain(field);
    expect(asked(bed)).toEqual([]);
    return fault;
  };

  describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (toolName, tool) => {
    const schema = schemaOf(tool);
    const right = rightCall(tool);

    beforeEach(() => {
      name = toolName;
    });

    test('wrong values for every field', async () => {
      const sent = await sentDuring(bed, async () => {
        for (const [field, rule] of Object.entries(schema.properties)) {
          for (const value of wrongFor(rule)) await refused({ ...right, [field]: value }, field);
        }
      });
      expect(sent).toEqual([]);
    });

    test('unknown fields are refused by name, with the known ones', async () => {
      const fault = await refused({ ...right, elementIdd: 'x' }, 'elementIdd');
      for (const known of Object.keys(schema.properties)) expect(fault.message).toContain(known);
      await refused({ ...right, [megabyte]: 1 });
      await refused({ ...right, constructor: 1 }, 'constructor');
    });

    test('required fields that are missing', async () => {
      for (const field of schema.required ?? []) {
        await refused(Object.fromEntries(Object.entries(right).filter(([name]) => name !== field)), field);
        if (!schema.properties[field]?.anyOf) await refused({ ...right, [field]: null }, field);
      }
    });

    test('no arguments at all, null and {} are the same', async () => {
      if ((schema.required ?? []).length > 0) {
        const words = [undefined, {}].map(async (args) => (await refused(args)).message);
        expect(await words[0]).toBe(await words[1]);
        return;
      }
      const parsed = [undefined, null, {}].map((args) => parseArguments(tool, args, false));
      expect(parsed[1]).toEqual(parsed[0]);
      expect(parsed[2]).toEqual(parsed[0]);
    });
  });

  test('the next call is right', async () => {
    await works(bed);
    expect(bed.bugs).toEqual([]);
  });

  test('a megabyte in a name, a value or an id is no burden', async () => {
    for (const [each, args] of [
      ['start_app', { appId: megabyte }],
      ['tap_element', { elementId: megabyte }],
      ['find_element', { query: megabyte }],
      ['type_text', { text: megabyte }],
      ['get_current_screen', { deviceId: megabyte }],
      ['get_current_screen', { [megabyte]: 1 }],
    ] as const) {
      name = each;
      await refused(args);
    }
  });

  test('null in place of the arguments, and numbers that JSON does not know', async () => {
    name = 'tap';
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      await refused({ x, y: 1 }, 'x');
    }
  });
});

describe.each(platforms)('what schemas alone cannot say, on %s', (_platform, options) => {
  const made = oneBed(options);
  const selector = { text: 'Remember me' };
  const guard = { snapshotSessionId: 'ses_x', snapshotRevision: 1 };
  const step = (id: string, more: Record<string, unknown>) => ({ id, ...more });
  const journey = (...steps: Record<string, unknown>[]) => ({ platform: 'android', steps });
  const back = { type: 'press_back' };

  test.each([
    ['tap_element', {}, 'INVALID_ARGUMENT', 'elementId and selector'],
    ['tap_element', { elementId: 'e1aa', selector }, 'INVALID_ARGUMENT', 'elementId and selector'],
    ['tap_element', { elementId: 'e1aa', waitFor: { timeoutMs: 500 } }, 'INVALID_ARGUMENT', 'waitFor'],
    ['tap_element', { selector: {} }, 'INVALID_SELECTOR', 'text, resource_id, accessibility_id'],
    ['tap_element', { selector: { text: ' ' } }, 'INVALID_SELECTOR', 'blank'],
    ['tap_element', { selector: { text: 'x', contains: 'yes' } }, 'INVALID_ARGUMENT', 'selector.contains'],
    ['tap_element', { selector: { css: '#x' } }, 'INVALID_ARGUMENT', 'css'],
    ['tap_element', { selector, waitFor: { condition: 'gone' } }, 'INVALID_CONDITION', 'waitFor.condition'],
    ['tap', { x: 1 }, 'INVALID_ARGUMENT', 'y'],
    ['tap', { x: 1, y: 2, expectedState: guard }, 'INVALID_ARGUMENT', 'deviceId'],
    [
      'tap',
      { x: 1, y: 2, expectedState: { ...guard, snapshotRevision: 0 } },
      'INVALID_ARGUMENT',
      'snapshotRevision',
    ],
    ['press_key', { key: 'home', expectedState: guard }, 'INVALID_ARGUMENT', 'expectedState'],
    ['long_press', { x: 5 }, 'INVALID_ARGUMENT', 'x and y'],
    ['long_press', { x: 5, y: 6, selector }, 'INVALID_ARGUMENT', 'x and y'],
    ['type_text', { text: '' }, 'INVALID_ARGUMENT', 'clear'],
    ['type_text', { text: 'x', elementId: 'e1aa', selector }, 'INVALID_ARGUMENT', 'elementId and selector'],
    ['scroll_to_element', { selector: {} }, 'INVALID_SELECTOR', 'resourceId'],
    ['scroll_to_element', { selector: { resource_id: 'x' } }, 'INVALID_ARGUMENT', 'resource_id'],
    ['wait_for_ui', {}, 'INVALID_SELECTOR', 'resource_id'],
    ['expect_screen', {}, 'INVALID_ARGUMENT', 'fingerprint or screen'],
    ['expect_state', { property: 'checked', expected: true }, 'INVALID_ARGUMENT', 'selector and element_id'],
    ['expect_state', { selector, property: 'colour', expected: true }, 'INVALID_ARGUMENT', 'property'],
    [
      'get_ui_tree',
      { actionRef: { sessionId: '', actionId: 'a' } },
      'INVALID_ARGUMENT',
      'actionRef.sessionId',
    ],
    ['get_ui_tree', { actionRef: { sessionId: 's' } }, 'INVALID_ARGUMENT', 'actionRef.actionId'],
    ['run_journey', journey(), 'INVALID_ARGUMENT', 'steps'],
    ['run_journey', journey(step('a', back), step('a', back)), 'INVALID_ARGUMENT', 'used twice'],
    ['run_journey', journey(step('a', { type: 'fly' })), 'INVALID_ARGUMENT', 'type'],
    ['run_journey', journey(step('a', back), step('b', { type: 'tap' })), 'INVALID_ARGUMENT', 'Step 2'],
    [
      'run_journey',
      journey(step('a', { ...back, expectedState: guard })),
      'INVALID_ARGUMENT',
      'expectedState',
    ],
    [
      'run_journey',
      journey(...Array.from({ length: 51 }, (_, n) => step(`s${n}`, back))),
      'INVALID_ARGUMENT',
      'steps',
    ],
  ] as const)('%s %o: %s', async (name, args, code, words) => {
    const bed = made();
    const sent = await sentDuring(bed, async () => {
      const answer = await bed.call(name, args);
      if ('failure_code' in answer.data)
        expect(answer.data).toMatchObject({ failure_code: code, dispatch_started: false });
      else expect(refusal(answer)).toMatchObject({ code, message: expect.stringContaining(words) });
    });
    expect(sent).toEqual([]);
  });
});

describe('anything at all as arguments', () => {
  test.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
    const fields = [...Object.keys(schemaOf(tool).properties), 'platform'];
    const args = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string()), fc.jsonValue()),
      fc.dictionary(
        fc.constantFrom(...fields),
        fc.oneof(fc.double(), fc.string({ unit: 'binary' }), fc.object()),
      ),
    );
    fc.assert(
      fc.property(args, (given) => {
        try {
          parseArguments(tool, given, false);
        } catch (error) {
          expect(isFault(error, ...codes), String(error)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('which device is meant', () => {
  const made = oneBed({ serials: ['virtual-android-1', 'emulator-5554 (2)'] });
  const onDevice = tools.filter(({ scope }) => scope !== 'host');

  test.each(onDevice.map((tool) => [tool.name, tool] as const))(
    '%s with two devices and no id',
    async (name, tool) => {
      const bed = made();
      const sent = await sentDuring(bed, async () => {
        const { deviceId: _, ...args } = rightCall(tool);
        const fault = refusal(await bed.call(name, args));
        expect(fault.code).toBe('DEVICE_AMBIGUOUS');
        expect(fault.next_step).toContain('deviceId');
        expect(fault.details?.['devices']).toMatchObject([
          { id: 'virtual-android-1', platform: 'android' },
          { id: 'emulator-5554 (2)', platform: 'android' },
        ]);
      });
      expect(sent).toEqual([]);
    },
  );

  test.each(onDevice.map((tool) => [tool.name, tool] as const))(
    '%s with a device that is not there',
    async (name, tool) => {
      const bed = made();
      const sent = await sentDuring(bed, async () => {
        for (const deviceId of ['virtual-android-9', '-s other', '; reboot', '*']) {
          const fault = refusal(await bed.call(name, { ...rightCall(tool), deviceId }));
          expect(fault.code).toBe('DEVICE_NOT_FOUND');
          expect(fault.message).toContain('virtual-android-1');
        }
        const ios = refusal(
          await bed.call(name, {
            ...rightCall(tool),
            platform: 'ios',
            deviceId: 'virtual-android-1',
          }),
        );
        expect(['DEVICE_NOT_FOUND', 'PLATFORM_NOT_SUPPORTED', 'TOOL_NOT_FOUND']).toContain(ios.code);
      });
      expect(sent).toEqual([]);
    },
  );

  test.each(['install_app', 'build_app', 'build_and_install', 'push_file'])(
    'a path that no system takes, for %s',
    async (name) => {
      const bed = made();
      const tool = tools.find((one) => one.name === name) as Tool;
      const field = ['appPath', 'projectPath', 'localPath'].find((one) => one in schemaOf(tool).properties);
      const fault = refusal(await bed.call(name, { ...rightCall(tool), [String(field)]: 'a\u0000b' }));
      expect(fault).toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining(String(field)),
      });
    },
  );

  test.each([
    [
      'tap_element',
      { selector: { resourceId: 'a' } },
      '"selector". Known: text, resource_id, accessibility_id',
    ],
    ['scroll_to_element', { selector: { resource_id: 'a' } }, '"selector". Known: text, resourceId'],
    [
      'tap_element',
      { selector: { text: 'a' }, waitFor: { match: { at: 1 } } },
      '"waitFor.match". Known: index',
    ],
  ])('%s %j: what a nested object takes is told', async (name, args, words) => {
    expect(refusal(await made().call(name, args)).message).toContain(words);
  });

  test('a serial with blanks and brackets is a name like any other', async () => {
    const bed = made();
    const answer = await bed.call('get_current_screen', { deviceId: 'emulator-5554 (2)' });
    expect(answer.isError).toBe(false);
  });

  test('a named device that is offline is never replaced by the other', async () => {
    const bed = made();
    bed.adbServer.setState('virtual-android-1', 'offline');
    await expect
      .poll(async () => refusal(await bed.call('tap', { x: 1, y: 1, deviceId: 'virtual-android-1' })).code)
      .toBe('DEVICE_UNAVAILABLE');
    expect(bed.phones.flatMap(({ record }) => record)).toEqual([]);
    bed.adbServer.setState('virtual-android-1', 'device');
  });
});
