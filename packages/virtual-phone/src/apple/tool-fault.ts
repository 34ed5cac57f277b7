/** Failures that a tool has words of its own for. Done by the program that meets it. */
import type { Failure } from './failure.ts';

export type ToolFault =
  /** Only the Command Line Tools are selected: no simctl, no xcodebuild. */
  | { readonly kind: 'no_xcode' }
  /** The Xcode that is selected is not there any more. */
  | { readonly kind: 'xcode_moved' }
  /** Neither Xcode nor the Command Line Tools were ever installed. */
  | { readonly kind: 'no_tools' }
  | { readonly kind: 'licence' }
  | { readonly kind: 'service_invalid' }
  | { readonly kind: 'no_device_set' }
  /** The simulator stays in Booting for good. */
  | { readonly kind: 'boot_hang' }
  /** The verb fails with this error instead of doing anything. */
  | { readonly kind: 'fail'; readonly failure: Failure; readonly exitCode?: number }
  | { readonly kind: 'screen_surfaces' }
  | { readonly kind: 'open_url_timeout' }
  | { readonly kind: 'too_many_files' }
  /** A phone on the cable that does not answer as it should. */
  | { readonly kind: 'device_busy' }
  | { readonly kind: 'device_locked' }
  | { readonly kind: 'device_timeout' }
  /** The build ends with these lines and this code. */
  | { readonly kind: 'build'; readonly lines: readonly string[]; readonly exitCode?: number };
