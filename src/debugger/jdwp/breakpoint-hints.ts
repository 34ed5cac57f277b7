/** What was probably meant by a name that fits nothing: loaded classes of a similar name, methods that a class has. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { BreakpointOutcome } from '../backend.ts';
import { platform } from './breakpoint-places.ts';
import { isRefusal } from './jdwp-error.ts';
import type { Machine } from './machine.ts';
import { typeName } from './signatures.ts';

/** A hint is worth no more [O1]. */
const hintMs = 2_000;
const mostHints = 10;

/** Pending, with the loaded classes whose last name is the same but for upper and lower case, `Kt` or a `.` for a `$`. */
export async function pendingFor(op: Operation, machine: Machine, name: string): Promise<BreakpointOutcome> {
  const wanted = lastName(name);
  const similar = (await loadedNames(op, machine)).filter((one) => one !== name && lastName(one) === wanted);
  return { status: 'pending', similar: similar.slice(0, mostHints) };
}

/** The same for a source file, `folder/Cart.kt`. */
export async function pendingForFile(
  op: Operation,
  machine: Machine,
  fileName: string,
): Promise<BreakpointOutcome> {
  return await pendingFor(op, machine, fileName.replace(/\.\w+$/, ''));
}

/** Full names of the methods of a class that a breakpoint can be set in. */
export async function methodNames(
  op: Operation,
  machine: Machine,
  { id, name }: { readonly id: bigint; readonly name: string },
): Promise<readonly string[]> {
  const methods = await machine.classes.methods(op, id);
  const names = methods.filter(({ isNative }) => !isNative).map((method) => `${name}.${method.name}`);
  return [...new Set(names)].slice(0, mostHints);
}

function lastName(name: string): string {
  const last = name.split(/[.$]/).at(-1) ?? name;
  return last.replace(/Kt$/, '').toLowerCase();
}

/** None when they are not told in time. */
async function loadedNames(op: Operation, machine: Machine): Promise<readonly string[]> {
  using own = op.within(hintMs);
  try {
    const all = await machine.classes.allClasses(own);
    const names = all.flatMap(({ signature }) => (signature.startsWith('L') ? [typeName(signature)] : []));
    return [...new Set(names)].filter((name) => !platform.test(name));
  } catch (error) {
    if (op.ended || !(isFault(error, 'TIMEOUT') || isRefusal(error))) throw error;
    return [];
  }
}
