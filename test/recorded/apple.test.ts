/** What Apple's tools, idb and WebDriverAgent answer when all is well, through the parsers that read it. */
import { describe, expect, it } from 'vitest';
import { parseLaunchctl } from '../../src/devices/ios/apps/app-record.ts';
import { parsePlist } from '../../src/devices/ios/apps/openstep-plist.ts';
import { parseRealDevices } from '../../src/devices/ios/real/real-device-list.ts';
import { type AxElement, parseAx, parseAxPoint } from '../../src/devices/ios/screen/ax/ax-json.ts';
import { isBar, rawNodes } from '../../src/devices/ios/screen/ax/ax-node.ts';
import { judgeReading } from '../../src/devices/ios/screen/ax/ax-screen.ts';
import { listedFor, readinessOf } from '../../src/devices/ios/screen/companion/companion-process.ts';
import { angleIn } from '../../src/devices/ios/screen/orientation-preferences.ts';
import { parseSimulators } from '../../src/devices/ios/simctl/sim-list.ts';
import { crashIn } from '../../src/logs/crash-summary.ts';
import { parseIps } from '../../src/logs/parse-ips.ts';
import { parseUnified } from '../../src/logs/parse-unified.ts';
import { recorded } from './recorded.ts';

const phone = '4A0A1B2C-0000-4000-8000-00000000D001';
const tablet = '4A0A1B2C-0000-4000-8000-00000000D002';

describe('lists of simulators', () => {
  const read = (name: string) => {
    const { simulators, unavailable } = parseSimulators(recorded(`simctl/${name}.json`), { virtual: false });
    return {
      unavailable,
      lines: simulators.map(({ info }) => `${info.model} ${info.osVersion} ${info.state}`),
    };
  };

  it.each([
    ['list-xcode-9', 1, ['iPhone 8 11.4 shutdown']],
    ['list-xcode-12', 0, ['iPhone 12 mini 14.5 booting']],
    [
      'list-xcode-15',
      1,
      ['iPhone 13 left running 15.5 unknown', 'iPad Air (5th generation) 17.0.1 shutdown'],
    ],
    ['list-xcode-26', 0, ['iPhone 17 26.3.1 ready', 'iPad Pro 11-inch (M4) 26.3.1 shutdown']],
  ])('%s', (name, unavailable, lines) => {
    const found = read(name);
    expect(found.unavailable).toBe(unavailable);
    expect(new Set(found.lines)).toEqual(new Set(lines));
  });

  it('what only newer lists tell: last boot and folder, without the escapes of slashes', () => {
    const [first] = parseSimulators(recorded('simctl/list-xcode-26.json'), { virtual: false }).simulators;
    expect(first).toMatchObject({
      lastBootedAt: '2026-10-04T05:41:09Z',
      dataPath: `/Users/ada/Library/Developer/CoreSimulator/Devices/${phone}/data`,
    });
  });
});

describe('apps and processes of a simulator', () => {
  it('listapps as an old-style property list, with nested ones and an escape', () => {
    expect(parsePlist(recorded('simctl/listapps-xcode-15.txt'))).toMatchObject({
      'com.apple.Preferences': { ApplicationType: 'System', CFBundleName: 'Settings' },
      'org.example.kettle': {
        CFBundleDisplayName: 'Wasser – Kessel',
        CFBundleVersion: '57',
        GroupContainers: { 'group.org.example.kettle': expect.stringContaining('AppGroup/33CC') },
        SBAppTags: ['hot', 'very hot'],
      },
    });
  });

  it('launchctl list: apps that run, not those that ended', () => {
    expect([...parseLaunchctl(recorded('simctl/launchctl-list.txt'))]).toEqual([
      ['org.example.kettle', [7312]],
      ['org.example.kettle.clip', [7390]],
    ]);
  });

  it('the angle of the window, of the simulator asked for', () => {
    const text = recorded('simctl/device-preferences.txt');
    expect([angleIn(text, phone), angleIn(text, tablet), angleIn(text, 'ABSENT')]).toEqual([90, 0, null]);
  });
});

