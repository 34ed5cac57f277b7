/** For tests: a driver that answers from a list, and elements in a companion's spelling. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import { type AxElement, type AxReading, parseAx } from '../../ax/ax-json.ts';
import type { DriverName, ScreenDriver, SpecialGesture } from '../drivers/driver.ts';
import type { Gesture } from '../gesture.ts';

/** Points of an iPhone 17. */
export const phonePoints = { width: 402, height: 874 } as const;

export function axElement(type: string, fields: object = {}, ...children: readonly object[]): object {
  const frame = { x: 20, y: 100, width: 362, height: 44 };
  return { type, AXLabel: null, AXUniqueId: null, AXValue: null, enabled: true, frame, ...fields, children };
}

export function axApp(fields: object = {}, ...children: readonly object[]): object {
  const frame = { x: 0, y: 0, ...phonePoints };
  return axElement('Application', { AXLabel: 'Shop', pid: 4242, frame, ...fields }, ...children);
}

export const zeroApp = axApp({ AXLabel: null, frame: { x: 0, y: 0, width: 0, height: 0 } });

export class ScriptedDriver implements ScreenDriver {
  readonly name: DriverName;
  readonly tier: string;
  readonly touches: 'device' | 'interface' = 'device';
  readonly pointsAtOnce = 8;
  /** Taken one by one; the last stays. An error is thrown. */
  answers: (object | Error)[] = [];
  /** What lies at points. */
  there: (point: Point) => AxElement | null = () => null;
  /** Thrown by the next gestures, one each. */
  failures: Error[] = [];
  reads = 0;
  readonly asked: Point[] = [];
  readonly gestures: Gesture[] = [];
  able: readonly SpecialGesture[] = [];
  apps: ReadonlyMap<number, string> = new Map();
  appsAsked = 0;
  closed = 0;

  constructor(name: DriverName = 'idb') {
    this.name = name;
    this.tier = `scripted ${name}`;
  }

  can(special: SpecialGesture): boolean {
    return this.able.includes(special);
  }

  async read(_op: Operation): Promise<AxReading> {
    this.reads += 1;
    const next = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (next === undefined || next instanceof Error) throw next ?? new Error('nothing is scripted');
    return await Promise.resolve(parseAx(JSON.stringify(Array.isArray(next) ? next : [next])));
  }

  async at(_op: Operation, point: Point): Promise<AxElement | null> {
    this.asked.push(point);
    return await Promise.resolve(this.there(point));
  }

  async perform(dispatch: Dispatch, gesture: Gesture): Promise<void> {
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.gestures.push(gesture);
    dispatch.sending();
    dispatch.answered();
    await Promise.resolve();
  }

  async running(_op: Operation): Promise<ReadonlyMap<number, string>> {
    this.appsAsked += 1;
    return await Promise.resolve(this.apps);
  }

  async close(): Promise<void> {
    this.closed += 1;
    await Promise.resolve();
  }
}
