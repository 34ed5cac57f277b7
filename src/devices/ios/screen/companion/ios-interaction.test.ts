/** Reading and touching through the programs of a simulated Mac: real processes, real sockets, injected input. */

import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import type { CompanionFault } from '@mobile-debug/virtual-phone/apple/companion-fault.ts';
import { type AppleBed, makeAppleBed, udid } from '@mobile-debug/virtual-phone/apple/testing/apple-bed.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { hostedPrograms } from '../../../../host/testing/hosted-programs.ts';
import type { UiElement, UiTree } from '../../../../ui/ui-tree.ts';
import { toolPaths } from '../../ios-tools.ts';
import type { IosDriver, IosInteraction } from '../../ios-types.ts';
import { simctlFor } from '../../simctl/simctl.ts';
import { interactionOf } from './ios-interaction.ts';

const shop = 'com.example.shop';
const settings = 'com.apple.Preferences';
let bed: AppleBed;
let phone: IosInteraction;

async function begin(driver: IosDriver, companionVersion: 'head' | '1.1.8' = 'head'): Promise<void> {
  bed = await makeAppleBed({ companionVersion });
  const environment = bed.appleTools.environment();
  const programs = hostedPrograms(bed.appleTools);
  const tools = toolPaths(environment, 'darwin');
  phone = interactionOf(
    {
      info: {
        id: udid,
        platform: 'ios',
        osVersion: '26.3.1',
        model: 'iPhone 17',
        simulator: true,
        virtual: true,
        state: 'ready',
      },
      simctl: simctlFor(udid, { path: tools.xcrun, environment, run: programs.run }),
      tools,
      clock: systemClock,
      driver,
      environment,
      appNames: { byPid: async () => null, byName: async () => null },
      ...programs,
    },
    {
      stateFiles: [join(bed.appleTools.folder, 'state')],
      registerFolder: join(bed.appleTools.folder, 'register'),
    },
  );
}

