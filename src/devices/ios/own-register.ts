/** Register of processes started for iPhones by this user's servers, so that those of a killed server can be ended. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { ChildRegister } from '../../host/child-register.ts';
import type { RunProgram } from './ios-types.ts';

interface RegisterOptions {
  readonly environment: Environment;
  readonly run: RunProgram;
  /** Another one for tests. */
  readonly folder?: string | undefined;
}

export function ownRegister({ environment: env, run, folder }: RegisterOptions): ChildRegister {
  const usual = join(tmpdir(), `mobile-debug-mcp-${process.getuid?.() ?? 0}`);
  return new ChildRegister({ folder: folder ?? usual, serverPid: process.pid, env, run });
}
