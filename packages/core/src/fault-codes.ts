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
    nextStep: 'Read the screen with get_ui_tree (responseMode outline) and use an element that exists.',
    retryable: true,
  },
  ELEMENT_NOT_INTERACTABLE: {
    meaning: 'The target exists but cannot take this input: disabled, not visible, without area, or covered.',
    nextStep: 'Do what the message says (scroll, close what covers it, enable it), then try again.',
    retryable: false,
  },
  AMBIGUOUS_TARGET: {
    meaning: 'Several elements match and none was chosen.',
    nextStep: 'Use the elementId of one candidate, a more specific selector, or match.index.',
    retryable: false,
  },
  STALE_REFERENCE: {
    meaning: 'The element of this handle is gone, no longer unique, or belongs to another device or session.',
    nextStep: 'Read the screen again and use a handle of that reading.',
    retryable: false,
  },
  TIMEOUT: {
    meaning: 'The budget of the call ran out before it was done.',
    nextStep: 'Check the current state, then call again with a larger budget if still needed.',
    retryable: true,
  },
  ACTION_TIMEOUT: {
    meaning:
      'The budget of the action ran out. delivery_status says whether the input may have been delivered.',
    nextStep: 'If delivery_status is unknown, read the screen before trying again.',
    retryable: true,
  },
  ACTION_REJECTED: {
    meaning: 'The device refused the input.',
    nextStep: 'Read the message: it quotes the device and explains what it means.',
    retryable: false,
  },
  NAVIGATION_NO_CHANGE: {
    meaning: 'The navigation input was delivered, but the screen stayed the same.',
    nextStep: 'Read the screen: a dialog, the keyboard or the end of the back stack may be the cause.',
    retryable: false,
  },
  VERIFICATION_FAILED: {
    meaning: 'The input was delivered, but a later read does not show the expected result.',
    nextStep: 'Compare the observed with the expected result before trying again.',
    retryable: false,
  },
  VERIFICATION_UNAVAILABLE: {
    meaning: 'The input was delivered, but the screen could not be read afterwards.',
    nextStep: 'Read the screen again; do not repeat the input.',
    retryable: true,
  },
  EXPECT_STATE_MISMATCH: {
    meaning: 'The element was found, but its state is not the expected one.',
    nextStep: 'Use observed_state to decide which action is missing.',
    retryable: false,
  },
  ASSERTION_TIMEOUT: {
    meaning: 'The assertion did not become true in time.',
    nextStep: 'Check the last observation; extend the time only if the app is still loading.',
    retryable: true,
  },
  CONTROL_CONVERGENCE_FAILED: {
    meaning: 'The control did not reach the target value within the allowed attempts.',
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
    nextStep: 'Decide again from the observed tree in the answer.',
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
    meaning: 'The device failed in a way that no other code describes.',
    nextStep: 'Read the message and the screen before trying again.',
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
    meaning: 'The wait condition is unknown.',
    nextStep: 'Use exists, not_exists, visible or clickable.',
    retryable: false,
  },
  PLATFORM_NOT_SUPPORTED: {
    meaning: 'This platform does not support that.',
    nextStep: 'Use the alternative that the message names.',
    retryable: false,
  },
  CAPABILITY_MISSING: {
    meaning: 'This device cannot do that, or a program that it needs is not installed.',
    nextStep: 'Use another device, or the alternative that the message names.',
    retryable: false,
  },
  DEVICE_NOT_FOUND: {
    meaning: 'No such device is connected.',
    nextStep: 'Call list_devices and use an id it returns.',
    retryable: true,
  },
  DEVICE_AMBIGUOUS: {
    meaning: 'Several devices are connected and none was chosen.',
    nextStep: 'Pass deviceId with one of the listed ids.',
    retryable: false,
  },
  USER_AMBIGUOUS: {
    meaning: 'Several users of the device have the app and none was chosen.',
    nextStep: 'Pass user with one of the listed ids.',
    retryable: false,
  },
  DEVICE_UNAVAILABLE: {
    meaning: 'The device is offline, still starting, or vanished during the call.',
    nextStep: 'Call list_devices for its state and how to fix it.',
    retryable: true,
  },
  DEVICE_UNAUTHORIZED: {
    meaning: 'The device has not accepted the debugging key of this computer.',
    nextStep: 'Accept the debugging prompt on the device, then call again.',
    retryable: true,
  },
  TOOL_NOT_FOUND: {
    meaning: 'A required program is not installed or not at the configured path.',
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
    meaning: 'A log filter is invalid.',
    nextStep: 'Correct the named filter and call again.',
    retryable: false,
  },
  CANCELLED: {
    meaning: 'The client cancelled the call.',
    nextStep: 'No action is needed; delivery_status says whether an input was already sent.',
    retryable: true,
  },
  // Debugger
  DEBUGGER_UNSUPPORTED: {
    meaning: 'This device or app cannot be debugged, or a program that it needs is not installed.',
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
    meaning: 'The process ended, or its id now belongs to another process.',
    nextStep: 'Call get_debugger_capabilities for the current processes and attach again.',
    retryable: false,
  },
  DEBUGGER_BUSY: {
    meaning: 'Another debugger holds the process, or no further session can be opened.',
    nextStep: 'Detach the other debugger (Android Studio and Xcode hold processes too), then attach again.',
    retryable: true,
  },
  DEBUGGER_ATTACH_FAILED: {
    meaning: 'The debugger could not attach to the process. The app keeps running.',
    nextStep: 'Follow the message, then attach again.',
    retryable: true,
  },
  DEBUGGER_NOT_FOUND: {
    meaning: 'There is no such debugger session, breakpoint, thread or frame.',
    nextStep: 'Use an id from get_debugger_state, or attach again.',
    retryable: false,
  },
  DEBUGGER_NOT_PAUSED: {
    meaning: 'The app is running; this needs a stopped app.',
    nextStep: 'Wait for a stop with wait_for_debugger_event, then use the ids it gives.',
    retryable: true,
  },
  DEBUGGER_STALE_REFERENCE: {
    meaning: 'The id belongs to an earlier stop.',
    nextStep: 'Use the ids of the current stop: get_debugger_state, then get_debugger_stack.',
    retryable: false,
  },
  DEBUGGER_LOCATION_UNAVAILABLE: {
    meaning: 'There is no code at this location, or no step from it.',
    nextStep: 'Use one of the locations that the message names.',
    retryable: false,
  },
  DEBUGGER_DISCONNECTED: {
    meaning: 'The connection to the debugged process ended.',
    nextStep: 'Check whether the app is still running, then attach again.',
    retryable: false,
  },
  DEBUGGER_TIMEOUT: {
    meaning: 'The debugger did not answer in time.',
    nextStep: 'Call get_debugger_state first; raise timeoutMs for slow processes.',
    retryable: true,
  },
  DEBUGGER_CANCELLED: {
    meaning: 'The client cancelled a debugger call.',
    nextStep: 'Call get_debugger_state: a cancelled attach, step or resume ends the session.',
    retryable: true,
  },
  DEBUGGER_WORKER_FAILED: {
    meaning: 'The debugger process ended or sent an invalid answer.',
    nextStep: 'Attach again; if this persists, the message has the last output of the process.',
    retryable: true,
  },
  DEBUGGER_CLEANUP_FAILED: {
    meaning: 'The debugger session ended, but not everything it changed could be undone.',
    nextStep: 'Call detach_debugger again; cleanup.remaining lists what is left.',
    retryable: true,
  },
  INTERNAL_ERROR: {
    meaning: 'A bug in this server.',
    nextStep: 'Report it with the message; other calls keep working.',
    retryable: false,
  },
} as const satisfies Record<string, FaultMeaning>;

export type FaultCode = keyof typeof faultCodes;
