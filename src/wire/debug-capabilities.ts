/** What the code debugger could do with an app: the shape of the answer, and how it is filled. */
import * as z from 'zod';
import type { DebuggerBackend } from '../debugger/backend.ts';
import type { DebugSession } from '../debugger/debug-session.ts';
import type { DebugProcess } from '../devices/port/debug.ts';
import type { DeviceWith } from '../devices/port/device.ts';
import { deviceToWire } from './answers.ts';
import { deviceShape } from './device-shape.ts';

const processShape = z.looseObject({
  process_id: z.number().meta({ doc: 'Process id' }),
  process_name: z.string().meta({ doc: 'Name of the process' }),
  process_start: z.string().nullable().meta({ doc: 'Distinguishes processes that reused the same id' }),
  user: z.number().optional().meta({ doc: 'Android: whose process it is, when not the owner (0)' }),
});

export const capabilitiesShape = z.looseObject({
  success: z.boolean().meta({ doc: 'Always true' }),
  device: deviceShape,
  result: z
    .looseObject({
      can_attach: z.boolean().meta({ doc: 'Whether attach_debugger would find its process' }),
      problem: z
        .string()
        .nullable()
        .meta({ doc: 'What prevents debugging, with the fault code and the remedy' }),
      backend: z.string().nullable().meta({ doc: 'Backend that would be used; null when there is none' }),
      processes: z.array(processShape).meta({ doc: 'Debuggable processes' }),
      closed_processes: z.array(processShape).meta({ doc: 'Processes whose build is not debuggable' }),
      held_by: z.string().nullable().meta({ doc: 'Session of this server that holds the device' }),
      operations: z.array(z.string()).meta({ doc: 'What a session can do' }),
      limitations: z.array(z.string()).meta({ doc: 'What cannot be done here' }),
    })
    .meta({ doc: 'What there is' }),
});

interface Capabilities {
  readonly attachable: readonly DebugProcess[];
  readonly closed: readonly DebugProcess[];
  /** What prevents debugging; null when nothing does. */
  readonly problem: string | null;
  readonly backend: DebuggerBackend | null | undefined;
  readonly heldBy: DebugSession | null | undefined;
}

export function capabilitiesToWire(
  { info, debug }: DeviceWith<'debug'>,
  { attachable, closed, problem, backend, heldBy }: Capabilities,
) {
  return {
    success: true,
    device: deviceToWire(info),
    result: {
      can_attach: problem === null,
      problem,
      backend: backend?.name ?? null,
      processes: attachable.map(processToWire),
      closed_processes: closed.map(processToWire),
      held_by: heldBy?.setting.id ?? null,
      operations: [
        'breakpoints',
        'conditions',
        'log_points',
        'exceptions',
        'steps',
        'values',
        'evaluate',
        'threads',
      ],
      limitations: [...debug.limitations],
    },
  };
}

function processToWire({ pid, processName, start, user }: DebugProcess) {
  const whose = user === undefined ? {} : { user };
  return { process_id: pid, process_name: processName, process_start: start, ...whose };
}