function elementsOf(name: string): readonly AxElement[] {
  const walk = (elements: readonly AxElement[]): readonly AxElement[] =>
    elements.flatMap((element) => [element, ...walk(element.children)]);
  return walk(parseAx(recorded(`idb/${name}.json`)).roots);
}

describe('accessibility answers', () => {
  it('of companion 1.1.8: a flat list, values as text and numbers, edges beside whole points', () => {
    const reading = parseAx(recorded('idb/describe-all-1.1.8.json'));
    expect(reading).toMatchObject({ shape: 'array', nested: false, count: 12 });
    expect(judgeReading(reading)).toBe('ok');
    const [root] = reading.roots;
    expect(root?.children).toHaveLength(11);
    const named = (label: string) => root?.children.find((element) => element.label === label);
    expect(named('Brew')).toMatchObject({
      identifier: 'org.example.kettle.brew',
      frame: [20, 264, 382, 308],
    });
    expect(named('Keep warm')).toMatchObject({ subrole: 'AXSwitch', value: '1' });
    expect(named('Strength')?.value).toBe(0.5);
    expect(named('Sold out')?.enabled).toBe(false);
    expect(root?.children.find((element) => element.identifier === 'tea')?.frame).toEqual([
      16, 500, 386, 534,
    ]);
    const nodes = rawNodes(reading.roots)[0]?.children ?? [];
    const node = (label: string) =>
      nodes.find(({ text, description }) => text === label || description === label);
    expect(node('Keep warm')).toMatchObject({ checked: true });
    expect(node('Orders')).toMatchObject({ selected: true });
    expect(nodes.find(({ identifier }) => identifier === 'tea')).toMatchObject({
      editable: true,
      text: 'Earl Grey',
    });
    expect(nodes.filter(({ password }) => password === true)).toHaveLength(1);
  });

  it('of the newer companion, nested: bars without children, values that are lists and objects', () => {
    const reading = parseAx(recorded('idb/describe-all-head-nested.json'));
    expect(reading).toMatchObject({ shape: 'array', nested: true, count: 8 });
    const all = elementsOf('describe-all-head-nested');
    expect(all.filter(isBar).map(({ label, identifier }) => label ?? identifier)).toEqual([
      'Tab Bar',
      'Orders',
    ]);
    expect(all.find(({ label }) => label?.startsWith('Cup'))).toMatchObject({ actions: 2, pid: 7312 });
    expect(all.find(({ label }) => label === 'Water')?.value).toEqual({ max: 10, min: 0 });
  });

  it('of the newer companion, complete: screen, backend, modal, and an edge that is no number', () => {
    const reading = parseAx(recorded('idb/describe-all-head-complete.json'));
    expect(reading).toMatchObject({
      shape: 'complete',
      backend: 'axbridge-persistent',
      screen: { width: 402, height: 874 },
      truncated: true,
      modal: { kind: 'alert' },
    });
    const all = elementsOf('describe-all-head-complete');
    expect(all.find(({ identifier }) => identifier === 'alert-deny')?.label).toBe('Don’t Allow');
    expect(all.find(({ label }) => label === 'Allow')).toMatchObject({ enabled: null, focused: true });
    expect(all.find(({ label }) => label === 'Off screen')?.frame).toBeNull();
  });

  it('of companion 1.0: identifiers are numbers, frames are text', () => {
    expect(elementsOf('describe-all-1.0')[1]).toMatchObject({
      identifier: '102',
      pid: 4100,
      frame: [16, 90, 359, 134],
    });
  });

  it.each([
    ['describe-all-not-ready', 'not_ready'],
    ['describe-all-root-only', 'root_only'],
    ['describe-all-stage-manager', 'dock_folder'],
  ])('%s is %s', (name, verdict) => {
    expect(judgeReading(parseAx(recorded(`idb/${name}.json`)))).toBe(verdict);
  });

  it('of one point: nothing, and a hit behind chatter of the runtime', () => {
    expect(parseAxPoint(recorded('idb/describe-point-nothing.txt'))).toBeNull();
    expect(parseAxPoint(recorded('idb/describe-point-hit.json'))).toMatchObject({
      type: 'Button',
      label: 'Orders',
    });
  });

  it('of WebDriverAgent: placeholder and visibility as text, and no word of the focus of the keyboard', () => {
    const source: unknown = JSON.parse(recorded('idb/wda-source.json'));
    const text = JSON.stringify((source as { readonly value: unknown }).value);
    const [root] = parseAx(text).roots;
    expect(root?.children).toMatchObject([
      {
        identifier: 'tea',
        value: 'Assam',
        placeholder: 'Which tea?',
        focused: null,
        frame: [20, 200, 370, 240],
      },
      { label: 'Brew', enabled: false, hidden: true },
    ]);
  });
});

