/** The closed table of failures we foresee. `docs/faults.md` is generated from it; `fault.ts` throws them. */

export interface FaultMeaning {
  /** What the code says happened, in one sentence. */
  readonly meaning: string;
  /** What the caller should do next, in one sentence. A fault may carry a more exact one of its own. */
  readonly nextStep: string;
  /** Whether the very same call can succeed later without any other change. */
  readonly retryable: boolean;
}

export const faultCodes = {
  // Actions, waits and expectations
  ELEMENT_NOT_FOUND: {
    meaning: 'Nothing on the screen matches the target.',
    nextStep: 'Read the screen with get_ui_tree (responseMode outline) and name what is there.',
    retryable: true,
  },
  ELEMENT_NOT_INTERACTABLE: {
    meaning: 'The target exists but cannot take this input: disabled, not visible, without area, or covered.',
    nextStep: 'Do what the message says (scroll, close what covers it, enable it), then try again.',
    retryable: false,
  },
  AMBIGUOUS_TARGET: {
    meaning: 'Several elements match and none was chosen.',
    nextStep: 'Use the elementId of one candidate, a fuller selector, or match.index.',
    retryable: false,
  },
  STALE_REFERENCE: {
    meaning: 'The element that this handle named is gone, doubled, or belongs to another device or session.',
    nextStep: 'Read the screen again and use a handle of that reading.',
    retryable: false,
  },
  TIMEOUT: {
    meaning: 'The budget of the call ended before it was done.',
    nextStep: 'Look at what is there now, then call again with a larger budget if it is still wanted.',
    retryable: true,
  },
  ACTION_TIMEOUT: {
    meaning:
      'The budget of the action ended. delivery_status says whether the input may have been delivered.',
    nextStep: 'If delivery_status is unknown, look at the screen before trying again.',
    retryable: true,
  },
  ACTION_REJECTED: {
    meaning: 'The device refused the input.',
    nextStep: 'Read the message: it holds the words of the device and what they mean.',
    retryable: false,
  },
  NAVIGATION_NO_CHANGE: {
    meaning: 'The navigation input was delivered and the screen stayed the same.',
    nextStep: 'Look at the screen: a dialog, the keyboard or the end of the back stack may be in the way.',
    retryable: false,
  },
  VERIFICATION_FAILED: {
    meaning: 'The input was delivered and the look afterwards shows something else than it should.',
    nextStep: 'Compare what was observed with what was wanted before trying again.',
    retryable: false,
  },
  VERIFICATION_UNAVAILABLE: {
    meaning: 'The input was delivered and the screen could not be read afterwards.',
    nextStep: 'Read the screen again; do not repeat the input.',
    retryable: true,
  },
  EXPECT_STATE_MISMATCH: {
    meaning: 'The element was found and its state is not the expected one.',
    nextStep: 'Use observed_state to decide which action is missing.',
    retryable: false,
  },
  ASSERTION_TIMEOUT: {
    meaning: 'The assertion did not become true within its time.',
    nextStep: 'Look at what was last observed; extend the time only if the app is still loading.',
    retryable: true,
  },
  CONTROL_CONVERGENCE_FAILED: {
    meaning: 'The control did not reach the wanted value within the allowed attempts.',
    nextStep: 'Compare actual_state with the range of the control, then choose a reachable value.',
    retryable: false,
  },
  SEMANTIC_MISMATCH: {
    meaning: 'The element is not the kind of control that this action works on.',
    nextStep: 'Choose the control itself, or another action.',
    retryable: false,
  },
  PRECONDITION_FAILED: {
    meaning: 'The screen is not the one that the condition names; nothing was sent.',
    nextStep: 'Decide anew from the observed tree in the answer.',
    retryable: false,
  },
  PRECONDITION_UNAVAILABLE: {
    meaning: 'The condition could not be checked; nothing was sent.',
    nextStep: 'Read the screen and pass its session id and revision.',
    retryable: false,
  },
  DEBUGGER_PAUSED: {
    meaning: 'A debugger session of this server holds the app.',
    nextStep: 'Resume or detach the debugger, then call again.',
    retryable: false,
  },
  UNKNOWN: {
    meaning: 'The device failed in a way that has no better name.',
    nextStep: 'Read the message and look at the screen before trying again.',
    retryable: false,
  },
  // Requests and environment
  INVALID_ARGUMENT: {
    meaning:
      'An argument is missing, of the wrong type, out of range, or not known to the tool. Nothing was sent.',
    nextStep: 'Correct the named argument and call again.',
    retryable: false,
  },
  INVALID_SELECTOR: {
    meaning: 'The selector is empty or names no property to compare.',
    nextStep: 'Give at least one of text, resource_id, accessibility_id.',
    retryable: false,
  },
  INVALID_CONDITION: {
    meaning: 'The wait condition is not one of the known ones.',
    nextStep: 'Use exists, not_exists, visible or clickable.',
    retryable: false,
  },
  PLATFORM_NOT_SUPPORTED: {
    meaning: 'This platform has no such thing.',
    nextStep: 'Use what the message names instead.',
    retryable: false,
  },
  CAPABILITY_MISSING: {
    meaning: 'This device cannot do that, or not with what is installed.',
    nextStep: 'Use another device or what the message names instead.',
    retryable: false,
  },
  DEVICE_NOT_FOUND: {
    meaning: 'No such device is connected.',
    nextStep: 'Call list_devices and use an id from there.',
    retryable: true,
  },
  DEVICE_AMBIGUOUS: {
    meaning: 'Several devices are connected and none was named.',
    nextStep: 'Pass deviceId with one of the listed ids.',
    retryable: false,
  },
  DEVICE_UNAVAILABLE: {
    meaning: 'The device is offline, still starting, or vanished during the call.',
    nextStep: 'Call list_devices for its state and the way to fix it.',
    retryable: true,
  },
  DEVICE_UNAUTHORIZED: {
    meaning: 'The device has not accepted the debugging key of this computer.',
    nextStep: 'Accept the debugging prompt on the device, then call again.',
    retryable: true,
  },
  TOOL_NOT_FOUND: {
    meaning: 'A program that this needs is not installed or not where it was said to be.',
    nextStep: 'Install it as the message says, or set the named variable.',
    retryable: false,
  },
  APP_NOT_INSTALLED: {
    meaning: 'The app is not installed on the device.',
    nextStep: 'Install it first, or correct appId.',
    retryable: false,
  },
  LAUNCH_FAILED: {
    meaning: 'The app could not be started, or did not come to the front.',
    nextStep: 'Read the message; get_logs shows whether it crashed at start.',
    retryable: false,
  },
  INSTALL_FAILED: {
    meaning: 'The device refused the package.',
    nextStep: 'Follow the fix given for the failure code.',
    retryable: false,
  },
  BUILD_FAILED: {
    meaning: 'The build ended with errors.',
    nextStep: 'Correct the first listed errors and build again.',
    retryable: false,
  },
  OBSERVATION_FAILED: {
    meaning: 'The screen could not be read. This says nothing about what is on it.',
    nextStep: 'Try again; if the reason repeats, follow the message or take a screenshot.',
    retryable: true,
  },
  LOGS_UNAVAILABLE: {
    meaning: 'The log of the device could not be read.',
    nextStep: 'Check the state of the device with list_devices, then try again.',
    retryable: true,
  },
  INVALID_FILTER: {
    meaning: 'A log filter cannot be understood.',
    nextStep: 'Correct the named filter and call again.',
    retryable: false,
  },
  CANCELLED: {
    meaning: 'The client withdrew the call.',
    nextStep: 'Nothing; delivery_status says whether an input was already sent.',
    retryable: true,
  },
  // Debugger
  DEBUGGER_UNSUPPORTED: {
    meaning: 'This device or app cannot be debugged, or not with what is installed.',
    nextStep: 'Do what the message names; get_debugger_capabilities lists what is missing.',
    retryable: false,
  },
  PROCESS_NOT_FOUND: {
    meaning: 'The app has no process that a debugger can attach to.',
    nextStep: 'Start the app with start_app; only debuggable builds can be attached to.',
    retryable: true,
  },
  PROCESS_AMBIGUOUS: {
    meaning: 'The app has several processes and none was chosen.',
    nextStep: 'Pass processId with one of the listed processes.',
    retryable: false,
  },
  PROCESS_CHANGED: {
    meaning: 'The process ended, or its id belongs to another process by now.',
    nextStep: 'Call get_debugger_capabilities for the processes of now and attach again.',
    retryable: false,
  },
  DEBUGGER_BUSY: {
    meaning: 'Another debugger holds the process, or no further session can be opened.',
    nextStep:
      'Detach the other debugger (an open Android Studio or Xcode holds processes too), then attach again.',
    retryable: true,
  },
  DEBUGGER_ATTACH_FAILED: {
    meaning: 'The debugger could not attach to the process. The app goes on running.',
    nextStep: 'Follow the message, then attach again.',
    retryable: true,
  },
  DEBUGGER_NOT_FOUND: {
    meaning: 'There is no such debugger session, breakpoint, thread or frame.',
    nextStep: 'Use an id of get_debugger_state, or attach again.',
    retryable: false,
  },
  DEBUGGER_NOT_PAUSED: {
    meaning: 'The app is running, and this needs a stop.',
    nextStep: 'Wait for a stop with wait_for_debugger_event, then use the ids it gives.',
    retryable: true,
  },
  DEBUGGER_STALE_REFERENCE: {
    meaning: 'The id belongs to an earlier stop.',
    nextStep: 'Use the ids of the present stop: get_debugger_state, then get_debugger_stack.',
    retryable: false,
  },
  DEBUGGER_LOCATION_UNAVAILABLE: {
    meaning: 'There is no code at this location, or no step from it.',
    nextStep: 'Use one of the locations that the message names.',
    retryable: false,
  },
  DEBUGGER_DISCONNECTED: {
    meaning: 'The connection to the debugged process ended.',
    nextStep: 'Look whether the app still runs, then attach again.',
    retryable: false,
  },
  DEBUGGER_TIMEOUT: {
    meaning: 'The debugger did not answer in time.',
    nextStep: 'Read get_debugger_state before anything else; raise timeoutMs for slow processes.',
    retryable: true,
  },
  DEBUGGER_CANCELLED: {
    meaning: 'The client withdrew a debugger call.',
    nextStep: 'Read get_debugger_state: a withdrawn attach, step or resume ends the session.',
    retryable: true,
  },
  DEBUGGER_WORKER_FAILED: {
    meaning: 'The program that debugs for this server ended or answered what cannot be understood.',
    nextStep: 'Attach again; if it repeats, the message holds the last words of the program.',
    retryable: true,
  },
  DEBUGGER_CLEANUP_FAILED: {
    meaning: 'The debugger session ended and not everything of it could be taken back.',
    nextStep: 'Call detach_debugger again; cleanup.remaining lists what is left.',
    retryable: true,
  },
  INTERNAL_ERROR: {
    meaning: 'A bug in this server.',
    nextStep: 'Report it with the message; other calls go on working.',
    retryable: false,
  },
} as const satisfies Record<string, FaultMeaning>;

export type FaultCode = keyof typeof faultCodes;
