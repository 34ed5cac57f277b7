/** How an acting method tells that it sends, so that an answer says the truth about delivery. Part of the port. */

/**
 * Told by an input or life-cycle method as it sends, so that a result can say the truth about delivery when a
 * budget ends half-way. `sending` comes right before the first byte of a command that can act leaves, `sent` when
 * the device has answered; both may come several times in one call (chunks of text).
 */
export interface DispatchMark {
  sending(): void;
  sent(): void;
}
