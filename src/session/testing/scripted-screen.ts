/** A session on a device whose readings follow a script, on a clock that stands still until told. For unit tests. */

import type { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import type { DeviceInfo, DeviceWith } from '../../devices/port/device.ts';
import type { InputFacet } from '../../devices/port/input.ts';
import { buildTree } from '../../ui/build-tree.ts';
import type { RawNode } from '../../ui/raw-screen.ts';
import type { UiTree } from '../../ui/ui-tree.ts';
import { ActionJournal } from '../action-journal.ts';
import { DeviceSession, type SessionOf } from '../device-session.ts';
import { Revisions } from '../revisions.ts';

export interface ScriptedScreen {
  readonly clock: ManualClock;
  readonly session: SessionOf<'screen'>;
  /** When readings began. */
  readonly begun: readonly number[];
}

export interface Script {
  /** How long each reading takes. */
  readonly readMs: number | ((reading: number) => number);
  /** The nth reading's outcome, counted from 0; `atMs` is the time at which it ends. */
  at(reading: number, atMs: number): UiTree | Fault;
  readonly input?: InputFacet;
}

const info: DeviceInfo = {
  id: 'scripted',
  platform: 'android',
  osVersion: null,
  model: null,
  simulator: true,
  virtual: true,
  state: 'ready',
};

export function scriptedScreen({ readMs, at, input }: Script): ScriptedScreen {
  const clock = new ManualClock();
  const journal = new ActionJournal('ses_1', clock);
  const begun: number[] = [];
  const device: DeviceWith<'screen'> = {
    info,
    ...(input ? { input } : {}),
    screen: {
      async read(op: Operation) {
        const reading = begun.push(clock.monotonicMs()) - 1;
        const ms = typeof readMs === 'number' ? readMs : readMs(reading);
        if (ms > 0) await op.sleep(ms);
        const outcome = at(reading, clock.monotonicMs());
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
      foreground: async () => ({ appId: null, activity: null, focusedWindow: null }),
      screenshot: () => Promise.reject(new Error('not scripted')),
    },
    close: async () => {},
  };
  let handles = 0;
  const identity = { journal, nextHandle: () => `e${++handles}`, revisions: new Revisions() };
  const session = new DeviceSession(device, { identity, generation: 1, clock });
  return { clock, session: session.with(['screen']), begun };
}

/** A screen with a title and one switch, `on` or not; null leaves the switch out. */
export function switchScreen(on: boolean | null): UiTree {
  const control: RawNode = {
    type: 'android.widget.Switch',
    identifier: 'com.example.app:id/light',
    packageName: 'com.example.app',
    bounds: [100, 300, 300, 400],
    clickable: true,
    checkable: true,
    enabled: true,
    checked: on === true,
    children: [],
  };
  const title: RawNode = {
    type: 'android.widget.TextView',
    text: 'Lights',
    packageName: 'com.example.app',
    bounds: [100, 100, 900, 200],
    enabled: true,
    children: [],
  };
  const root: RawNode = {
    type: 'android.widget.FrameLayout',
    packageName: 'com.example.app',
    bounds: [0, 0, 1080, 2400],
    enabled: true,
    children: on === null ? [title] : [title, control],
  };
  return buildTree({
    platform: 'android',
    windows: [{ kind: 'app', displayId: 0, roots: [root] }],
    rotation: 0,
    size: { width: 1080, height: 2400 },
    foreground: { appId: 'com.example.app', activity: 'com.example.app.Main', focusedWindow: null },
    source: { tier: 'scripted', detail: [] },
    qualityWarnings: [],
  });
}
