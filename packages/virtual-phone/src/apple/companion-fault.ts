/** What can go wrong in the companion and in what it reads and injects. Done by the remote call that meets it. */
export type CompanionFault =
  /** One Application of 0 by 0 points, whatever is shown. */
  | { readonly kind: 'zero_root' }
  /** New iOS 26 simulators: zero_root until both accessibility defaults are written. */
  | { readonly kind: 'accessibility_off' }
  /** An Application of the right size without children. */
  | { readonly kind: 'root_only' }
  /** The same for trees, while points still find what is shown: it belongs to another process, as a document picker. */
  | { readonly kind: 'remote_ui' }
  /** "No translation object returned for simulator", as after a boot. */
  | { readonly kind: 'no_translation_object' }
  /** The tree of DockFolderViewService instead of the app's, as under Stage Manager. */
  | { readonly kind: 'dock_folder' }
  /** A nested tree comes without children when `traits` are among the keys, as on Xcode 27. */
  | { readonly kind: 'traits_empty_tree' }
  /** HID fails because SimulatorKit is not where this companion looks for it. */
  | { readonly kind: 'simulator_kit_missing' }
  | { readonly kind: 'unavailable' }
  /** The connection breaks before or after the call took effect. */
  | { readonly kind: 'reset'; readonly moment: 'before' | 'after' }
  | { readonly kind: 'hang_rpc' }
  | { readonly kind: 'slow_rpc'; readonly ms: number }
  | { readonly kind: 'garbage_frame' }
  | { readonly kind: 'truncated_message' }
  /** The companion's process ends before the call took effect, or after it without an answer; its socket file stays. */
  | { readonly kind: 'die'; readonly moment: 'before' | 'after' }
  /** The banner that Xcode is required, and exit 1, at the start of the program. */
  | { readonly kind: 'xcode_required' };