afterEach(async () => {
  await phone.close();
  expect(bed.appleTools.runningPrograms()).toEqual([]);
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

async function start(app: string): Promise<void> {
  expect((await bed.simctl('launch', udid, app)).code).toBe(0);
}

async function read(): Promise<UiTree> {
  using dispatch = startDispatch(20_000);
  return await phone.screen.read(dispatch);
}

function the(tree: UiTree, fits: (element: UiElement) => boolean): UiElement {
  return tree.elements.find(fits) ?? expect.fail(tree.elements.map(({ label }) => label).join(', '));
}

async function tap(element: UiElement): Promise<void> {
  using dispatch = startDispatch(20_000);
  await phone.input.tap(dispatch, element.center);
}

const rpcs = (): readonly string[] => bed.appleTools.calls().map(({ rpc }) => rpc);

describe.each<[IosDriver, 'head' | '1.1.8', string]>([
  ['idb', 'head', 'idb-companion'],
  ['idb', '1.1.8', 'idb-companion'],
  ['idb-cli', 'head', 'idb-cli'],
  ['idb-cli', '1.1.8', 'idb-cli'],
  ['axe', 'head', 'axe'],
])('by %s of %s', (driver, version, tier) => {
  test('an app is read, touched and typed into', async () => {
    await begin(driver, version);
    await start(shop);
    const login = await read();
    expect(login.source.tier).toBe(tier);
    expect(login.quality.status).toBe('ok');
    const field = the(login, ({ role, secure }) => role === 'text_field' && !secure);
    await tap(field);
    using dispatch = startDispatch(20_000);
    expect(await phone.input.type(dispatch, 'Ada+1@x.org')).toEqual({ method: 'hid keys' });
    expect(the(await read(), ({ role, secure }) => role === 'text_field' && !secure).text).toBe(
      'Ada+1@x.org',
    );
    await phone.input.clear(dispatch, 11);
    // Only newer companions tell the prompt of an empty field from its text.
    expect(the(await read(), ({ role, secure }) => role === 'text_field' && !secure).text).not.toContain(
      'Ada',
    );
    expect(eventsOf(dispatch).filter((word) => word === 'sending')).toHaveLength(
      eventsOf(dispatch).length / 2,
    );
  });

  test('a switch is turned by its row', async () => {
    await begin(driver, version);
    await start(settings);
    const before = await read();
    const row = before.elements.find(({ role }) => role === 'switch');
    if (!row) return expect(before.elements.length).toBeGreaterThan(3);
    await tap(row);
    const after = the(await read(), ({ role, label }) => role === 'switch' && label === row.label);
    expect(after.state.checked).toBe(!row.state.checked);
  });
});

describe('by the companion', () => {
  test('a warm reading is one call, and the companion one process', async () => {
    await begin('auto');
    await start('com.example.latency');
    const [first] = await Promise.all([read(), read(), read()]);
    expect(first?.foreground?.appId).toBe('com.example.latency');
    const before = rpcs().length;
    await read();
    expect(rpcs().slice(before)).toEqual(['accessibility_info']);
    const companions = bed.appleTools.commands().filter(({ tool }) => tool === 'idb_companion');
    expect(companions).toHaveLength(1);
  });

  test('other characters are pasted', async () => {
    await begin('idb');
    await start(shop);
    await tap(the(await read(), ({ role, secure }) => role === 'text_field' && !secure));
    using dispatch = startDispatch(20_000);
    expect(await phone.input.type(dispatch, 'Grüße')).toEqual({ method: 'pasteboard paste' });
    expect(the(await read(), ({ role, secure }) => role === 'text_field' && !secure).text).toBe('Grüße');
  });

  test('the home button leads to SpringBoard', async () => {
    await begin('idb');
    await start(shop);
    await read();
    using dispatch = startDispatch(20_000);
    await phone.input.key(dispatch, 'home');
    expect((await phone.screen.foreground(dispatch)).appId).toBe('com.apple.springboard');
  });

  test('a first answer of no size is asked again', async () => {
    await begin('idb');
    await start(shop);
    bed.appleTools.faults.add({ when: { rpc: 'accessibility_info', times: 2 }, do: { kind: 'zero_root' } });
    expect((await read()).source.detail).toContain('read 3 times');
  });

  test.each(['zero_root', 'no_translation_object'] as const)('%s for ever is a fault', async (kind) => {
    await begin('idb');
    await start(shop);
    bed.appleTools.faults.add({ do: { kind } });
    await expect(read()).rejects.toMatchObject({
      code: 'OBSERVATION_FAILED',
      details: { reason: 'AX_NOT_READY' },
    });
  });

  test('root_only is doubtful, and the host of the app a fault', async () => {
    await begin('idb');
    await start(shop);
    const bare = bed.appleTools.faults.add({ do: { kind: 'root_only' } });
    expect((await read()).quality.status).toBe('suspect');
    bare.remove();
    bed.appleTools.faults.add({ do: { kind: 'dock_folder' } });
    await expect(read()).rejects.toMatchObject({ details: { reason: 'DOCK_FOLDER' } });
  });

  test.each<{ readonly fault: CompanionFault }>([
    { fault: { kind: 'unavailable' } },
    { fault: { kind: 'die', moment: 'after' } },
    { fault: { kind: 'garbage_frame' } },
    { fault: { kind: 'reset', moment: 'before' } },
  ])('$fault.kind once is survived by a question', async ({ fault }) => {
    await begin('auto');
    await start(shop);
    await read();
    bed.appleTools.faults.add({ when: { rpc: 'accessibility_info', times: 1 }, do: fault });
    expect((await read()).quality.status).toBe('ok');
  });

  test.each(['before', 'after'] as const)(
    'an input whose connection breaks %s it is not sent again',
    async (moment) => {
      await begin('auto');
      await start(shop);
      const button = the(await read(), ({ role }) => role === 'button');
      bed.appleTools.faults.add({ when: { rpc: 'hid', times: 1 }, do: { kind: 'reset', moment } });
      using dispatch = startDispatch(20_000);
      const tapped = phone.input.tap(dispatch, button.center);
      await expect(tapped).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: false });
      expect(rpcs().filter((rpc) => rpc === 'hid')).toHaveLength(1);
      expect(eventsOf(dispatch)).toEqual(['sending']);
      expect((await read()).quality.status).toBe('ok');
    },
  );

  test('a hung call ends with its operation, and the next works', async () => {
    await begin('idb');
    await start(shop);
    await read();
    bed.appleTools.faults.add({ when: { times: 1 }, do: { kind: 'hang_rpc' } });
    using dispatch = startDispatch(300);
    await expect(phone.screen.read(dispatch)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect((await read()).quality.status).toBe('ok');
  });

  test('what cannot inject is passed over for what can', async () => {
    await begin('auto');
    await start(shop);
    const button = the(await read(), ({ role }) => role === 'button');
    bed.appleTools.faults.add({ when: { rpc: 'hid', times: 2 }, do: { kind: 'simulator_kit_missing' } });
    await tap(button);
    expect(bed.appleTools.commands().some(({ tool }) => tool === 'idb')).toBe(true);
  });

  test.each([
    [1, 90],
    [3, 270],
  ] as const)('an interface that lies (%i) is touched where it is seen', async (quarter, rotation) => {
    await begin('idb');
    await start('com.example.latency');
    bed.phone.setRotation(quarter);
    const lying = await read();
    expect(lying).toMatchObject({ rotation, size: { width: 874, height: 402 }, quality: { status: 'ok' } });
    expect(lying.elements.some(({ probed }) => probed)).toBe(true);
    await tap(the(lying, ({ label }) => label === 'Open detail'));
    the(await read(), ({ label }) => label === 'Activate');
  });

  test('Xcode that is missing is said by all ways', async () => {
    await begin('idb');
    bed.appleTools.faults.add({ do: { kind: 'xcode_required' } });
    await expect(read()).rejects.toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
      nextStep: expect.stringContaining('Xcode'),
    });
  });
});
