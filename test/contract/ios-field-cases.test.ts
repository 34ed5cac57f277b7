/** Failure cases of the field on iOS that need the whole way: client, server, Apple's tools, phone. */
import { afterEach, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed, type TestBedOptions } from '../harness.ts';
import { codeOf, good, refusal, sentDuring, textOn } from './reading.ts';

const shop = 'com.example.shop';
const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;
const light = { verificationMode: 'light' } as const;

let bed: TestBed | undefined;

async function begin(options: TestBedOptions = {}) {
  bed = await makeTestBed({ ios: {}, ...options });
  const { apple } = bed;
  if (!apple) throw new Error('This bed has no Mac.');
  return { bed, apple };
}

afterEach(async () => {
  expect(bed?.bugs ?? []).toEqual([]);
  await bed?.close();
  bed = undefined;
});

describe('ios-idb', () => {
  const fields = `${gallery}.FieldsActivity`;

  test('IDB-01: what another keyboard makes of the keys is read back and told', async () => {
    const { bed: on, apple } = await begin();
    for (const [us, theirs] of ['m,', '@_', '.:'].map((pair) => [...pair])) {
      apple.simulators[0]?.memory.keyboardLayout.set(us ?? '', theirs ?? '');
    }
    on.open(gallery, fields);
    const text = 'mobiletest@example.com';
    const answer = await on.call('type_text', { selector: { resource_id: 'plain' }, text, ...light });
    expect(textOn(on, 'plain')).toBe(',obiletest_exa,ple:co,');
    expect(answer.data).toMatchObject({
      success: true,
      delivery_status: 'delivered',
      details: { matches: false, field_text: ',obiletest_exa,ple:co,' },
      next_step: expect.stringContaining('US English'),
    });
    on.phone.clipboard = 'copied by a person';
    const pasted = await on.call('type_text', {
      selector: { resource_id: 'plain' },
      text: 'é@m',
      clear: true,
      ...light,
    });
    expect(good(pasted)['details']).toMatchObject({ matches: true, method: 'pasteboard paste' });
    expect(on.phone.clipboard).toBe('copied by a person');
  });

  test('IDB-02: chatter before the tree is skipped, a foreign host of the app is named', async () => {
    const { bed: on, apple } = await begin({ ios: { driver: 'idb-cli' } });
    on.open(shop);
    const noise =
      'objc[56872]: Class FBProcess is implemented in both /System/A (0x2b1) and /opt/B (0x10e).\n';
    apple.faults.add({ when: { command: /describe-all/ }, do: { kind: 'chatter', stdoutBefore: noise } });
    expect((await on.call('get_ui_tree', { responseMode: 'outline' })).texts[0]).toContain('Sign in');
    apple.faults.clear();
    apple.faults.add({ do: { kind: 'dock_folder' } });
    const { code, message, details } = refusal(await on.call('get_ui_tree'));
    expect([code, details?.['reason']]).toEqual(['OBSERVATION_FAILED', 'DOCK_FOLDER']);
    expect(message).toContain('DockFolderViewService');
  });

  test('IDB-04: accessibility that is off is recognised, and switched on by starting the app', async () => {
    const { bed: on, apple } = await begin();
    apple.faults.add({ do: { kind: 'accessibility_off' } });
    on.open(shop);
    const { details, next_step } = refusal(await on.call('get_ui_tree'));
    expect(details?.['reason']).toBe('AX_NOT_READY');
    expect(next_step).toContain('start_app');
    good(await on.call('start_app', { appId: shop, ...none }));
    expect((await on.call('get_ui_tree', { responseMode: 'outline' })).texts[0]).toContain('Sign in');
    const writes = apple
      .commands()
      .filter(({ args }) => args.join(' ').includes('defaults write com.apple.Acc'));
    expect(writes.length).toBeGreaterThanOrEqual(2);
  });

  test('IDB-06: what another process shows over an app is found by points, flagged, and can be touched', async () => {
    const { bed: on, apple } = await begin();
    on.open(gallery);
    apple.faults.add({ do: { kind: 'remote_ui' } });
    const { quality, elements } = good(await on.call('get_ui_tree')) as {
      quality: { status: string; reasons: string[] };
      elements: { probed?: boolean; elementId: string; clickable?: boolean }[];
    };
    expect(quality.status).toBe('suspect');
    expect(quality.reasons.join()).toContain('another process');
    const found = elements.filter(({ probed }) => probed);
    expect(found.length).toBeGreaterThan(1);
    const sent = await sentDuring(on, async () => {
      good(await on.call('tap_element', { elementId: found.at(-1)?.elementId, ...none }));
    });
    expect(sent).toMatchObject([{ kind: 'tap' }]);
  });

  test('IDB-08: with no tool at all both ways to get one are named', async () => {
    const { bed: on } = await begin({ ios: { without: ['idb_companion', 'idb', 'axe'] } });
    on.open(shop);
    const { code, message, next_step } = refusal(await on.call('get_ui_tree'));
    expect(code).toBe('TOOL_NOT_FOUND');
    expect(message).toMatch(/idb_companion.*axe/is);
    expect(next_step).toContain('brew install facebook/fb/idb');
  });

  test('IDB-09: a companion that died is replaced once, one that always dies is an error', async () => {
    const { bed: on, apple } = await begin({ ios: { driver: 'idb' } });
    on.open(shop);
    good(await on.call('get_ui_tree', { responseMode: 'outline' }));
    const started = () => apple.commands().filter(({ tool }) => tool === 'idb_companion').length;
    const before = started();
    apple.faults.add({
      when: { rpc: 'accessibility_info', times: 1 },
      do: { kind: 'die', moment: 'before' },
    });
    const again = await on.call('get_ui_tree', { responseMode: 'outline' });
    expect(again.texts[0]).toContain('Sign in');
    expect(started()).toBe(before + 1);
    apple.faults.add({ when: { rpc: 'accessibility_info' }, do: { kind: 'die', moment: 'before' } });
    expect(refusal(await on.call('get_ui_tree')).code).toBe('DEVICE_UNAVAILABLE');
    expect(started()).toBeLessThanOrEqual(before + 3);
  });

  test('IDB-12: an answer without anything is an error with its causes, never a tap at nothing', async () => {
    const { bed: on, apple } = await begin();
    on.open(shop);
    apple.faults.add({ do: { kind: 'zero_root' } });
    const sent = await sentDuring(on, async () => {
      const { code, next_step } = refusal(await on.call('get_ui_tree'));
      expect(code).toBe('OBSERVATION_FAILED');
      expect(next_step).toContain('capture_screenshot');
      const tapped = await on.call('tap_element', { selector: { text: 'Sign in' }, ...none });
      expect(tapped.isError).toBe(true);
    });
    expect(sent).toEqual([]);
  });

  test.each([1, 3] as const)(
    'IDB-13: turned by %i quarters, tree, picture and touch agree',
    async (quarters) => {
      const { bed: on } = await begin();
      on.open(gallery);
      on.phone.settings.delete('system', 'user_rotation');
      on.phone.setRotation(quarters);
      const tree = good(await on.call('get_ui_tree'));
      expect(tree['resolution']).toMatchObject({ width: 874, height: 402 });
      const { result } = good(await on.call('capture_screenshot')) as {
        result: { scale: number; resolution: { width: number; height: number } };
      };
      expect(result.resolution.width * result.scale).toBeCloseTo(874, -1);
      const sent = await sentDuring(on, async () => {
        good(await on.call('tap_element', { selector: { text: 'Endless animation' }, ...none }));
      });
      expect(sent).toMatchObject([{ kind: 'tap', view: `${gallery}:id/gallery_entry` }]);
    },
  );
});

