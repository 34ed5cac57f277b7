/** Listing, starting, awaiting and ending emulators and simulators: an image by its name, a running one by its device id. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import type { DeviceInfo } from '../devices/port/device.ts';
import type { Computer, EmulatorImage } from '../host-port.ts';
import type { SessionPool } from '../session/session-pool.ts';

interface Place {
  readonly computer: Computer;
  readonly pool: SessionPool;
  readonly progress: Progress;
}

interface Wish {
  readonly action: 'list' | 'boot' | 'wait' | 'shutdown';
  readonly name?: string | undefined;
  readonly waitMs: number;
}

const pollMs = 1_000;
const starting = { state: 'starting', hint: 'Call again with action wait.' };

export async function manageEmulator(
  op: Operation,
  place: Place,
  wish: Wish,
): Promise<Record<string, unknown>> {
  switch (wish.action) {
    case 'list':
      return { emulators: await place.computer.machine.emulators.list(op) };
    case 'boot':
      return await boot(op, place, wish);
    case 'wait':
      return await waitReady(op, place, { wish, before: new Set() });
    case 'shutdown':
      return await shutdown(op, place, wish);
  }
}

async function boot(op: Operation, place: Place, wish: Wish): Promise<Record<string, unknown>> {
  const { machine } = place.computer;
  const image = await imageOf(op, place, wish.name);
  const before = new Set((await devices(op, place)).filter(isReady).map(({ id }) => id));
  if (image.id !== undefined && before.has(image.id)) return { state: 'ready', deviceId: image.id };
  place.progress(`Starting ${image.name}`);
  await machine.emulators.boot(op, image);
  if (!(await systemUp(op, machine, { image, waitMs: wish.waitMs }))) return starting;
  return await waitReady(op, place, { wish, before, image });
}

async function systemUp(
  op: Operation,
  { emulators }: Computer['machine'],
  { image, waitMs }: { readonly image: EmulatorImage; readonly waitMs: number },
): Promise<boolean> {
  using bounded = op.within(waitMs);
  try {
    await emulators.awaitBoot(bounded, image);
    return true;
  } catch (error) {
    if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
    return false;
  }
}

interface Awaited {
  readonly wish: Wish;
  /** Devices that were ready before and are not meant. */
  readonly before: ReadonlySet<string>;
  readonly image?: EmulatorImage;
}

/** Usable, not merely listed: `ready` is only said of a device whose system is up. */
async function waitReady(
  op: Operation,
  place: Place,
  { wish, before, image }: Awaited,
): Promise<Record<string, unknown>> {
  const wanted = image?.id ?? (image ? undefined : wish.name);
  using bounded = op.within(wish.waitMs);
  for (;;) {
    const found = (await devices(op, place)).find(
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
  place: Place,
  { name, waitMs }: Wish,
): Promise<Record<string, unknown>> {
  if (name === undefined)
    throw new Fault('INVALID_ARGUMENT', 'Name the device id of the emulator to shut down.');
  const running = (await devices(op, place)).find(({ id }) => id === name);
  // One that is off, or hangs while it boots, cannot be opened; its own program ends it all the same.
  const image = running && isReady(running) ? null : await imageToEnd(op, place, { name, running });
  if (image) {
    await place.computer.machine.emulators.shutdown(op, image);
    return { state: 'shutdown', ...(image.id === undefined ? {} : { deviceId: image.id }) };
  }
  if (!running)
    throw new Fault('DEVICE_NOT_FOUND', `No running emulator has the id ${JSON.stringify(name)}.`);
  const found = await place.pool.session(op, { platform: running.platform, deviceId: running.id });
  const session = found.with(['power']);
  await session.exclusively(op, () => session.device.power.off(op, session.markDispatch()));
  // adb lists a dying emulator for some seconds more; until it is gone it must not be taken for a device.
  using bounded = op.within(Math.min(waitMs, 30_000));
  while ((await devices(op, place)).some(({ id, state }) => id === running.id && state !== 'shutdown')) {
    await bounded.sleep(pollMs);
  }
  return { state: 'shutdown', deviceId: running.id };
}

/** Null for what only a running system can end: an AVD, which has no id while it is off. */
async function imageToEnd(
  op: Operation,
  place: Place,
  { name, running }: { readonly name: string; readonly running: DeviceInfo | undefined },
): Promise<EmulatorImage | null> {
  if (!running) {
    const image = await imageOf(op, place, name);
    return image.id === undefined ? null : image;
  }
  const images = await place.computer.machine.emulators.list(op).catch((error: unknown) => {
    if (op.ended || !isFault(error)) throw error;
    return [];
  });
  return images.find(({ id }) => id === name) ?? null;
}

async function imageOf(op: Operation, { computer }: Place, name: string | undefined): Promise<EmulatorImage> {
  const images = await computer.machine.emulators.list(op);
  const found =
    name === undefined ? images : images.filter((image) => image.name === name || image.id === name);
  const [only, ...more] = found;
  if (only && more.length === 0) return only;
  const choices = images.map(({ name: each, id }) => (id === undefined ? each : `${each} (${id})`));
  throw new Fault(
    'INVALID_ARGUMENT',
    `${name === undefined ? 'Name one' : `${found.length} are called ${JSON.stringify(name)}`}: ${choices.join(', ') || 'none is installed'}.`,
    {
      nextStep:
        images.length === 0 ? 'Make one in Android Studio (Device Manager) or Xcode.' : 'Pass its name.',
      details: { choices },
    },
  );
}

async function devices(op: Operation, { pool }: Place): Promise<readonly DeviceInfo[]> {
  try {
    return await pool.list(op);
  } catch (error) {
    // No adb server yet, or an adapter whose tool is missing: nothing is running as far as can be told.
    if (isFault(error, 'TOOL_NOT_FOUND', 'DEVICE_UNAVAILABLE') && !op.ended) return [];
    throw error;
  }
}

function isReady({ state }: DeviceInfo): boolean {
  return state === 'ready';
}
