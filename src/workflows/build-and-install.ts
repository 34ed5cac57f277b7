/** Building and then installing as a list of events and one result; a failure of either is an answer. */
import { type Fault, foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type BuildOptions, buildProject } from '../projects/build.ts';
import { faultToWire } from '../wire/job-answer.ts';
import { installPackage, productOf, targetOf } from './install.ts';
import type { InstallDeps } from './package-files.ts';

interface Event extends Record<string, unknown> {
  readonly type: 'build' | 'install';
  readonly status: 'started' | 'finished' | 'failed';
}

/** Only the end of `op` is thrown. */
export async function buildAndInstall(
  op: Operation,
  deps: InstallDeps,
  request: Pick<BuildOptions, 'path' | 'type' | 'variant'>,
) {
  const events: Event[] = [];
  const failed = (type: Event['type'], fault: Fault, more: Record<string, unknown> = {}) => {
    if (op.ended || fault.code === 'INTERNAL_ERROR') throw fault;
    events.push({ type, status: 'failed', code: fault.code, message: fault.message });
    return { success: false, events, result: { success: false, ...more, error: faultToWire(fault) } };
  };
  events.push({ type: 'build', status: 'started', projectPath: request.path });
  const built = await settled(
    buildProject(op, deps.host, { ...request, ...targetOf(deps.session.device) }, deps.voice),
  );
  if ('fault' in built) return failed('build', built.fault);
  const { errors, warningsCount, durationMs, logPath } = built.value;
  const product = await settled(Promise.resolve().then(() => productOf(built.value)));
  if ('fault' in product) return failed('build', product.fault, { errors, warningsCount, logPath });
  events.push({ type: 'build', status: 'finished', artifactPath: product.value, durationMs, warningsCount });
  events.push({ type: 'install', status: 'started', deviceId: deps.session.device.info.id });
  const installed = await settled(installPackage(op, deps, { path: product.value }));
  if ('fault' in installed) return failed('install', installed.fault, { artifactPath: product.value });
  const { device, output, diagnostics } = installed.value;
  events.push({ type: 'install', status: 'finished', durationMs: diagnostics.durationMs });
  return {
    success: true,
    events,
    result: { success: true, artifactPath: product.value, device, output, logPath },
  };
}

async function settled<T>(work: Promise<T>): Promise<{ readonly value: T } | { readonly fault: Fault }> {
  try {
    return { value: await work };
  } catch (error) {
    return { fault: foreseen(error) };
  }
}
