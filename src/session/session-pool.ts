/** Which devices there are, which one a call means, and its session. Never falls back from a named device to another. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Counter, randomId, randomLetters } from '@mobile-debug/core/ids.ts';
import { Arrivals } from '@mobile-debug/core/mutex.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceInfo, DeviceSource, Platform, Presence } from '../devices/port/device.ts';
import type { DeviceImages } from '../devices/port/images.ts';
import type { Wireless } from '../devices/port/wireless.ts';
import { ActionJournal } from './action-journal.ts';
import { DeviceSession, type SessionIdentity } from './device-session.ts';
import { type Found, type Listing, listSources, noneListed, type Survey } from './device-survey.ts';
import { Jobs } from './jobs.ts';
import { LogStreams } from './log-streams.ts';
import { Revisions } from './revisions.ts';
import { UnnamedChoice } from './unnamed-choice.ts';

export interface DeviceChoice {
  readonly platform?: Platform | undefined;
  readonly deviceId?: string | undefined;
}

/** A session, and the connection for which it was opened. */
interface Warm {
  readonly session: DeviceSession;
  readonly presence: Presence | null;
}

export class SessionPool {
  readonly #sources: readonly DeviceSource[];
  readonly #clock: Clock;
  readonly #sessions = new Map<string, Warm>();
  readonly #opening = new Map<string, Promise<DeviceSession>>();
  readonly #identity: SessionIdentity;
  readonly #unnamed = new UnnamedChoice();
  readonly #arrivals = new Arrivals();
  readonly journal: ActionJournal;
  readonly jobs: Jobs;
  readonly logStreams = new LogStreams((op, choice) => this.session(op, choice));

