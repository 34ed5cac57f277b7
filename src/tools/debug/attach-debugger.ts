import * as z from 'zod';
import { sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { userOfProcess } from '../../workflows/app-user.ts';
import { watcherOf } from '../../workflows/debug-watcher.ts';
import { budgetFor, processId, timeoutMs, whoseProcess } from '../debug-input.ts';
import { deviceTool } from '../define-tool.ts';

export const attachDebugger = deviceTool({
  name: 'attach_debugger',
  title: 'Attach the debugger',
  description:
    'Attaches the code debugger to a running debuggable app, which keeps running. Set breakpoints, act on the screen, wait for the stop.',
  effect: 'act',
  whilePaused: 'allowed',
  toolset: 'debug',
  private: true,
  needs: ['debug'],
  budgetMs: budgetFor,
  input: z.object({ appId, user: whoseProcess, processId, timeoutMs }),
  output: sessionShape,
  examples: [],
  async run({ op, input, session, debug }) {
    const { appId, processId, timeoutMs } = input;
    const whose = await userOfProcess(op, session.device, input);
    const attached = await debug.attach(op, {
      device: session.device,
      appId,
      user: whose,
      processId,
      timeoutMs,
      watcher: watcherOf(session, appId),
    });
    return sessionToWire(attached);
  },
});
