import { isFault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { chosenProcess } from '../../debugger/debug-sessions.ts';
import type { DebugProcess } from '../../devices/port/debug.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { userOfProcess } from '../../workflows/app-user.ts';
import { budgetFor, processId, timeoutMs, whoseProcess } from '../debug-input.ts';
import { deviceTool } from '../define-tool.ts';

const processShape = z.looseObject({
  process_id: z.number().meta({ doc: 'Process id' }),
  process_name: z.string().meta({ doc: 'Name of the process' }),
  process_start: z.string().nullable().meta({ doc: 'Distinguishes processes that reused the same id' }),
  user: z.number().optional().meta({ doc: 'Android: whose process it is, when not the owner (0)' }),
});

export const getDebuggerCapabilities = deviceTool({
  name: 'get_debugger_capabilities',
  title: 'Check debugger support',
  description:
    'Reports whether the code debugger can attach to an app: processes, backend, what is missing. Does not attach.',
  effect: 'read',
  toolset: 'debug',
  needs: ['debug'],
  budgetMs: budgetFor,
  input: z.object({ appId, user: whoseProcess, processId, timeoutMs }),
  output: z.looseObject({
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
  }),
  examples: [
    { about: 'Before attaching to the shop.', app: 'com.example.shop', input: { appId: 'com.example.shop' } },
  ],
  async run({ op, input, session, debug }) {
    const user = await userOfProcess(op, session.device, input);
    const { attachable, closed } = await session.device.debug.processes(op, input.appId, user);
    const backend = debug.backendFor(session.device);
    const problem = backend
      ? ((await problemOf(backend.ready?.(op))) ??
        (await problemOf(chosenProcess(op, session.device, { ...input, user }))))
      : 'DEBUGGER_UNSUPPORTED: this server has no debugger for this platform';
    return {
      success: true,
      device: deviceToWire(session.device.info),
      result: {
        can_attach: problem === null,
        problem,
        backend: backend?.name ?? null,
        processes: attachable.map(processToWire),
        closed_processes: closed.map(processToWire),
        held_by: debug.on(session.device.info)?.setting.id ?? null,
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
        limitations: [...session.device.debug.limitations],
      },
    };
  },
});

async function problemOf(choice: Promise<unknown> | undefined): Promise<string | null> {
  try {
    await choice;
    return null;
  } catch (error) {
    if (!isFault(error)) throw error;
    return [`${error.code}: ${error.message}`, error.nextStep].filter(Boolean).join(' ');
  }
}

function processToWire({ pid, processName, start, user }: DebugProcess) {
  const whose = user === undefined ? {} : { user };
  return { process_id: pid, process_name: processName, process_start: start, ...whose };
}