describe('ios-sim', () => {
  test('SIM-02: a boot that races, and a list that fails, switch nothing off', async () => {
    const { bed: on, apple } = await begin();
    const [name] = on.serials;
    apple.faults.add({
      when: { command: / simctl list -j/, times: 1 },
      do: { kind: 'replace', stdout: 'garbage', exitCode: 0 },
    });
    apple.faults.add({
      when: { command: / simctl bootstatus / },
      do: {
        kind: 'replace',
        exitCode: 149,
        stderr:
          'An error was encountered processing the command (domain=com.apple.CoreSimulator.SimError, code=405):\nUnable to boot device in current state: Booted\n',
      },
    });
    expect(refusal(await on.call('manage_emulator', { action: 'boot', name }))).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
    });
    const answer = await on.call('manage_emulator', { action: 'boot', name });
    expect(good(answer)).toMatchObject({ state: 'ready', deviceId: name });
    expect(apple.commands().filter(({ args }) => args.includes('shutdown'))).toEqual([]);
    good(await on.call('get_current_screen'));
  });

  test('SIM-09: of two booted simulators both are listed, and none is chosen in silence', async () => {
    const serials = ['a', 'b'];
    const { bed: on } = await begin({ serials });
    const { devices } = good(await on.call('list_devices')) as { devices: { id: string }[] };
    expect(devices.map(({ id }) => id)).toEqual(on.serials);
    const { code, message } = refusal(await on.call('get_ui_tree'));
    expect(code).toBe('DEVICE_AMBIGUOUS');
    for (const serial of on.serials) expect(message).toContain(serial);
    good(await on.call('get_ui_tree', { deviceId: on.serials[1], responseMode: 'outline' }));
  });
});

test('LOG-10: the log of an app is asked by its executable and holds no line of another', async () => {
  const { bed: on, apple } = await begin();
  good(await on.call('start_app', { appId: shop, ...none }));
  on.phone.crash(shop, { message: 'cart is null' });
  const logs = await on.call('get_logs', { appId: shop });
  good(logs);
  expect(logs.texts.join('')).toContain('cart is null');
  expect(logs.texts.join('')).not.toContain('SpringBoard');
  const asked = apple
    .commands()
    .map(({ args }) => args.join(' '))
    .filter((words) => words.includes('--predicate'));
  expect(asked.length).toBeGreaterThan(0);
  for (const words of asked) {
    expect(words).toMatch(/ENDSWITH|process ==|subsystem ==/);
    expect(words).not.toMatch(/processImagePath CONTAINS/);
  }
});

test('PARSE-10: a password is masked in tree and answer, its neighbour is not', async () => {
  const { bed: on } = await begin();
  on.open(shop);
  good(await on.call('type_text', { selector: { resource_id: 'email' }, text: 'a@b.c', ...none }));
  const typed = await on.call('type_text', {
    selector: { resource_id: 'password' },
    text: 'hunter2',
    ...light,
  });
  const tree = await on.call('get_ui_tree');
  for (const { texts } of [typed, tree]) expect(texts.join('')).not.toContain('hunter2');
  expect(tree.texts.join('')).toContain('a@b.c');
});

test('TAP-10: a handle of the screen before is refused, and nothing is sent', async () => {
  const { bed: on } = await begin();
  on.open(gallery);
  const found = good(await on.call('find_element', { query: 'Endless animation', exact: true }));
  const { elementId } = found['element'] as { elementId: string };
  on.open(gallery, `${gallery}.StepperActivity`);
  const sent = await sentDuring(on, async () => {
    expect(codeOf(await on.call('tap_element', { elementId, ...none }))).toBe('STALE_REFERENCE');
  });
  expect(sent).toEqual([]);
});
