/** Listing, starting, awaiting and ending emulators and simulators: an image by its name, a running one by its device id. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import type { DeviceInfo } from '../devices/port/device.ts';
import type { DeviceImage, DeviceImages } from '../devices/port/images.ts';
import { type Unlisted, unlistedToWire } from '../session/device-survey.ts';
import type { SessionPool } from '../session/session-pool.ts';

interface EmulatorDeps {
  readonly pool: SessionPool;
  readonly progress: Progress;
}

interface EmulatorRequest {
  readonly action: 'list' | 'boot' | 'wait' | 'shutdown';
  readonly name?: string | undefined;
  readonly waitMs: number;
}

const pollMs = 1_000;
const starting = { state: 'starting', hint: 'Call again with action wait.' };

export async function manageEmulator(
  op: Operation,
  deps: EmulatorDeps,
  request: EmulatorRequest,
): Promise<Record<string, unknown>> {
  switch (request.action) {
    case 'list':
      return await listed(op, deps);
    case 'boot':
      return await boot(op, deps, request);
    case 'wait':
      return await wait(op, deps, request);
    case 'shutdown':
      return await shutdown(op, deps, request);
  }
}

/** Images with the device that runs each, running emulators whose image is not among them, and what was not listed. */
async function listed(op: Operation, deps: EmulatorDeps): Promise<Record<string, unknown>> {
  const running = await devices(op, deps);
  // The virtual phone has the properties of an emulator, but nothing starts it again.
  const emulators = running.filter(({ image, virtual }) => image !== undefined && !virtual);
  const { all, unlisted } = await survey(op, deps);
  if (all === null && emulators.length === 0) throw mostTelling(unlisted);
  const images = (all ?? []).map(({ image }) => {
    const device = image.id === undefined ? runs(image, running) : undefined;
    return device ? { ...image, id: device.id, state: device.state } : image;
  });
  const others = emulators.filter(({ id }) => !images.some((image) => image.id === id));
  return {
    emulators: [
      ...images,
      ...others.map(({ id, platform, image = id, state }) => ({ name: image, platform, id, state })),
    ],
    ...(unlisted.length > 0 && { problems: unlisted.map(unlistedToWire) }),
  };
}

async function boot(
  op: Operation,
  deps: EmulatorDeps,
  request: EmulatorRequest,
): Promise<Record<string, unknown>> {
  const { image, images } = await imageNamed(op, deps, request.name);
  const now = await devices(op, deps);
  const running = runs(image, now);
  if (running && isReady(running)) return { state: 'ready', deviceId: running.id };
  const before = new Set(now.filter(isReady).map(({ id }) => id));
  const begun = image.id === undefined && (running !== undefined || isStarting({ image, images }));
  if (!begun) {
    deps.progress(`Starting ${image.name}`);
    await images.boot(op, image);
  }
  if (!(await systemUp(op, { image, images }, request.waitMs))) return starting;
  return await waitReady(op, deps, { request, before, found: { image, images } });
}

/** Of one that ended before, why is no longer of interest: it is started anew. */
function isStarting({ image, images }: Found): boolean {
  try {
    return images.starting?.(image) ?? false;
  } catch (error) {
    if (!isFault(error)) throw error;
    return false;
  }
}

async function systemUp(op: Operation, { image, images }: Found, waitMs: number): Promise<boolean> {
  using bounded = op.within(waitMs);
  try {
    await images.awaitBoot(bounded, image);
    return true;
  } catch (error) {
    if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
    return false;
  }
}

/** By the id of a device or the name of an image, which must exist; without a name, any emulator. */
async function wait(
  op: Operation,
  deps: EmulatorDeps,
  request: EmulatorRequest,
): Promise<Record<string, unknown>> {
  const { name } = request;
  if (name === undefined) return await waitReady(op, deps, { request, before: new Set() });
  const now = await devices(op, deps);
  if (now.some(({ id }) => id === name)) return await waitReady(op, deps, { request, before: new Set() });
  const found = await imageNamed(op, deps, name);
  const { image, images } = found;
  const isOn = runs(image, now) !== undefined || images.starting?.(image);
  if (image.id === undefined && !isOn) {
    throw new Fault(
      'DEVICE_UNAVAILABLE',
      `${image.name} is not running, and this server has not started it.`,
      {
        nextStep: 'Call again with action boot.',
      },
    );
  }
  const before = new Set(now.filter(isReady).map(({ id }) => id));
  return await waitReady(op, deps, { request, before, found });
}

interface Awaited {
  readonly request: EmulatorRequest;
  /** Devices that were already ready and are not the one awaited, unless they tell its name. */
  readonly before: ReadonlySet<string>;
  readonly found?: Found;
}

/** Usable, not merely listed: only a device whose system is up is `ready`. */
async function waitReady(
  op: Operation,
  deps: EmulatorDeps,
  { request, before, found }: Awaited,
): Promise<Record<string, unknown>> {
  using bounded = op.within(request.waitMs);
  for (;;) {
    const now = (await devices(op, deps)).filter(isReady);
    const ready = found ? (runs(found.image, now) ?? unnamedRun(found, now, before)) : asked(request, now);
    if (ready) return { state: 'ready', deviceId: ready.id };
    if (found) found.images.starting?.(found.image);
    try {
      await bounded.sleep(pollMs);
    } catch (error) {
      if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
      return starting;
    }
  }
}

function asked({ name }: EmulatorRequest, now: readonly DeviceInfo[]): DeviceInfo | undefined {
  return now.find(({ id, simulator }) => (name === undefined ? simulator : id === name));
}

/** The device on which an image runs. */
function runs({ id, name }: DeviceImage, now: readonly DeviceInfo[]): DeviceInfo | undefined {
  return now.find((device) =>
    id === undefined ? device.simulator && device.image === name : device.id === id,
  );
}