  constructor(sources: readonly DeviceSource[], clock: Clock) {
    this.#sources = sources;
    this.#clock = clock;
    this.jobs = new Jobs(clock);
    const handles = new Counter('e');
    // Two letters of the process keep a handle of an earlier server from naming something here.
    const tag = randomLetters(2);
    this.journal = new ActionJournal(randomId('ses'), clock);
    this.#identity = {
      journal: this.journal,
      nextHandle: () => `${handles.next()}${tag}`,
      revisions: new Revisions(),
    };
  }

  /** As `survey`, the devices alone. */
  async list(op: Operation, platform?: Platform): Promise<readonly DeviceInfo[]> {
    return (await this.survey(op, platform)).devices;
  }

  /**
   * All devices of all platforms, unusable ones too, and for each platform that could not be listed the reason. Faults
   * only when no platform could be listed at all.
   */
  async survey(op: Operation, platform?: Platform): Promise<Survey> {
    const { found, unlisted, faults } = await this.#listing(op, platform);
    if (found.length === 0 && faults.length > 0 && faults.length === this.#candidates(platform).length) {
      throw noneListed(unlisted);
    }
    return { devices: found.map(({ info }) => info), unlisted };
  }

  /** The session of the device that a call means, in the order of the calls. Warm, it costs no device command. */
  async session(op: Operation, choice: DeviceChoice): Promise<DeviceSession> {
    const asked = `${choice.platform ?? ''}:${choice.deviceId ?? ''}`;
    const known = this.#known(choice);
    if (known && !this.#arrivals.waits(asked)) return known;
    return await this.#arrivals.inOrder(op, asked, this.#found(op, choice));
  }

  #known(choice: DeviceChoice): DeviceSession | undefined {
    const named = choice.deviceId !== undefined;
    const id = named ? choice.deviceId : this.#unnamed.idOf(choice);
    const platform = named ? choice.platform : this.#unnamed.platformOf(choice);
    return id === undefined ? undefined : this.#warm({ platform }, id);
  }

  async #found(op: Operation, choice: DeviceChoice): Promise<DeviceSession> {
    const known = this.#known(choice);
    if (known) return known;
    const { source, info } = await this.#choose(op, choice);
    const session = this.#warm({ platform: info.platform }, info.id) ?? (await this.#open(op, source, info));
    if (choice.deviceId === undefined) this.#unnamed.worked(choice, info);
    return session;
  }

  /** The emulators and simulators of each source that knows any. */
  images(): readonly { readonly platform: Platform; readonly images: DeviceImages }[] {
    return this.#sources.flatMap(({ platform, images }) => (images ? [{ platform, images }] : []));
  }

  /** Of each source that reaches devices over the network. */
  wireless(platform?: Platform): readonly Wireless[] {
    return this.#candidates(platform).flatMap(({ wireless }) => (wireless ? [wireless] : []));
  }

  /** Sessions of devices that were used. */
  open(): readonly DeviceSession[] {
    return [...this.#sessions.values()].map(({ session }) => session);
  }

  async close(): Promise<void> {
    await this.jobs.close();
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.allSettled(sessions.map(({ session }) => session.device.close()));
    await Promise.allSettled(this.#sources.map((source) => source.close()));
  }

  #warm({ platform }: DeviceChoice, id: string): DeviceSession | undefined {
    for (const source of this.#candidates(platform)) {
      const warm = this.#sessions.get(key(source.platform, id));
      if (warm?.presence?.here) return warm.session;
    }
    return undefined;
  }

  async #choose(op: Operation, { platform, deviceId }: DeviceChoice): Promise<Found> {
    const { found, faults } = await this.#usableListing(op, { platform, deviceId });
    if (deviceId !== undefined) {
      const named = found.filter(({ info }) => info.id === deviceId);
      const [only] = named;
      if (named.length > 1)
        throw ambiguous(named, 'Pass platform too: the same id exists on both platforms.');
      if (!only) {
        const now = this.wireless(platform)
          .map((each) => each.movedTo(deviceId))
          .find((moved) => moved !== null);
        throw now ? movedFault(deviceId, now) : notFound(deviceId, found, faults);
      }
      return usable(only);
    }
    const meant = this.#unnamed.idOf({ platform });
    if (meant !== undefined) return this.#stillHere(meant, found, faults);
    const ready = found.filter(({ info }) => info.state === 'ready');
    const [only] = ready;
    if (ready.length > 1) throw ambiguous(ready, 'Pass deviceId with one of the listed ids.');
    if (only) return this.#stillHere(this.#unnamed.idOf(only.info) ?? only.info.id, found, faults);
    const [first] = found;
    if (first) return usable(first);
    throw faults[0] ?? notFound(undefined, found, faults);
  }

  /** The device that calls without an id meant so far. Its loss is a fault that names the others. */
  #stillHere(id: string, found: readonly Found[], faults: readonly Fault[]): Found {
    const meant = found.find(({ info }) => info.id === id);
    if (meant?.info.state === 'ready') return meant;
    const others = found.filter(({ info }) => info.state === 'ready' && info.id !== id);
    if (others.length > 0) throw lost(id, meant, others);
    if (meant) return usable(meant);
    throw notFound(id, found, faults);
  }

  async #open(op: Operation, source: DeviceSource, info: DeviceInfo): Promise<DeviceSession> {
    const shared = this.#opening.get(key(source.platform, info.id));
    if (!shared) return await op.race(this.#start(op, source, info));
    try {
      return await op.race(shared);
    } catch (error) {
      // The call that began the opening was withdrawn or ran out of time; ours has not.
      if (!isFault(error, 'CANCELLED', 'TIMEOUT') || op.ended) throw error;
      return await this.#open(op, source, info);
    }
  }

  #start(op: Operation, source: DeviceSource, info: DeviceInfo): Promise<DeviceSession> {
    const id = key(source.platform, info.id);
    const started = (async () => {
      const generation = source.generation(info.id);
      const presence = source.presence(info.id);
      const device = await source.open(op, info.id);
      const session = new DeviceSession(device, {
        identity: this.#identity,
        generation: generation ?? 0,
        clock: this.#clock,
      });
      const previous = this.#sessions.get(id);
      this.#sessions.set(id, { session, presence });
      await previous?.session.device.close();
      return session;
    })().finally(() => this.#opening.delete(id));
    this.#opening.set(id, started);
    return started;
  }

  /**
   * A list of the last minute does when it holds what is asked for: actions must not cost a process each. What it does
   * not hold may have come since.
   */
  async #usableListing(op: Operation, { platform, deviceId }: DeviceChoice): Promise<Listing> {
    const recent = await this.#listing(op, platform, true);
    const id = deviceId ?? this.#unnamed.idOf({ platform });
    const serves = ({ info }: Found): boolean =>
      info.state === 'ready' && (id === undefined || info.id === id);
    if (recent.found.some(serves)) return recent;
    // One that hung just now would hang again, and take the time in which the call can say so.
    const hung = recent.unlisted.filter(({ fault }) => isFault(fault, 'TIMEOUT'));
    const rest = this.#candidates(platform).filter(
      (each) => !hung.some((one) => one.platform === each.platform),
    );
    const again = await listSources(op, rest, false);
    return {
      found: again.found,
      unlisted: [...again.unlisted, ...hung],
      faults: [...again.faults, ...hung.map(({ fault }) => fault)],
    };
  }

  async #listing(op: Operation, platform?: Platform, recent: boolean = false): Promise<Listing> {
    return await listSources(op, this.#candidates(platform), recent);
  }

  /** PLATFORM_NOT_SUPPORTED where nobody finds devices of that platform: an empty list would say that none is there. */
  #candidates(platform?: Platform): readonly DeviceSource[] {
    const fitting = this.#sources.filter((source) => platform === undefined || source.platform === platform);
    if (fitting.length > 0 || platform === undefined) return fitting;
    throw new Fault('PLATFORM_NOT_SUPPORTED', `This server does not serve ${platform} devices.`, {
      nextStep: `Use ${[...new Set(this.#sources.map((source) => source.platform))].join(' or ')}.`,
    });
  }
}

