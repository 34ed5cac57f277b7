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
  // Colons and dots inside template arguments and parameters divide nothing.
  const head = name.slice(0, name.search(/[(<]|$/));
  const at = Math.max(head.lastIndexOf('::'), head.lastIndexOf('.'));
  if (at <= 0) return [null, name];
  const width = head.startsWith('::', at) ? 2 : 1;
  return [name.slice(0, at), name.slice(at + width)];
}

/** Code that a thread comes back to when its own is over: there is nothing further to step to. */
export function endsThread({ name }: DapFrame): boolean {
  return /^(?:__libc_start_call_main|__libc_start_main\w*|start_thread|_?pthread_start|thread_start|start)\b/.test(
    name,
  );
}

/** Code before a program's own: it was started to wait for its debugger. */
export function isBeforeStart({ name }: DapFrame): boolean {
  return /^_?_?dyld_start\b/.test(name);
}
