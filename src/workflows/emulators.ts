/** Listing, starting, awaiting and ending emulators and simulators: an image by its name, a running one by its device id. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import type { DeviceInfo } from '../devices/port/device.ts';
import type { DeviceImage, DeviceImages } from '../devices/port/images.ts';
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
      return { emulators: (await imagesOf(op, deps)).map(({ image }) => image) };
    case 'boot':
      return await boot(op, deps, request);
    case 'wait':
      return await waitReady(op, deps, { request, before: new Set() });
    case 'shutdown':
      return await shutdown(op, deps, request);
  }
}

async function boot(
  op: Operation,
  deps: EmulatorDeps,
  request: EmulatorRequest,
): Promise<Record<string, unknown>> {
  const { image, images } = await imageNamed(op, deps, request.name);
  const before = new Set((await devices(op, deps)).filter(isReady).map(({ id }) => id));
  if (image.id !== undefined && before.has(image.id)) return { state: 'ready', deviceId: image.id };
  deps.progress(`Starting ${image.name}`);
  await images.boot(op, image);
  if (!(await systemUp(op, { image, images }, request.waitMs))) return starting;
  return await waitReady(op, deps, { request, before, image });
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

interface Awaited {
  readonly request: EmulatorRequest;
  /** Devices that were already ready and are not the one awaited. */
  readonly before: ReadonlySet<string>;
  readonly image?: DeviceImage;
}

/** Usable, not merely listed: only a device whose system is up is `ready`. */
async function waitReady(
  op: Operation,
  deps: EmulatorDeps,
  { request, before, image }: Awaited,
): Promise<Record<string, unknown>> {
  const wanted = image?.id ?? (image ? undefined : request.name);
  using bounded = op.within(request.waitMs);
  for (;;) {
    const found = (await devices(op, deps)).find(
      (device) =>
        isReady(device) &&
        !before.has(device.id) &&
        (wanted === undefined ? device.simulator : device.id === wanted),
    );
    if (found) return { state: 'ready', deviceId: found.id };
    try {
      await bounded.sleep(pollMs);
    } catch (error) {
      if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
      return starting;
    }
  }
}

async function shutdown(
  op: Operation,
  deps: EmulatorDeps,
  { name, waitMs }: EmulatorRequest,
): Promise<Record<string, unknown>> {
  if (name === undefined)
    throw new Fault('INVALID_ARGUMENT', 'Name the device id of the emulator to shut down.');
  const running = (await devices(op, deps)).find(({ id }) => id === name);
  // One that is off, or hangs while booting, cannot be opened; its own program can still end it.
  const off = running && isReady(running) ? null : await imageToEnd(op, deps, { name, running });
  if (off?.images.shutdown) {
    await off.images.shutdown(op, off.image);
    return { state: 'shutdown', ...(off.image.id === undefined ? {} : { deviceId: off.image.id }) };
  }
  if (!running)
    throw new Fault('DEVICE_NOT_FOUND', `No running emulator has the id ${JSON.stringify(name)}.`);
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

/** Null for what only a running system can end: an AVD, which has no id while it is off. */
async function imageToEnd(
  op: Operation,
  deps: EmulatorDeps,
  { name, running }: { readonly name: string; readonly running: DeviceInfo | undefined },
): Promise<Found | null> {
  if (!running) {
    const found = await imageNamed(op, deps, name);
    return found.image.id === undefined ? null : found;
  }
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
  throw new Fault(
    'INVALID_ARGUMENT',
    `${name === undefined ? 'Name one' : `${found.length} are called ${JSON.stringify(name)}`}: ${choices.join(', ') || 'none is installed'}.`,
    {
      nextStep: all.length === 0 ? 'Make one in Android Studio (Device Manager) or Xcode.' : 'Pass its name.',
      details: { choices },
    },
  );
}

/** Of all platforms; one that cannot be listed is left out unless none can. */
async function imagesOf(op: Operation, { pool }: EmulatorDeps): Promise<readonly Found[]> {
  const faults: Fault[] = [];
  const lists = await Promise.all(
    pool.images().map(async (images) => {
      try {
        return (await images.list(op)).map((image) => ({ image, images }));
      } catch (error) {
        if (op.ended || !isFault(error)) throw error;
        faults.push(error);
        return null;
      }
    }),
  );
  if (lists.some((list) => list !== null)) return lists.flatMap((list) => list ?? []);
  // Report a broken Xcode in preference to a missing Android emulator.
  const telling = faults.find(({ code, reason }) => code !== 'TOOL_NOT_FOUND' || reason !== undefined);
  const fault = telling ?? faults[0];
  if (fault) throw fault;
  return [];
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
