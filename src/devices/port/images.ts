/** The part of the port for images: emulators and simulators that are installed, running or not. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Platform } from './device.ts';

export interface DeviceImage {
  /** Name of the AVD or simulator. */
  readonly name: string;
  readonly platform: Platform;
  /** UDID of a simulator. An AVD has a device id only while it runs. */
  readonly id?: string;
  readonly state?: string;
}

/** Faults of all methods: TOOL_NOT_FOUND, DEVICE_UNAVAILABLE, DEVICE_NOT_FOUND, ACTION_REJECTED or UNKNOWN in the tool's words. */
export interface DeviceImages {
  list(op: Operation): Promise<readonly DeviceImage[]>;
  /** Starts it and returns at once; it goes on when the server ends. */
  boot(op: Operation, image: DeviceImage): Promise<void>;
  /**
   * Returns when the system of a booted simulator is up, not merely its state `Booted`. At once for Android, whose
   * devices say themselves when they are usable.
   */
  awaitBoot(op: Operation, image: DeviceImage): Promise<void>;
  /**
   * Whether this server started it, and it has not ended: such a one may not be a device yet. The fault is thrown when it
   * ended while it was starting, with its own last words.
   */
  starting?(image: DeviceImage): boolean;
  /** Left out where only the running device can switch itself off. */
  shutdown?(op: Operation, image: DeviceImage): Promise<void>;
}
