/** The shell's grammar, checked through a real service: quoting, expansion, lists, redirections, errors. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { type Bed, patiently, startBed } from '../testing/bed.ts';
import { openService, shell } from '../testing/raw-client.ts';

async function stdoutOf(bed: Bed, command: string): Promise<string> {
  return (await shell(bed, command)).stdout;
}

describe('words', () => {
  const table: readonly (readonly [string, string])[] = [
    [`echo a   b "c   d" 'e   f'`, 'a b c   d e   f'],
    [`echo 'it'\\''s' "q\\"q" "\\$HOME" '$HOME' "b\\n"`, `it's q"q $HOME $HOME b\n`],
    [`X='a  b'; echo $X "$X" \${X} \${Y:-none} \${#X}`, 'a b a  b a b none 4'],
    ['echo $(echo a; echo b) `echo c`', 'a b c'],
    ['echo "$(printf "x\\n\\n")y"', 'xy'],
    [`echo $'tab\\there'`, 'tab\there'],
    ['echo {a,b}{1,2} {x} "{p,q}"', 'a1 a2 b1 b2 {x} {p,q}'],
    ['echo $((2 + 3 * 4)) ~ a#b # comment', '14 / a#b'],
    ['false; echo $?; true; echo $?', '1\n0'],
    [`echo '' "" | wc -c`, '2'],
    ['echo /sys*', '/system'],
    [`echo '/sys*' /nope*`, '/sys* /nope*'],
    ['printf "%s-%s\\n" a b c', 'a-b\nc-'],
  ];
  for (const [command, expected] of table) {
    test(command, async () => {
      const bed = await startBed();
      expect(await stdoutOf(bed, command)).toBe(`${expected}\n`);
    });
  }
});

describe('control', () => {
  const table: readonly (readonly [string, string])[] = [
    ['true && echo yes || echo no', 'yes\n'],
    ['false && echo yes || echo no', 'no\n'],
    ['! false && echo neg', 'neg\n'],
    ['(exit 5); echo $?', '5\n'],
    ['X=1; (X=2); echo $X; { X=3; }; echo $X', '1\n3\n'],
    ['if [ -d /data ]; then echo d; elif true; then echo e; else echo f; fi', 'd\n'],
    ['for i in 1 2 3; do echo $i; done | tail -n 1', '3\n'],
    ['i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i', '3\n'],
    ['seq 5 | grep -v 3 | head -n 2', '1\n2\n'],
    ['echo a > /data/local/tmp/f; echo b >> /data/local/tmp/f; cat < /data/local/tmp/f', 'a\nb\n'],
    ['{ echo o; echo e >&2; } 2>&1 | sort', 'e\no\n'],
    ['nosuch 2>/dev/null; echo $?', '127\n'],
    ['cat </dev/null; echo end', 'end\n'],
    ['sh -c "echo inner; exit 2"; echo $?', 'inner\n2\n'],
    ['sleep 0 & wait; echo done', 'done\n'],
    ['exec echo replaced; echo never', 'replaced\n'],
    [`export A="''"; echo $A`, "''\n"],
    [
      `echo 'a=1
b=2' | sed -n 's/^b=\\(.*\\)$/[\\1]/p'`,
      '[2]\n',
    ],
  ];
  for (const [command, expected] of table) {
    test(command, async () => {
      const bed = await startBed();
      expect(await stdoutOf(bed, command)).toBe(expected);
    });
  }
});

test('errors are the words of mksh', async () => {
  const bed = await startBed();
  expect(await shell(bed, "echo 'open")).toMatchObject({
    stderr: '/system/bin/sh: no closing quote\n',
    code: 1,
  });
  expect((await shell(bed, 'echo )')).stderr).toBe("/system/bin/sh: syntax error: unexpected ')'\n");
  expect((await shell(bed, 'echo a &&')).stderr).toBe(
    '/system/bin/sh: syntax error: unexpected end of file\n',
  );
  expect(await shell(bed, 'nosuch x')).toEqual({
    stdout: '',
    stderr: '/system/bin/sh: nosuch: inaccessible or not found\n',
    code: 127,
  });
  expect((await shell(bed, 'cat < /nope')).stderr).toBe(
    "/system/bin/sh: can't open /nope: No such file or directory\n",
  );
  expect((await shell(bed, 'echo a > /system/x')).stderr).toBe(
    "/system/bin/sh: can't create /system/x: Read-only file system\n",
  );
  expect((await shell(bed, 'cat -Q /x')).stderr).toContain("Unknown option 'Q'");
});

test('single quotes carry every text to a program untouched', async () => {
  const bed = await startBed();
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0')),
      async (text) => {
        expect(await stdoutOf(bed, `printf %s ${quoted(text)}`)).toBe(text);
      },
    ),
    { numRuns: 60 },
  );
});

test('unquoted specials split, expand or break: a client that forgets to quote fails here', async () => {
  const bed = await startBed();
  await shell(bed, 'input text a b');
  await shell(bed, 'settings put system greeting a;b');
  expect(bed.phone.settings.get('system', 'greeting')).toBe('a');
  expect((await shell(bed, 'echo a&b')).stderr).toContain('b: inaccessible or not found');
});

test('a reader that stops ends the writer: logcat behind head', async () => {
  const bed = await startBed();
  const answer = shell(bed, 'logcat -T 1 | head -n 3');
  const say = (message: string): void =>
    bed.phone.log.append({ uid: 1, pid: 1, tid: 1, priority: 'I', tag: 'T', message, buffer: 'main' });
  const talk = setIntervalLike(say);
  expect((await answer).stdout.split('\n')).toHaveLength(4);
  talk.stop();
});

/** Goes on talking until told to stop, one line per turn of the loop. */
function setIntervalLike(say: (message: string) => void): { stop: () => void } {
  let running = true;
  const turn = (count: number): void => {
    if (!running) return;
    say(`line ${count}`);
    setImmediate(() => turn(count + 1));
  };
  turn(0);
  return {
    stop() {
      running = false;
    },
  };
}

