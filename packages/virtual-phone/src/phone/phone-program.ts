/** What stands for the process of an app on this computer, where something does. */

/** A process of this computer that plays the process of an app. */
export interface PhoneProgram {
  readonly pid: number;
  /** Called when the app's process ends on the phone. Safe to call twice. */
  end(): void;
}
