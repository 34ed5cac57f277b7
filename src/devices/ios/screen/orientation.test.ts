import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../../ui/ui-tree.ts';
import { parseAx } from './ax/ax-json.ts';
import { judgeReading, saysNotReady } from './ax/ax-screen.ts';
import { interfaceSize, orientationOf, toDevice } from './orientation.ts';
import { angleIn } from './orientation-preferences.ts';

const lying = { width: 874, height: 402 };

test.each<[number, Point]>([
  [90, [402 - 30, 100]],
  [-90, [30, 874 - 100]],
  [270, [30, 874 - 100]],
  [-270, [402 - 30, 100]],
])('at %i degrees a point of the interface lies there on the device', (angle, point) => {
  expect(toDevice([100, 30], orientationOf(lying, angle))).toEqual(point);
});

test('upright and upside down', () => {
  const size = { width: 402, height: 874 };
  expect(toDevice([100, 30], orientationOf(size, null))).toEqual([100, 30]);
  expect(toDevice([100, 30], orientationOf(size, 180))).toEqual([302, 844]);
  expect(orientationOf(size, 90).rotation).toBe(0);
});

test('an app that only lies is shrunk into the middle of a phone that stands', () => {
  const orientation = orientationOf(lying, 0);
  expect(orientation).toMatchObject({ rotation: 0, letterboxed: true });
  const [x, y] = toDevice([437, 201], orientation);
  expect([Math.round(x), Math.round(y)]).toEqual([201, 437]);
});

test('every point of the interface is one of the device', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0, 90, 180, 270, null),
      fc.boolean(),
      fc.nat(402),
      fc.nat(402),
      (angle, lies, a, b) => {
        const size = lies ? lying : { width: 402, height: 874 };
        const [x, y] = toDevice([a, b], orientationOf(size, angle));
        expect(x >= 0 && x <= 402 && y >= 0 && y <= 874).toBe(true);
      },
    ),
  );
});

test('the angle of one simulator is found among others', () => {
  const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';
  const text = `{
    "AAAA" =     {
        SimulatorWindowRotationAngle = 180;
    };
    "${udid}" =     {
        ChromeTint = "";
        SimulatorWindowGeometry =         {
            "X" =             { WindowScale = "0.5"; };
        };
        SimulatorWindowRotationAngle = "-90";
    };
    "BBBB" =     {
        SimulatorWindowRotationAngle = 90;
    };
}`;
  expect(angleIn(text, udid)).toBe(-90);
  expect(angleIn(text, 'BBBB')).toBe(90);
  expect(angleIn(text, 'CCCC')).toBeNull();
  expect(angleIn('"X" = { A = 1; }; "Y" = { SimulatorWindowRotationAngle = 90; };', 'X')).toBeNull();
});

const rect = (x: number, y: number, width: number, height: number): object => ({
  frame: { x, y, width, height },
});
const read = (...elements: object[]) => parseAx(JSON.stringify(elements));

describe('the size of the interface', () => {
  test('is the application, or what the reader says', () => {
    expect(interfaceSize(read({ type: 'Application', ...rect(0, 0, 402, 874), children: [] }))).toEqual({
      width: 402,
      height: 874,
    });
    const told = { elements: [{ type: 'Application' }], screen: { width: 402, height: 874 } };
    expect(interfaceSize(parseAx(JSON.stringify(told)))).toEqual({ width: 402, height: 874 });
    expect(interfaceSize(read({ type: 'Application' }))).toBeNull();
  });

  test('is that of the windows when the application kept its own', () => {
    const window = { type: 'Window', ...rect(0, 0, 1024, 768), children: [] };
    const rotated = read({ type: 'Application', ...rect(0, 0, 768, 1024), children: [window] });
    expect(interfaceSize(rotated)).toEqual({ width: 1024, height: 768 });
  });
});

describe('a reading', () => {
  const whole = { type: 'Application', AXLabel: 'Shop', ...rect(0, 0, 402, 874) };
  test.each([
    ['without anything', [], 'not_ready'],
    [
      'of one element without size',
      [{ type: 'Application', ...rect(0, 0, 0, 0), children: [] }],
      'not_ready',
    ],
    ['of one element without a frame', [{ type: 'Application', AXLabel: null }], 'not_ready'],
    ['of the app alone', [{ ...whole, children: [] }], 'root_only'],
    ['of the host of the app', [{ ...whole, AXLabel: 'DockFolderViewService', children: [] }], 'dock_folder'],
    ['of an app with something in it', [{ ...whole, children: [{ type: 'Button' }] }], 'ok'],
  ] as const)('%s', (_, elements, verdict) => {
    expect(judgeReading(read(...elements))).toBe(verdict);
  });

  test('that is not ready is told by its words', () => {
    expect(saysNotReady('No translation object returned for simulator. This means…')).toBe(true);
    expect(saysNotReady('No such element')).toBe(false);
  });
});
