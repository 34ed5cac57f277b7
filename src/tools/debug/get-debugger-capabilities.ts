import { isFault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { chosenProcess } from '../../debugger/debug-sessions.ts';
import { capabilitiesShape, capabilitiesToWire } from '../../wire/debug-capabilities.ts';
import { appId } from '../../wire/shapes.ts';
import { userOfProcess } from '../../workflows/app-user.ts';
import { budgetFor, processId, timeoutMs, whoseProcess } from '../debug-input.ts';
import { deviceTool } from '../define-tool.ts';

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
  output: capabilitiesShape,
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
    return capabilitiesToWire(session.device, {
      attachable,
      closed,
      problem,
      backend,
      heldBy: debug.on(session.device.info),
    });
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
