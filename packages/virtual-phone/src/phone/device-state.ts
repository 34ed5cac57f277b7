/** What all parts of one phone share: time, chance, log, files, settings, displays, and the count of changes. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import type { AccessibilityEvent } from './accessibility-event.ts';
import { createFiles } from './phone-files.ts';
import { createLog } from './phone-log.ts';
import { createSettings } from './phone-settings.ts';
import type { AndroidVersion, DisplayState, InputRecord, LogLine } from './phone-types.ts';
import { TimerSet } from './timer-set.ts';
import type { TimingProfile } from './timing.ts';

const RECORD_LIMIT = 100_000;
export const SYSTEM_UID = 1000;

export interface SystemLine {
  readonly priority: LogLine['priority'];
  readonly tag: string;
  readonly message: string;
  readonly buffer?: LogLine['buffer'];
}

export class DeviceState {
  readonly clock: Clock;
  readonly version: AndroidVersion;
  readonly timing: TimingProfile;
  readonly log;
  readonly files;
  readonly settings;
  readonly record: InputRecord[] = [];
  displays: DisplayState[];
  clockOffsetMs = 0;
  clipboard = '';
  readonly quirks = { focusDelayMs: 0 };
  readonly accessibility = new Set<(event: AccessibilityEvent) => void>();
  /** Grows with whatever may change a screen; drawings are kept for one value of it. */
  changes = 0;
  lastChangeMs = 0;
  #userRotation: DisplayState['rotation'] = 0;
  #landscape: boolean;
  readonly #timers = new TimerSet((ms, fire) => this.clock.after(ms, fire));
  #movingUntilMs = 0;
  #seed: number;
  readonly dragsClick: boolean;

  constructor(options: {
    dragsClick: boolean;
    clock: Clock;
    version: AndroidVersion;
    timing: TimingProfile;
    displays: DisplayState[];
    seed: number;
  }) {
    this.clock = options.clock;
    this.version = options.version;
    this.timing = options.timing;
    this.displays = options.displays;
    this.#seed = options.seed >>> 0;
    this.dragsClick = options.dragsClick;
    this.#landscape = false;
    this.log = createLog(() => this.nowMs());
    this.files = createFiles(() => this.nowMs());
    this.settings = createSettings(() => {
      this.changed();
      this.#followSettings();
    });
  }

  /** The phone's own wall clock. */
  nowMs(): number {
    return this.clock.epochMs() + this.clockOffsetMs;
  }

  changed(): void {
    this.changes++;
    this.lastChangeMs = this.clock.monotonicMs();
  }

  /** The screen changed to another one and moves for a while. */
  transition(): void {
    this.changed();
    const scale = Number(this.settings.get('global', 'transition_animation_scale') ?? '1');
    const durationMs = this.timing.transitionMs * (Number.isFinite(scale) ? scale : 1);
    this.#movingUntilMs = Math.max(this.#movingUntilMs, this.clock.monotonicMs() + durationMs);
  }

  get moving(): boolean {
    return this.clock.monotonicMs() < this.#movingUntilMs;
  }

  tellAccessibility(event: AccessibilityEvent, delayMs: number): void {
    const tell = (): void => {
      for (const listener of this.accessibility) listener(event);
    };
    if (this.accessibility.size === 0) return;
    if (delayMs > 0) this.after(delayMs, tell);
    else tell();
  }

  /** A timer that `stopTimers` ends. */
  after(ms: number, fire: () => void): () => void {
    return this.#timers.start(ms, fire);
  }

  stopTimers(): void {
    this.#timers.stop();
  }

  /** 0..1, the same sequence for the same seed (mulberry32). */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) >>> 0;
    let t = this.#seed;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A window or activity hash as dumpsys prints it. */
  hash(): string {
    return Math.floor(this.random() * 0xfffffff)
      .toString(16)
      .padStart(7, '0');
  }

  /** In the shape of `/proc/sys/kernel/random/boot_id`. */
  bootId(): string {
    const hex = Array.from({ length: 5 }, () => this.hash())
      .join('')
      .slice(0, 32);
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** A line of system_server. */
  systemLog(line: SystemLine): void {
    this.log.append({ uid: SYSTEM_UID, pid: 612, tid: 640, buffer: 'system', ...line });
  }

  note(kind: InputRecord['kind'], detail: InputRecord['detail'], view: string | null): void {
    this.record.push({ atMs: this.clock.monotonicMs(), kind, detail, view });
    if (this.record.length > RECORD_LIMIT) this.record.splice(0, this.record.length - RECORD_LIMIT);
    this.changed();
  }

  display(id: number): DisplayState | undefined {
    return this.displays.find((display) => display.id === id);
  }

  /** The rotation that holds wherever the app in front does not ask for its own. */
  rotate(rotation: DisplayState['rotation']): void {
    this.#userRotation = rotation;
    this.#applyRotation();
  }

  /** Whether the app in front wants the phone on its side. */
  follow(landscape: boolean): void {
    if (this.#landscape === landscape) return;
    this.#landscape = landscape;
    this.#applyRotation();
  }

  /** `user_rotation` counts while turning by the sensor is off. */
  #followSettings(): void {
    if (this.settings.get('system', 'accelerometer_rotation') !== '0') return;
    const wanted = Number(this.settings.get('system', 'user_rotation') ?? '0');
    if (wanted === 0 || wanted === 1 || wanted === 2 || wanted === 3)
      if (wanted !== this.#userRotation) this.rotate(wanted);
  }

  #applyRotation(): void {
    const sideways = this.#userRotation % 2 === 1;
    const rotation = this.#landscape && !sideways ? 1 : this.#userRotation;
    this.setDisplay(0, { rotation });
  }

  setDisplay(id: number, change: Partial<DisplayState>): void {
    this.displays = this.displays.map((display) => (display.id === id ? { ...display, ...change } : display));
    this.transition();
  }
}
