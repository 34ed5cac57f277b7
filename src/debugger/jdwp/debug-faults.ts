/** Faults of the debugger for what the machine refuses, what is no JDWP, and what cannot be answered. Never with a value in them. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { asDebuggerFault } from '../bounded-call.ts';
import { ExpressionProblem } from '../language.ts';
import { JdwpRefusal, jdwpErrors, MalformedJdwp } from './jdwp-error.ts';

/** Throws what is a bug. */
export function asDebugFault(error: unknown): Fault {
  if (error instanceof Fault) return ofTransport(error);
  if (error instanceof MalformedJdwp) {
    return new Fault('DEBUGGER_DISCONNECTED', 'The process sent data that is not JDWP.', { cause: error });
  }
  if (error instanceof ExpressionProblem) {
    return new Fault('INVALID_ARGUMENT', error.message, {
      cause: error,
      nextStep:
        'Use names, fields, [index], .length, literals and comparisons; get_debugger_locals lists the names.',
    });
  }
  if (error instanceof JdwpRefusal) return ofRefusal(error);
  throw error;
}

function ofTransport(fault: Fault): Fault {
  if (fault.code !== 'DEVICE_UNAVAILABLE') return asDebuggerFault(fault);
  return new Fault('DEBUGGER_DISCONNECTED', fault.message, { cause: fault });
}

function ofRefusal(error: JdwpRefusal): Fault {
  const { errorCode, message } = error;
  if (errorCode === jdwpErrors.vmDead)
    return new Fault('DEBUGGER_DISCONNECTED', 'The process has ended.', { cause: error });
  if (errorCode === jdwpErrors.notSuspended)
    return new Fault('DEBUGGER_NOT_PAUSED', 'The thread is running.', { cause: error });
  if (
    errorCode === jdwpErrors.invalidObject ||
    errorCode === jdwpErrors.invalidThread ||
    errorCode === jdwpErrors.invalidFrame
  ) {
    return new Fault(
      'DEBUGGER_NOT_FOUND',
      'It no longer exists: the thread ended or the object was collected.',
      {
        cause: error,
      },
    );
  }
  return new Fault('DEBUGGER_LOCATION_UNAVAILABLE', `The process did not answer the request: ${message}.`, {
    cause: error,
  });
}
