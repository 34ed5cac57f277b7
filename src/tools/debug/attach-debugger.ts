import * as z from 'zod';
import { sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { watcherOf } from '../../workflows/debug-watcher.ts';
import { budgetFor, processId, timeoutMs } from '../debug-input.ts';
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
  input: z.object({ appId, processId, timeoutMs }),
  output: sessionShape,
  examples: [],
  async run({ op, input, session, debug }) {
    const attached = await debug.attach(op, {
      device: session.device,
      appId: input.appId,
      processId: input.processId,
      timeoutMs: input.timeoutMs,
      watcher: watcherOf(session, input.appId),
    });
    return sessionToWire(attached);
  },
});