function key(platform: Platform, id: string): string {
  return `${platform}:${id}`;
}

function usable(found: Found): Found {
  const { info } = found;
  if (info.state === 'ready') return found;
  const message = `${info.id} is ${info.state}. ${info.problem ?? ''}`.trim();
  const nextStep = info.fix === undefined ? {} : { nextStep: info.fix };
  const code = info.state === 'unauthorized' ? 'DEVICE_UNAUTHORIZED' : 'DEVICE_UNAVAILABLE';
  throw new Fault(code, message, { ...nextStep, details: { device_id: info.id, state: info.state } });
}

/** Nothing is sent to another device in its place: it may show another app, or another person's data. */
function lost(id: string, meant: Found | undefined, others: readonly Found[]): Fault {
  const state = meant ? `is ${meant.info.state}. ${meant.info.problem ?? ''}`.trim() : 'is gone.';
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `${id}, which calls without deviceId have used so far, ${state} Others: ${ids(others)}.`,
    {
      nextStep: `Bring ${id} back, or pass the deviceId of another: ${others.map(({ info }) => info.id).join(', ')}.`,
      details: {
        device_id: id,
        state: meant?.info.state ?? 'gone',
        devices: others.map(({ info }) => ({ id: info.id, platform: info.platform, model: info.model })),
      },
    },
  );
}

function ambiguous(found: readonly Found[], nextStep: string): Fault {
  return new Fault('DEVICE_AMBIGUOUS', `${found.length} devices match: ${ids(found)}.`, {
    nextStep,
    details: {
      devices: found.map(({ info }) => ({ id: info.id, platform: info.platform, model: info.model })),
    },
  });
}

/** The same phone, but another id: the caller decides, as with every other device that it did not name. */
function movedFault(id: string, now: string): Fault {
  return new Fault('DEVICE_NOT_FOUND', `${id} came back on another port: it is ${now} now.`, {
    nextStep: `Pass deviceId ${now}.`,
    details: { device_id: id, now },
  });
}

function notFound(id: string | undefined, found: readonly Found[], faults: readonly Fault[]): Fault {
  const what = id === undefined ? 'No device is connected' : `No device ${JSON.stringify(id)} is connected`;
  const others = found.length > 0 ? ` Connected: ${ids(found)}.` : '';
  const why = faults.map((fault) => ` ${fault.message}`).join('');
  return new Fault('DEVICE_NOT_FOUND', `${what}.${others}${why}`, {
    details: { devices: found.map(({ info }) => info.id) },
  });
}

function ids(found: readonly Found[]): string {
  return found.map(({ info }) => `${info.id} (${info.platform}, ${info.state})`).join(', ');
}
