/** What a session is made of and whom it tells. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { DeviceInfo } from '../devices/port/device.ts';
import type { BackendName } from './backend.ts';
import type { StopSummary } from './stop-summary.ts';

export type SessionState =
  | 'attaching'
  | 'running'
  | 'paused'
  | 'detaching'
  | 'detached'
  | 'disconnected'
  | 'failed';

export interface SessionTarget {
  readonly appId: string;
  readonly pid: number;
  readonly processName: string;
  readonly start: string | null;
}

export interface Cleanup {
  readonly status: 'pending' | 'complete' | 'failed';
  readonly remaining: readonly string[];
}

/** What the rest of the server is told of a session. */
export interface DebugWatcher {
  /** Whether the app stands now. */
  paused(stop: StopSummary | null, debugSessionId: string): void;
  /** For the device's timeline; no values. */
  happened(atMs: number, line: string): void;
}

export interface SessionSetting {
  readonly id: string;
  readonly device: DeviceInfo;
  readonly target: SessionTarget;
  readonly backend: BackendName;
  readonly clock: Clock;
  readonly watcher: DebugWatcher;
}