describe('the companion', () => {
  it('says where it listens, in the forms of its versions', () => {
    expect(recorded('idb/companion-first-lines.txt').split('\n').map(readinessOf)).toEqual([
      null,
      { host: '127.0.0.1', port: 10882 },
      { path: '/tmp/idb/4A0A_companion.sock' },
      { path: '/tmp/idb2/4A0A_companion.sock' },
      null,
      null,
    ]);
  });

  it('is found in the list that the idb client keeps, those on this computer only', () => {
    const text = recorded('idb/state-file.json');
    expect(listedFor(phone, text)).toEqual([{ path: '/tmp/idb/4A0A_companion.sock' }]);
    expect(listedFor(tablet, text)).toEqual([{ host: 'localhost', port: 10883 }]);
  });
});

describe('real devices', () => {
  it('phones and tablets with their states; a watch is none', () => {
    const lines = parseRealDevices(recorded('devicectl/list-devices.json')).map(
      ({ info }) => `${info.model} ${info.osVersion} ${info.state}`,
    );
    expect(lines).toEqual([
      'iPhone 15 Pro 18.6 ready',
      'iPad Pro (12.9-inch) 26.1 unauthorized',
      'iPhone SE 17.7 unauthorized',
      'iPhone 12 mini 17.0 offline',
      'iPhone 16 26.2 booting',
    ]);
  });

  it('behind the table that stdout gets', () => {
    expect(
      parseRealDevices(recorded('devicectl/list-devices-on-stdout.txt')).map(({ info }) => info.id),
    ).toEqual(['00008130-0001000A0001001C']);
  });
});

describe('the unified log', () => {
  const events = recorded('unified-log/show.ndjson')
    .split('\n')
    .flatMap((line) => parseUnified(line) ?? []);

  it('messages only: no preamble, activity, signpost, footer or cut line', () => {
    expect(events.map(({ record, messageType }) => [messageType, record.level, record.tag])).toEqual([
      ['Error', 'ERROR', 'org.example.kettle:boiler'],
      ['Info', 'INFO', 'com.facebook.react.log:javascript'],
      ['Fault', 'FATAL', 'KettlePro.debug.dylib'],
    ]);
    expect(events[0]?.record).toMatchObject({
      process: 'KettlePro',
      pid: 7312,
      epochMs: Date.parse('2026-10-04T12:47:19.556Z'),
    });
    expect(events[1]?.record.message).toBe("'cups', 3");
  });

  it('an uncaught exception is a crash', () => {
    const record = events[2]?.record;
    expect(record && crashIn(record)).toMatchObject({
      kind: 'exception',
      exception: 'NSRangeException',
      message: 'index 3 beyond bounds [0 .. 2]',
    });
  });
});

describe('crash reports', () => {
  it('abort: process, words, and frames of the thread that failed', () => {
    expect(parseIps(recorded('crash-reports/abort-ios-26.ips'))).toMatchObject({
      kind: 'native',
      process: 'org.example.kettle',
      pid: 7312,
      exception: 'EXC_CRASH (SIGABRT)',
      message: 'abort() called',
      epochMs: Date.parse('2026-10-04T12:47:21.263Z'),
      sample: expect.stringContaining('at KettlePro Tank.draw(_:) (Tank.swift:48)'),
    });
  });

  it('the watchdog is an app that hangs', () => {
    expect(parseIps(recorded('crash-reports/watchdog.ips'))).toMatchObject({
      kind: 'anr',
      exception: 'EXC_CRASH (SIGKILL)',
      message: expect.stringContaining('scene-update watchdog'),
    });
  });

  it('a report of memory pressure is no crash', () => {
    expect(parseIps(recorded('crash-reports/not-a-crash.ips'))).toBeNull();
  });
});
