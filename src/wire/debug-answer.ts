/** Debugger sessions, stops, frames and values in the form of the wire. */
import { defined } from '@mobile-debug/core/defined.ts';
import type { CodeLocation, DebugFrame } from '../debugger/backend.ts';
import type { DebugSession } from '../debugger/debug-session.ts';
import type { DebugValue } from '../debugger/debug-values.ts';
import type { SessionEvent } from '../debugger/event-log.ts';
import type { SessionBreakpoint } from '../debugger/session-breakpoints.ts';
import type { StopSummary } from '../debugger/stop-summary.ts';
import { deviceToWire } from './answers.ts';

export function locationToWire({ className, method, file, line, classLoaderId }: CodeLocation) {
  return {
    class_name: className,
    method,
    file,
    line,
    ...(classLoaderId === null ? {} : { class_loader_id: classLoaderId }),
  };
}

export function stopToWire({ stopId, threadId, reason, description, locations, breakpointIds }: StopSummary) {
  return {
    stop_id: stopId,
    thread_id: threadId,
    reason,
    description,
    locations: locations.map(locationToWire),
    breakpoint_ids: [...breakpointIds],
  };
}

/** The envelope of every answer of a session. */
export function sessionToWire(session: DebugSession, result: Record<string, unknown> = {}) {
  const { id, device, target, backend, clock } = session.setting;
  return {
    success: true,
    debug_session_id: id,
    device: deviceToWire(device),
    target: {
      app_id: target.appId,
      pid: target.pid,
      process_name: target.processName,
      process_start: target.start,
    },
    state: session.state,
    captured_at_ms: Math.round(clock.epochMs()),
    capabilities: { backend },
    limitations: [...session.limitations],
    cleanup: { status: session.cleanup.status, remaining: [...session.cleanup.remaining] },
    reason: session.reason,
    stop: session.stop && stopToWire(session.stop),
    result,
  };
}

export function breakpointToWire({ request, status, locations, hits }: SessionBreakpoint) {
  return {
    breakpoint_id: request.id,
    status,
    requested: requestedToWire(request.at),
    resolved: locations.map(locationToWire),
    hit_count: hits,
  };
}

export function requestedToWire(at: SessionBreakpoint['request']['at']): Record<string, unknown> {
  switch (at.kind) {
    case 'class_line':
      return { class_name: at.className, line: at.line };
    case 'file_line':
      return { file: at.file, line: at.line };
    case 'function':
      return { function: at.name };
    case 'exception':
      return { exception: { class_name: at.className, caught: at.caught, uncaught: at.uncaught } };
  }
}

export function eventToWire({ sequence, atMs, kind, stop, breakpointId, hitCount, message }: SessionEvent) {
  return {
    sequence,
    at_ms: atMs,
    kind,
    ...(stop ? { stop: stopToWire(stop) } : {}),
    ...defined({ breakpoint_id: breakpointId, hit_count: hitCount, message }),
  };
}

export function frameToWire(session: DebugSession, { key, location, native }: DebugFrame, index: number) {
  return {
    frame_id: session.references.name('frame', key),
    index,
    ...locationToWire(location),
    native,
  };
}

export function valueToWire(session: DebugSession, value: DebugValue) {
  const { name, type, objectKey, preview, truncated } = value;
  return {
    name,
    type,
    value: value.value,
    ...(objectKey === null ? {} : { object_id: session.references.name('object', objectKey) }),
    ...(preview === null ? {} : { preview }),
    ...(truncated ? { truncated } : {}),
  };
}
