import { describe, expect, it } from 'vitest';
import { parseLaunchOutput } from './launch-output.ts';

describe('parseLaunchOutput', () => {
  it('reads the whole block of Android 10 and newer', () => {
    const text = [
      'Starting: Intent { cmp=com.example.shop/.MainActivity }',
      'Status: ok',
      'LaunchState: COLD',
      'Activity: com.example.shop/.MainActivity',
      'TotalTime: 612',
      'WaitTime: 640',
      'Complete',
    ].join('\r\n');
    expect(parseLaunchOutput(text)).toEqual({
      status: 'ok',
      launchState: 'COLD',
      totalTimeMs: 612,
      shownActivity: 'com.example.shop/com.example.shop.MainActivity',
      warning: null,
      problem: null,
    });
  });

  it.each([
    ['LaunchState: UNKNOWN (0)', 'UNKNOWN'],
    ['LaunchState: HOT', 'HOT'],
    ['LaunchState: WARM', 'WARM'],
    ['ThisTime: 5', null],
  ])('reads %s', (line, state) => expect(parseLaunchOutput(`Status: ok\n${line}\n`).launchState).toBe(state));

  it('reads older times and warnings', () => {
    const text =
      'Warning: Activity not started, its current task has been brought to the front\nStatus: ok\nActivity: a.b/.C\nThisTime: 80\nTotalTime: 90\nComplete\n';
    expect(parseLaunchOutput(text)).toMatchObject({
      totalTimeMs: 90,
      launchState: null,
      warning: 'Activity not started, its current task has been brought to the front',
      problem: null,
    });
  });

  it.each([
    [
      'Starting: Intent { cmp=a.b/.C }\nError: Activity class {a.b/a.b.C} does not exist.',
      'activity_missing',
      'Error: Activity class {a.b/a.b.C} does not exist.',
    ],
    [
      'Starting: Intent { cmp=a.b/.C }\nError type 3\nError: Activity class {a.b/a.b.C} does not exist.',
      'activity_missing',
      'Error: Activity class {a.b/a.b.C} does not exist.',
    ],
    [
      'java.lang.SecurityException: Permission Denial: starting Intent { cmp=a.b/.C } from null (pid=1, uid=2000) not exported from uid 10123',
      'not_exported',
      'java.lang.SecurityException: Permission Denial: starting Intent { cmp=a.b/.C } from null (pid=1, uid=2000) not exported from uid 10123',
    ],
    [
      'Error: Activity not started, unable to resolve Intent { act=x }',
      'unresolved',
      'Error: Activity not started, unable to resolve Intent { act=x }',
    ],
    [
      '** No activities found to run, monkey aborted.',
      'unresolved',
      '** No activities found to run, monkey aborted.',
    ],
    ['Error: Something of tomorrow', 'other', 'Error: Something of tomorrow'],
  ])('names the problem in %j', (text, kind, words) => {
    expect(parseLaunchOutput(text).problem).toEqual({ kind, words });
  });
});
