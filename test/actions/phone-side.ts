/** What the phone was asked to do, read on its own side of the wire; and screens to act on. No expectations here. */
import { centre, view } from '@mobile-debug/virtual-phone/testing/probe.ts';
import type { TestBed } from '../harness.ts';
import type { PlatformTraits } from '../platform-traits.ts';
import type { Kind, Question } from '../wire.ts';

type Wire = Record<string, unknown>;

/**
 * What the device was asked since the last clearing, in order, without what runs on its own, such as the log stream, and
 * without points: they belong to the reading before them, and how many there are is not a matter of actions.
 */
export function commands(bed: TestBed): readonly Question[] {
  return bed.wire.asked().filter(({ resident, kind }) => !resident && kind !== 'probe');
}

export function asked(bed: TestBed): readonly Kind[] {
  return commands(bed).map(({ kind }) => kind);
}

export function countOf(bed: TestBed, kind: Kind): number {
  return asked(bed).filter((one) => one === kind).length;
}

export const login = 'com.example.shop';
export const latency = 'com.example.latency';

/** The sign-in form with an email and no password, focus in the password; what came before is forgotten. */
export function freshForm(bed: TestBed): void {
  const { phone } = bed;
  phone.setOverrideDensity(null);
  phone.clearData(login);
  bed.open(login);
  tapOnPhone(bed, 'email');
  phone.typeText('a@b.c');
  tapOnPhone(bed, 'password');
}

/** The latency fixture on its first screen, never visited. */
export function freshHome(bed: TestBed): void {
  bed.phone.clearData(latency);
  bed.open(latency);
}

/** A finger on the phone itself: recorded there as a touch, but not as a command. */
export function tapOnPhone({ phone }: TestBed, name: string): void {
  const [x, y] = centre(view(phone, name));
  phone.tap(x, y);
}

/** One change of each kind to the form. */
export const changes: Readonly<Record<'text' | 'bounds' | 'enabled' | 'state', (bed: TestBed) => void>> = {
  text(bed) {
    tapOnPhone(bed, 'email');
    bed.phone.typeText('z');
  },
  bounds: ({ phone }) => phone.setOverrideDensity(380),
  enabled: ({ phone }) => void phone.typeText('p'),
  state: (bed) => tapOnPhone(bed, 'remember_me'),
};

export interface Guard {
  readonly snapshotSessionId: string;
  readonly snapshotRevision: number;
}

/** The screen as it is now, as a condition names it. */
export async function baseline(bed: TestBed, serial = bed.serials[0]): Promise<Guard> {
  const { data } = await bed.call('get_ui_tree', {
    platform: bed.traits.platform,
    deviceId: serial,
    responseMode: 'compact',
  });
  return {
    snapshotSessionId: String(data['snapshot_session_id']),
    snapshotRevision: Number(data['snapshot_revision']),
  };
}

export function part(wire: Wire, name: string): Wire {
  const value = wire[name];
  if (typeof value !== 'object' || value === null) throw new Error(`no ${name} in ${JSON.stringify(wire)}`);
  return value as Wire;
}

/** Starts of the nth opening (1 = the next) of a service that `service` matches. */
export function onOpening(bed: TestBed, service: RegExp, nth: number, run: () => void): void {
  bed.faults.add({ when: { service, nth, times: 1 }, do: { kind: 'call', run } });
}

/** The thirteen steps on the latency fixture. */
export const fixtureSteps = [
  { id: 'launch', type: 'start_app', appId: latency },
  { id: 'home', type: 'wait', selector: { resource_id: 'open_detail' }, condition: 'clickable' },
  { id: 'open', type: 'tap', selector: { resource_id: 'open_detail' } },
  { id: 'detail', type: 'wait', selector: { resource_id: 'activate' }, condition: 'clickable' },
  { id: 'activate', type: 'tap', selector: { resource_id: 'activate' } },
  {
    id: 'activated',
    type: 'assert',
    assertion: { kind: 'element_visible', selector: { text: 'Activated' } },
  },
  { id: 'back', type: 'press_back' },
  { id: 'again', type: 'wait', selector: { resource_id: 'reopen' }, condition: 'clickable' },
  { id: 'visits', type: 'assert', assertion: { kind: 'element_visible', selector: { text: 'Visits: 1' } } },
  { id: 'reopen', type: 'tap', selector: { resource_id: 'reopen' } },
  {
    id: 'status',
    type: 'assert',
    assertion: { kind: 'element_visible', selector: { text: 'Status: active' } },
  },
  { id: 'switch', type: 'wait', selector: { resource_id: 'state_switch' } },
  {
    id: 'checked',
    type: 'assert',
    assertion: {
      kind: 'state_equals',
      selector: { resource_id: 'state_switch' },
      property: 'checked',
      expected: true,
    },
  },
] as const;

export type FixtureStep = (typeof fixtureSteps)[number];

const backButton = { id: 'back', type: 'tap', selector: { resource_id: 'BackButton' } } as const;

/** The same steps on a platform without a back key: there a button of the app leads back. */
export function stepsOn({ backKey }: PlatformTraits): readonly (FixtureStep | typeof backButton)[] {
  return fixtureSteps.map((step) => (step.type === 'press_back' && !backKey ? backButton : step));
}
