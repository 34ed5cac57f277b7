import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UiTree } from '../../../../ui/ui-tree.ts';
import { TransportProblem } from '../../../port/transport-problem.ts';
import type { RunProgram } from '../../ios-types.ts';
import { parseAxPoint } from '../ax/ax-json.ts';
import { DeviceOrientation } from '../orientation.ts';
import { AppInFront } from './app-in-front.ts';
import { DriverChain } from './drivers/driver-chain.ts';
import { ScreenReader } from './screen-reader.ts';
import { axApp, axElement, ScriptedDriver, zeroApp } from './testing/driver-bed.ts';

let clock: ManualClock;
let driver: ScriptedDriver;
let other: ScriptedDriver;
let apps: AppInFront;
let reader: ScreenReader;
let preferences: string | Fault;
let ran: string[];
let named: string[];

const button = axElement('Button', { AXLabel: 'Buy' });

beforeEach(() => {
  clock = new ManualClock();
  driver = new ScriptedDriver('idb');
  other = new ScriptedDriver('axe');
  preferences = new Fault('TOOL_NOT_FOUND', 'no defaults here');
  ran = [];
  named = [];
  apps = new AppInFront({
    byPid: async (_op, pid) => {
      named.push(`pid ${pid}`);
      return await Promise.resolve(null);
    },
    byName: async (_op, name) => {
      named.push(name);
      return await Promise.resolve(name === 'Shop' ? 'com.example.shop' : null);
    },
  });
  const run: RunProgram = async (_op, { command, args }) => {
    ran.push([command, ...args].join(' '));
    if (preferences instanceof Fault) throw preferences;
    const stdout = Buffer.from(preferences);
    return await Promise.resolve({ exitCode: 0, signal: null, stdout, stderr: Buffer.alloc(0) });
  };
  const orientation = new DeviceOrientation({ udid: 'UDID', environment: {}, run });
  const drivers = new DriverChain([driver, other], clock);
  reader = new ScreenReader({ drivers, apps, orientation, simctl: null });
});

/** Reads while the clock runs, as fast as it is waited for. */
async function read(budgetMs = 10_000): Promise<UiTree> {
  using op = Operation.start(budgetMs, { clock });
  const reading = reader.read(op);
  reading.catch(() => {});
  for (let turn = 0; turn < 40; turn++) await clock.advance(50);
  return await reading;
}

test('a usual reading is one question, also for the name of the app once it is known', async () => {
  driver.answers = [axApp({}, button)];
  driver.apps = new Map([[4242, 'com.example.shop']]);
  const tree = await read();
  expect(tree.foreground?.appId).toBe('com.example.shop');
  expect(tree.source).toEqual({ tier: 'scripted idb', detail: [] });
  expect(tree.quality.status).toBe('ok');
  await read();
  expect([driver.reads, driver.appsAsked, driver.asked, named, ran]).toEqual([2, 1, [], [], []]);
  expect(reader.advice()).toBeNull();
});

test('a launch that was told needs no question', async () => {
  apps.noteLaunch('com.example.told', 4242);
  driver.answers = [axApp({}, button)];
  expect((await read()).foreground?.appId).toBe('com.example.told');
  expect(driver.appsAsked).toBe(0);
});

test('an app that only has a name is found by it, once', async () => {
  driver.answers = [axApp({ pid: undefined }, button)];
  expect((await read()).foreground?.appId).toBe('com.example.shop');
  await read();
  expect(named).toEqual(['Shop']);
  expect(driver.appsAsked).toBe(0);
});

test('a name that nobody knows keeps no reading from being one', async () => {
  driver.answers = [axApp({ AXLabel: 'Nobody' }, button)];
  expect((await read()).foreground?.appId).toBeNull();
  await read();
  expect(named).toEqual(['pid 4242', 'Nobody']);
});

