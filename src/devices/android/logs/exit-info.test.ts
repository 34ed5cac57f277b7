import { expect, it } from 'vitest';
import { newestExit } from './exit-info.ts';

const record = (fields: string): string => `        ApplicationExitInfo #0:\n${fields}\n`;
const text = (reason: string, more = ''): string =>
  record(
    [
      '          timestamp=2026-03-04 10:20:30.400 pid=812 realUid=10200 packageUid=10200 definingUid=10200 user=0',
      `          process=org.demo.kettle${more} reason=${reason} subreason=0 (UNKNOWN) status=9`,
      '          importance=100 pss=0.00 rss=112MB description=too many Binders sent to SYSTEM state=empty trace=null',
    ].join('\n'),
  );
const app = { appId: 'org.demo.kettle', user: null };

it('reads who ended the process and why, in UTC', () => {
  expect(newestExit(text('13 (OTHER KILLS BY SYSTEM)'), app, 120)).toEqual({
    process: 'org.demo.kettle',
    pid: 812,
    by: 'system',
    why: 'other kills by system: too many Binders sent to SYSTEM',
    inFront: true,
    timestamp: '2026-03-04 10:20:30.400',
    epochMs: Date.UTC(2026, 2, 4, 8, 20, 30, 400),
  });
  expect(newestExit(text('3 (LOW_MEMORY)', ':sync'), app, 0)).toMatchObject({
    process: 'org.demo.kettle:sync',
    by: 'lmkd',
  });
  expect(newestExit(text('2 (SIGNALED)'), app, 0)).toMatchObject({
    by: 'signal',
    why: expect.stringMatching(/^signaled 9/),
  });
});

it('leaves crashes to the log, and knows none where none is listed', () => {
  expect(newestExit(text('4 (APP CRASH(EXCEPTION))'), app, 0)).toBeNull();
  expect(newestExit('Bad activity command, or no activities match: exit-info\n', app, 0)).toBeNull();
  expect(newestExit(text('3 (LOW_MEMORY)'), { appId: 'org.demo', user: null }, 0)).toBeNull();
  expect(newestExit(text('3 (LOW_MEMORY)'), { ...app, user: 10 }, 0)).toBeNull();
});
