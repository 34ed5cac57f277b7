/**
 * For tests only: which processes of a group, or with certain words, run. Whoever asks must ask for what only its own
 * processes have; other tests run beside it. A process that ended and was not yet asked for its exit code does not run.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Listed {
  readonly pid: number;
  readonly group: number;
  readonly commandLine: string;
}

export function runningInGroup(group: number): readonly number[] {
  return list()
    .filter((each) => each.group === group)
    .map(({ pid }) => pid);
}

export function runningWith(words: string): readonly number[] {
  return list()
    .filter(({ commandLine }) => commandLine.includes(words))
    .map(({ pid }) => pid);
}

export function groupOf(pid: number): number | null {
  return list().find((each) => each.pid === pid)?.group ?? null;
}

function list(): readonly Listed[] {
  return process.platform === 'linux' ? listProc() : listPs();
}

function listProc(): readonly Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // proc(5): the name in parentheses may hold blanks; behind it state, parent and group.
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ pid: Number(name), group: Number(group), commandLine }];
      } catch {
        return []; // ended since the list was read
      }
    });
}

function listPs(): readonly Listed[] {
  const text = execFileSync('ps', ['-Aww', '-o', 'pid=,pgid=,stat=,command='], { encoding: 'utf8' });
  return [...text.matchAll(/^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/gm)].map(
    ([, pid, group, , commandLine = '']) => ({ pid: Number(pid), group: Number(group), commandLine }),
  );
}