describe('an answer that is no screen', () => {
  test('is asked again after 50 ms and doubling pauses', async () => {
    driver.answers = [zeroApp, zeroApp, zeroApp, axApp({}, button)];
    const tree = await read();
    expect(tree.source.detail).toEqual(['read 4 times']);
    expect(driver.reads).toBe(4);
  });

  test('and stays so is a fault with its reason, never an empty screen', async () => {
    driver.answers = [zeroApp];
    await expect(read()).rejects.toMatchObject({
      code: 'OBSERVATION_FAILED',
      details: { reason: 'AX_NOT_READY', elapsed_ms: 1_550, reads: 6 },
      retryable: true,
    });
    expect(other.reads).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test('in the words of the companion', async () => {
    const words = 'The companion said: No translation object returned for simulator. This means…';
    driver.answers = [new Fault('OBSERVATION_FAILED', words), axApp({}, button)];
    expect((await read()).elements).toHaveLength(2);
    driver.answers = [new Fault('OBSERVATION_FAILED', words)];
    await expect(read()).rejects.toMatchObject({ details: { reason: 'AX_NOT_READY' } });
  });

  test('is not waited for longer than the budget', async () => {
    driver.answers = [zeroApp];
    await expect(read(300)).rejects.toMatchObject({ details: { reason: 'AX_NOT_READY', reads: 3 } });
  });

  test('of a lone application is handed on with its doubt, and remembered', async () => {
    driver.answers = [axApp()];
    const tree = await read();
    expect(tree.quality.status).toBe('suspect');
    expect(tree.quality.reasons.join()).toContain('root_only');
    expect(driver.reads).toBe(6);
    expect((await read()).quality.reasons.join()).toContain('root_only');
    expect(driver.reads).toBe(8);
  });

  test('of the host of the app is a fault of its own', async () => {
    driver.answers = [axApp({ AXLabel: 'DockFolderViewService' })];
    await expect(read()).rejects.toMatchObject({ details: { reason: 'DOCK_FOLDER' } });
    expect(driver.reads).toBe(1);
  });
});

test('another way is taken when one breaks, and said', async () => {
  driver.answers = [new TransportProblem('broken', 'not_delivered', 'gone')];
  other.answers = [axApp({}, button)];
  const tree = await read();
  expect(tree.source).toEqual({ tier: 'scripted axe', detail: ['idb: gone'] });
  expect(reader.advice()).toBe('gone');
});

describe('an interface that lies', () => {
  const size = { x: 0, y: 0, width: 874, height: 402 };

  test('is turned as Simulator says', async () => {
    preferences = '{ UDID = { SimulatorWindowRotationAngle = "-90"; }; }';
    driver.answers = [axApp({ frame: size }, button)];
    expect(await read()).toMatchObject({ rotation: 270, size: { width: 874, height: 402 } });
    await read();
    expect(ran).toEqual(['defaults read com.apple.iphonesimulator DevicePreferences', ...ran.slice(1)]);
    expect(reader.last?.orientation.rotation).toBe(270);
  });

  test('is turned as points answer where Simulator says nothing', async () => {
    driver.answers = [axApp({ frame: size }, button)];
    const found = parseAxPoint(JSON.stringify(button));
    driver.there = ([x, y]) => (x === 122 && y === 874 - 201 ? found : null);
    const tree = await read();
    expect(tree.rotation).toBe(270);
    expect(tree.quality.status).toBe('ok');
    expect(driver.asked).toHaveLength(2);
  });

  test('is doubtful where nothing says', async () => {
    driver.answers = [axApp({ frame: size }, button)];
    const tree = await read();
    expect(tree.rotation).toBe(90);
    expect(tree.quality.reasons.join()).toContain('orientation');
  });
});

test('bars that hold nothing are asked again only when the screen changed, or after a while', async () => {
  const bar = axElement('Group', {
    role_description: 'Nav bar',
    frame: { x: 0, y: 24, width: 88, height: 56 },
  });
  driver.answers = [axApp({}, button, bar)];
  await read();
  expect(driver.asked).toEqual([
    [22, 48],
    [66, 48],
  ]);
  using op = Operation.start(10_000, { clock });
  await reader.read(op);
  await reader.read(op);
  expect(driver.asked).toHaveLength(4);
  driver.answers = [axApp({}, axElement('Button', { AXLabel: 'Sell' }), bar)];
  await reader.read(op);
  expect(driver.asked).toHaveLength(6);
});

test('items of a blank bar are found by points and marked', async () => {
  const bar = { x: 0, y: 791, width: 402, height: 83 };
  const tab = axElement('RadioButton', {
    AXLabel: 'Home',
    AXValue: 1,
    subrole: 'AXTabButton',
    frame: { ...bar, height: 49 },
  });
  driver.answers = [axApp({}, button, axElement('Group', { role_description: 'Tab bar', frame: bar }))];
  driver.there = () => parseAxPoint(JSON.stringify(tab));
  const tree = await read();
  expect(tree.elements.find(({ probed }) => probed)).toMatchObject({
    label: 'Home',
    role: 'tab',
    state: { selected: true },
  });
  expect(driver.asked.length).toBeLessThanOrEqual(10);
});

describe('a bar with two tabs', () => {
  const bar = { x: 0, y: 791, width: 402, height: 83 };
  const blank = axElement('Group', { role_description: 'Tab bar', frame: bar });
  let chosen: string;
  let first: string;

  function tab(label: string, x: number): object {
    return axElement('RadioButton', {
      AXLabel: label,
      AXValue: label === chosen ? 1 : 0,
      subrole: 'AXTabButton',
      frame: { x, y: 791, width: 201, height: 49 },
    });
  }

  const chosenIn = (tree: UiTree): readonly (string | null)[] =>
    tree.elements
      .filter(({ probed, state }) => probed && state['selected'] === true)
      .map(({ label }) => label);

  beforeEach(() => {
    [chosen, first] = ['Home', 'Home'];
    driver.answers = [axApp({}, button, blank)];
    driver.there = ([x]) => parseAxPoint(JSON.stringify(x < 201 ? tab(first, 0) : tab('Cart', 201)));
  });

  test('is searched once, then each tab is asked for its state', async () => {
    using op = Operation.start(10_000, { clock });
    expect(chosenIn(await reader.read(op))).toEqual(['Home']);
    const searched = driver.asked.length;
    chosen = 'Cart';
    expect(chosenIn(await reader.read(op))).toEqual(['Cart']);
    expect(driver.asked.slice(searched)).toEqual([
      [101, 816],
      [302, 816],
    ]);
  });

  test('is searched anew when a tab is another, the screen changed, or after two seconds', async () => {
    using op = Operation.start(10_000, { clock });
    const asked = async (): Promise<number> => {
      const before = driver.asked.length;
      await reader.read(op);
      return driver.asked.length - before;
    };
    const whole = await asked();
    expect(await asked()).toBe(2);
    first = 'Start';
    expect(await asked()).toBe(2 + whole);
    expect(await asked()).toBe(2);
    driver.answers = [axApp({}, axElement('Button', { AXLabel: 'Sell' }), blank)];
    expect(await asked()).toBe(whole);
    await clock.advance(2_000);
    expect(await asked()).toBe(whole);
  });

  test('is left out when a point cannot be asked, once all questions are answered', async () => {
    const waiting: (() => void)[] = [];
    const at = driver.at.bind(driver);
    driver.at = async (op, point) => {
      if (point[0] < 201) throw new Fault('OBSERVATION_FAILED', 'no such point');
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      return await at(op, point);
    };
    using op = Operation.start(10_000, { clock });
    let over = false;
    const reading = reader.read(op).finally(() => {
      over = true;
    });
    while (waiting.length < 2) await Promise.resolve();
    expect(over).toBe(false);
    for (const go of waiting) go();
    expect((await reading).elements.filter(({ probed }) => probed)).toEqual([]);
  });
});