test('hostile command lines end as errors of the device, never as defects of the simulation', async () => {
  const bed = await startBed();
  const piece = fc.constantFrom(
    ...[
      'input',
      'tap',
      'text',
      'am',
      'start',
      '-n',
      'a/b',
      'pm',
      'list',
      'logcat -d',
      '-e',
      '(',
      '[',
      ')',
      '"',
      "'",
      '$',
      '`',
      '|',
      '&&',
      ';',
      '>',
      '<',
    ],
    ...[
      'grep',
      'sed',
      's/(/x/',
      'dumpsys',
      'window',
      'activity',
      'cat',
      '/nope',
      '-',
      '--',
      '-T',
      '9',
      'uiautomator',
      'dump',
      'wm',
      'size',
      '0x0',
      'date',
      '+%s',
      '{',
      '}',
    ],
    ...[
      'settings',
      'get',
      'system',
      'cmd',
      'package',
      'screencap',
      '-Q',
      'head',
      '-n',
      'x',
      'printf',
      '%d',
      'test',
      '=',
      '!',
      '\n',
      '\\',
      '*',
      '~',
      '#',
      'if',
      'then',
      'fi',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const answer = await shell(bed, pieces.join(' '), '');
      expect(answer.code).not.toBeNull();
      expect(bed.adbServer.defects).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('a hang-up takes background commands along', async () => {
  const bed = await startBed();
  const socket = await openService(bed.port, bed.serial, 'shell,v2,raw:sleep 100 & sleep 100; input tap 1 1');
  await expect.poll(() => bed.adbServer.commands()[0]?.programs, patiently).toEqual(['sleep', 'sleep']);
  socket.close();
  await expect.poll(() => bed.adbServer.commands()[0]?.outcome, patiently).toBe('hangup');
  expect(bed.phone.record.some(({ kind }) => kind === 'tap')).toBe(false);
});
