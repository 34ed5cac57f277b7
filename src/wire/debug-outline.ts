/** Stacks, values and threads as a debugger's panel shows them: one line each. The app's own frames are marked. */
import type { DebugThread } from '../debugger/backend.ts';
import type { DebugSession } from '../debugger/debug-session.ts';
import { placeText } from '../debugger/stop-summary.ts';
import type { frameToWire, valueToWire } from './debug-answer.ts';

type Frame = ReturnType<typeof frameToWire>;
type Value = ReturnType<typeof valueToWire>;

/** Packages of the platforms, and namespaces of C++. */
const library =
  /^(?:std|__gnu_cxx|__cxxabiv1)::|^(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|android|androidx|dalvik|libcore|com\.android|com\.google\.android)\./;

export function headLine({ setting, stop, state }: DebugSession): string {
  const { processName, pid } = setting.target;
  const [location] = stop?.locations ?? [];
  const where = stop
    ? `${stop.stopId}: ${stop.description}${location ? ` at ${placeText(location)}` : ''}`
    : state;
  return `${processName} (${pid}) ${where}`;
}

/** Runs of library frames are folded into one line. */
export function stackLines(frames: readonly Frame[]): string[] {
  const lines: string[] = [];
  let folded: Frame[] = [];
  const fold = (): void => {
    const [first, last] = [folded[0], folded.at(-1)];
    if (first && last && folded.length > 1) {
      lines.push(`    … ${folded.length} library frames (#${first.index} to #${last.index})`);
    } else if (first) lines.push(frameLine(first, ' '));
    folded = [];
  };
  for (const frame of frames) {
    if (frame.native || isOfLibrary(frame)) {
      folded.push(frame);
      continue;
    }
    fold();
    lines.push(frameLine(frame, '*'));
  }
  fold();
  return lines;
}

/** A function without a class is the app's own where its source is, and is not what calls `main`. */
function isOfLibrary({ class_name: className, file, method }: Frame): boolean {
  if (className !== null) return library.test(className);
  return file === null || /^(?:__|_start\b|start\b)/.test(method ?? '');
}

function frameLine(frame: Frame, sign: string): string {
  const { class_name: className, method, file, line } = frame;
  return `${sign} #${frame.index} ${placeText({ className, method, file, line, classLoaderId: null })} [${frame.frame_id}]`;
}

export function valueLines(values: readonly Value[]): string[] {
  return values.map(({ name, type, value, preview, object_id, truncated }) => {
    const short = type.slice(type.lastIndexOf('.') + 1);
    const id = object_id === undefined ? '' : ` [${object_id}]`;
    return `  ${name}: ${short} = ${preview ?? value}${truncated ? ' (cut)' : ''}${id}`;
  });
}

export interface ThreadLine extends Omit<DebugThread, 'waitsFor'> {
  readonly waitsFor: DebugThread['waitsFor'];
}

export function threadLines(threads: readonly ThreadLine[]): string[] {
  const names = new Map(threads.map(({ id, name }) => [id, name]));
  return threads.map(({ id, name, state, holds, waitsFor }) => {
    const held = holds.length === 0 ? '' : `, holds ${holds.join(', ')}`;
    const owner = waitsFor?.ownerThreadId ?? null;
    const waits = waitsFor
      ? `, waits for ${waitsFor.lock}${owner === null ? '' : ` held by ${names.get(owner) ?? owner}`}`
      : '';
    return `  ${name}: ${state}${held}${waits} [${id}]`;
  });
}

/** Each cycle of threads that wait for one another, as thread ids. */
export function deadlocks(threads: readonly DebugThread[]): string[][] {
  const waits = new Map(threads.map(({ id, waitsFor }) => [id, waitsFor?.ownerThreadId ?? null]));
  const cycles = new Map<string, string[]>();
  for (const { id } of threads) {
    const path: string[] = [];
    let at: string | null | undefined = id;
    while (at !== null && at !== undefined && !path.includes(at)) {
      path.push(at);
      at = waits.get(at);
    }
    if (at !== null && at !== undefined) {
      const cycle = path.slice(path.indexOf(at));
      cycles.set([...cycle].sort((a, b) => a.localeCompare(b)).join(), cycle);
    }
  }
  return [...cycles.values()];
}
