/**
 * Runs `devicectl` for one real device. It answers into a file; what it says when it fails decides, not its exit code.
 * Source: [S6].
 */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Fault, FaultOptions } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Reason } from '@mobile-debug/core/fault-reasons.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { readScratch, withScratchFolder } from '../../../host/scratch-folder.ts';
import { throwTelling } from '../lost-device.ts';
import { runTool, type Xcrun } from '../simctl/run-xcrun.ts';
import { asObject, jsonIn } from '../simctl/tool-json.ts';
import { ToolFault } from '../tool-fault.ts';

export type Json = Readonly<Record<string, unknown>>;

interface Meaning {
  readonly reason: Reason;
  readonly says: RegExp;
  readonly code: FaultCode;
  readonly message: string;
  readonly nextStep: string;
  readonly retryable?: boolean;
}

const meanings: readonly Meaning[] = [
  {
    reason: 'busy',
    says: /device is busy.*connecting/is, // [S6]
    code: 'DEVICE_UNAVAILABLE',
    message: 'The device is busy connecting.',
    nextStep: 'Keep it unlocked and connected by cable, then try again.',
    retryable: true,
  },
  {
    reason: 'service_timed_out',
    says: /CoreDeviceService.*timed out|timed out.*CoreDeviceService/is, // [S6]
    code: 'DEVICE_UNAVAILABLE',
    message: 'The device did not answer this computer.',
    nextStep: 'Unlock it, plug it in again, and try again; restart it if this persists.',
    retryable: true,
  },
  {
    reason: 'locked',
    says: /could not be,? unlocked|device (?:is|was) locked|\bLocked\b/i, // [S6]
    code: 'DEVICE_UNAVAILABLE',
    message: 'The device is locked.',
    nextStep: 'Unlock it, then try again.',
    retryable: true,
  },
  {
    reason: 'not_paired',
    says: /must be paired|not paired/i, // [S6]
    code: 'DEVICE_UNAUTHORIZED',
    message: 'The device is not paired with this computer.',
    nextStep: 'Connect it by cable, unlock it and tap Trust.',
  },
  {
    reason: 'developer_mode',
    says: /Developer Mode/i, // [S6]
    code: 'DEVICE_UNAUTHORIZED',
    message: 'Developer Mode is off on the device.',
    nextStep: 'Turn it on in Settings > Privacy & Security > Developer Mode; the device restarts.',
  },
  {
    reason: 'app_missing',
    says: /application .* is not installed|unknown to FrontBoard|FBSOpenApplicationErrorDomain error 4\b/i, // [S6]
    code: 'APP_NOT_INSTALLED',
    message: 'The app is not installed on the device.',
    nextStep: 'Install it first, or correct appId.',
  },
  {
    reason: 'device_missing',
    says: /CoreDeviceError error 1000\b|specified device was not found/i, // [S6]
    code: 'DEVICE_NOT_FOUND',
    message: 'The device is no longer known.',
    nextStep: 'Call list_devices and use an id it returns.',
  },
  {
    reason: 'unsupported',
    says: /CoreDeviceError error 1001\b|not supported (?:by|on) this device/i, // [S6]
    code: 'CAPABILITY_MISSING',
    message: 'The device does not support this.',
    nextStep: 'Use a simulator, or a device with iOS 17 or later.',
  },
  {
    reason: 'no_process',
    says: /No such process|NSPOSIXErrorDomain error 3\b/i, // [S6]
    code: 'ACTION_REJECTED',
    message: 'The process is no longer running.',
    nextStep: 'No action is needed.',
  },
];

export interface Devicectl {
  /** `result` of the answer. Faults by what it says; ACTION_REJECTED for what is not known. */
  run(op: Operation, args: readonly string[], limitMs?: number): Promise<Json>;
}

/** Peers allow 20 s for lists [S10]; launching over the network can take longer [O1]. */
const usualLimitMs = 60_000;

/** `id` is the CoreDevice identifier. `args` are the words of the command and what comes behind `--device`. */
export function devicectlFor(id: string, xcrun: Xcrun): Devicectl {
  return {
    async run(op, args, limitMs = usualLimitMs) {
      const answered = withScratchFolder(async (folder) => {
        const file = `${folder}/answer.json`;
        const [kind = '', verb = '', noun = '', ...rest] = args;
        const full = ['devicectl', kind, verb, noun, '--device', id, '--json-output', file, ...rest];
        const { stdout, stderr } = await runTool(op, xcrun, { args: full, limitMs });
        const answer = jsonIn((await readScratch(file)).toString('utf8'));
        const result = asObject(answer?.['result']);
        const info = asObject(answer?.['info']);
        Dispatch.of(op)?.answered();
        if (result && info?.['outcome'] === 'success') return result;
        const said = [stderr.toString('utf8'), result ? '' : stdout.toString('utf8')].join('\n').trim();
        throw devicectlFault(args, said, answer);
      });
      return await answered.catch((error: unknown) => throwTelling(xcrun.onLost, error));
    },
  };
}

export function devicectlFault(args: readonly string[], said: string, answer: Json | null): Fault {
  const words = `${said}\n${answer?.['error'] === undefined ? '' : JSON.stringify(answer['error'])}`;
  const tool = `devicectl ${args.slice(0, 3).join(' ')}`;
  const told = { tool, said: words.trim().slice(0, 2_000) };
  const found = meanings.find(({ says }) => says.test(words));
  if (!found) {
    // As devicectl says it [S6].
    const [first = ''] = said.replace(/^ERROR:\s*/, '').split('\n');
    const message = `${tool} failed. It said: ${first.slice(0, 300) || '(nothing)'}`;
    return new ToolFault('ACTION_REJECTED', message, told, { reason: 'unknown' });
  }
  const { reason, code, message, nextStep, retryable } = found;
  const options: FaultOptions = {
    nextStep,
    reason,
    ...(retryable !== undefined && { retryable }),
  };
  return new ToolFault(code, message, told, options);
}