/** An emulator that does not tell its name is the one awaited when it has come since. */
function unnamedRun({ image }: Found, now: readonly DeviceInfo[], before: ReadonlySet<string>) {
  if (image.id !== undefined) return undefined;
  return now.find((device) => device.simulator && device.image === undefined && !before.has(device.id));
}

async function shutdown(
  op: Operation,
  deps: EmulatorDeps,
  { name, waitMs }: EmulatorRequest,
): Promise<Record<string, unknown>> {
  if (name === undefined)
    throw new Fault('INVALID_ARGUMENT', 'Name the emulator to shut down, by its AVD or device id.');
  const now = await devices(op, deps);
  const running = now.find(({ id }) => id === name) ?? runs({ name, platform: 'android' }, now);
  // One that is off, or hangs while booting, cannot be opened; its own program can still end it.
  const off = running && isReady(running) ? null : await imageToEnd(op, deps, { name, running });
  if (off?.images.shutdown) {
    await off.images.shutdown(op, off.image);
    return { state: 'shutdown', ...(off.image.id === undefined ? {} : { deviceId: off.image.id }) };
  }
  // An AVD that does not run is what was wanted.
  if (!running && off && !off.images.starting?.(off.image)) return { state: 'shutdown' };
  if (!running) {
    throw new Fault('DEVICE_UNAVAILABLE', `${name} is starting and is no device yet.`, {
      nextStep: 'Wait for it with action wait, then shut it down.',
    });
  }
  const found = await deps.pool.session(op, { platform: running.platform, deviceId: running.id });
  const session = found.with(['power']);
  await session.sendInTurn(op, (dispatch) => session.device.power.off(dispatch));
  // adb lists a dying emulator for some seconds more; until then it must not count as a device.
  using bounded = op.within(Math.min(waitMs, 30_000));
  while ((await devices(op, deps)).some(({ id, state }) => id === running.id && state !== 'shutdown')) {
    await bounded.sleep(pollMs);
  }
  return { state: 'shutdown', deviceId: running.id };
}

/** Null for what only a running system can end: an AVD that is a device already. */
async function imageToEnd(
  op: Operation,
  deps: EmulatorDeps,
  { name, running }: { readonly name: string; readonly running: DeviceInfo | undefined },
): Promise<Found | null> {
  if (!running) return await imageNamed(op, deps, name);
  const all = await imagesOf(op, deps).catch((error: unknown) => {
    if (op.ended || !isFault(error)) throw error;
    return [];
  });
  return all.find(({ image }) => image.id === name) ?? null;
}

interface Found {
  readonly image: DeviceImage;
  /** The source that boots and ends it. */
  readonly images: DeviceImages;
}

async function imageNamed(op: Operation, deps: EmulatorDeps, name: string | undefined): Promise<Found> {
  const all = await imagesOf(op, deps);
  const found =
    name === undefined ? all : all.filter(({ image }) => image.name === name || image.id === name);
  const [only, ...more] = found;
  if (only && more.length === 0) return only;
  const choices = all.map(({ image: { name: each, id } }) => (id === undefined ? each : `${each} (${id})`));
  const missing = name !== undefined && found.length === 0;
  const many = `${found.length} are called ${JSON.stringify(name)}`;
  const what = missing ? `There is no emulator or simulator ${JSON.stringify(name)}. Installed` : many;
  throw new Fault(
    'INVALID_ARGUMENT',
    `${name === undefined ? 'Name one' : what}: ${choices.join(', ') || 'none is installed'}.`,
    {
      nextStep: all.length === 0 ? 'Make one in Android Studio (Device Manager) or Xcode.' : 'Pass its name.',
      details: { choices },
    },
  );
}

/** Of all platforms; one that cannot be listed is left out unless none can. */
async function imagesOf(op: Operation, deps: EmulatorDeps): Promise<readonly Found[]> {
  const { all, unlisted } = await survey(op, deps);
  if (all === null) throw mostTelling(unlisted);
  return all;
}

interface ImageSurvey {
  /** Null when no platform could be listed. */
  readonly all: readonly Found[] | null;
  readonly unlisted: readonly Unlisted[];
}

async function survey(op: Operation, { pool }: EmulatorDeps): Promise<ImageSurvey> {
  const unlisted: Unlisted[] = [];
  const lists = await Promise.all(
    pool.images().map(async ({ platform, images }) => {
      try {
        return (await images.list(op)).map((image) => ({ image, images }));
      } catch (error) {
        if (op.ended || !isFault(error)) throw error;
        unlisted.push({ platform, fault: error });
        return null;
      }
    }),
  );
  const none = lists.length > 0 && lists.every((list) => list === null);
  return { all: none ? null : lists.flatMap((list) => list ?? []), unlisted };
}

/** Report a broken Xcode in preference to a missing Android emulator. */
function mostTelling(unlisted: readonly Unlisted[]): Fault {
  const faults = unlisted.map(({ fault }) => fault);
  const telling = faults.find(({ code, reason }) => code !== 'TOOL_NOT_FOUND' || reason !== undefined);
  return telling ?? faults[0] ?? new Fault('DEVICE_NOT_FOUND', 'No emulator or simulator is installed.');
}

async function devices(op: Operation, { pool }: EmulatorDeps): Promise<readonly DeviceInfo[]> {
  try {
    return await pool.list(op);
  } catch (error) {
    // No adb server yet, or an adapter whose tool is missing: nothing is known to be running.
    if (isFault(error, 'TOOL_NOT_FOUND', 'DEVICE_UNAVAILABLE') && !op.ended) return [];
    throw error;
  }
}

function isReady({ state }: DeviceInfo): boolean {
  return state === 'ready';
}
