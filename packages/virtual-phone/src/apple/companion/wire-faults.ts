/** Which of the companion's faults hit the call itself, whatever it would do: asked once per call, first come first. */
import type { CompanionFault } from '../companion-fault.ts';
import type { AppleFaults, FaultMoment } from '../fault-script.ts';

type WireKind =
  | 'unavailable'
  | 'reset'
  | 'hang_rpc'
  | 'slow_rpc'
  | 'garbage_frame'
  | 'truncated_message'
  | 'die';

export type WireFault = Extract<CompanionFault, { kind: WireKind }>;

const kinds: readonly WireKind[] = [
  'unavailable',
  'reset',
  'hang_rpc',
  'slow_rpc',
  'garbage_frame',
  'truncated_message',
  'die',
];

export function wireFault(faults: AppleFaults, moment: FaultMoment): WireFault | null {
  for (const kind of kinds) {
    const hit = faults.take(kind, moment);
    if (hit) return hit;
  }
  return null;
}
