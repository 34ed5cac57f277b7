/**
 * What the adb server's FAIL sentences mean. The sentences are those of adb 29 to 35 (transport.cpp, adb.cpp).
 * Source: [A2].
 */

import { Fault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Reason } from '@mobile-debug/core/fault-reasons.ts';
import { firstLine } from '@mobile-debug/core/text.ts';

interface Meaning {
  readonly pattern: RegExp;
  readonly code: FaultCode;
  readonly reason?: Reason;
  readonly nextStep?: string;
}

/** As adb says it [A2]. */
const meanings: readonly Meaning[] = [
  { pattern: /unauthorized|still authorizing/, code: 'DEVICE_UNAUTHORIZED' },
  {
    pattern: /no permissions|insufficient permissions/,
    code: 'DEVICE_UNAVAILABLE',
    nextStep: 'Give this user access to the USB device (udev rules on Linux), then plug it in again.',
  },
  { pattern: /more than one (?:device|emulator)/, code: 'DEVICE_AMBIGUOUS' },
  { pattern: /no device with transport id|invalid transport id/, code: 'DEVICE_UNAVAILABLE' },
  {
    pattern: /device (?:'.*' )?not found|no devices(?:\/emulators)? found|no emulators found/,
    code: 'DEVICE_NOT_FOUND',
  },
  // Of a port or socket of the device as well: nothing listens there.
  {
    pattern: /closed|connection (?:reset|refused)/i,
    code: 'DEVICE_UNAVAILABLE',
    reason: 'not_listening',
  },
  { pattern: /device offline|still connecting/i, code: 'DEVICE_UNAVAILABLE' },
];

/** The typed form of a FAIL answer; UNKNOWN for a sentence that is not in the table. */
export function refusalFault(sentence: string, serial: string): Fault {
  const meaning = meanings.find(({ pattern }) => pattern.test(sentence));
  return new Fault(
    meaning?.code ?? 'UNKNOWN',
    `adb reports for ${serial || 'this request'}: ${firstLine(sentence) || '(nothing)'}`,
    {
      ...(meaning?.nextStep !== undefined && { nextStep: meaning.nextStep }),
      // FAIL came instead of the service: it never ran.
      delivery: 'not_delivered',
      reason: meaning?.reason ?? 'adb_refused',
      details: { refusal: sentence },
    },
  );
}
