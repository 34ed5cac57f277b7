/** Places in code as LLDB names them: functions with their parameters, files by their path. */
import type { CodeLocation } from '../backend.ts';
import type { DapFrame } from './dap-bodies.ts';

export function placeIn(file: string | null, line: number | null): CodeLocation {
  return { className: null, method: null, file, line, classLoaderId: null };
}

export function placeOf({ name, file, line }: DapFrame): CodeLocation {
  const [className, method] = splitName(name);
  return { className, method, file, line, classLoaderId: null };
}

/** `-[Cart add:]`, `Cart::add(Item const&)`, `Shop.Cart.add(_:)`: the class, and the method with its parameters. */
function splitName(name: string): readonly [className: string | null, method: string] {
  const objc = /^([-+])\[(\S+) (\S+)\]$/.exec(name);
  if (objc) return [objc[2] ?? null, `${objc[1]}${objc[3]}`];
  const at = lastDivider(name);
  if (at <= 0) return [null, name];
  const width = name.startsWith('::', at) ? 2 : 1;
  return [name.slice(0, at), name.slice(at + width)];
}

/** Of the name before its parameters; those inside template arguments divide nothing. */
function lastDivider(name: string): number {
  let depth = 0;
  let last = -1;
  for (let at = 0; at < name.length; at++) {
    const sign = name[at];
    if (sign === '<') depth++;
    else if (sign === '>') depth--;
    else if (depth === 0 && sign === '(') break;
    else if (depth === 0 && (sign === '.' || name.startsWith('::', at))) last = at;
    if (last === at && sign === ':') at++;
  }
  return last;
}

/** Code that a thread comes back to when its own is over: there is nothing further to step to [T8]. */
export function endsThread({ name }: DapFrame): boolean {
  return /^(?:__libc_start_call_main|__libc_start_main\w*|start_thread|_?pthread_start|thread_start|start)\b/.test(
    name,
  );
}

/** Code before a program's own: it was started to wait for its debugger [T8]. */
export function isBeforeStart({ name }: DapFrame): boolean {
  return /^(?:::)?_*dyld_start\b/.test(name);
}
