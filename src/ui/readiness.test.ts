/** States are claimed on proof only; everything else is unknown, with the reason. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { button, node, screen, text, treeOf, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { obstacleOf } from './obstacle.ts';
import { classifyReadiness, type ReadinessSample, sampleOf } from './readiness.ts';
import { SnapshotHistory } from './snapshot-history.ts';

type Tree = Extract<ReadinessSample, { kind: 'tree' }>;

function tree(atMs: number, revision: number, fields: Partial<Tree> = {}): Tree {
  return {
    kind: 'tree',
    atMs,
    capturedAtMs: 1_000 + atMs,
    scope: 'A',
    revision,
    loading: null,
    qualityWarnings: [],
    obstacle: null,
    notResponding: null,
    ...fields,
  };
}
const failed = (atMs: number): ReadinessSample => ({
  kind: 'failed',
  atMs,
  capturedAtMs: 1_000 + atMs,
  scope: 'A',
  reason: 'null root',
});
const loading = { active: true, signal: 'ProgressBar', source: 'native' } as const;

describe('classifyReadiness', () => {
  it.each<[string, ReadinessSample[], string, string[]]>([
    ['nothing', [], 'unknown', ['no sample']],
    ['one sample', [tree(0, 1)], 'unknown', ['single sample']],
    [
      'a bar without a range that stands still',
      [tree(0, 1, { loading, barOnly: true }), tree(400, 1, { loading, barOnly: true })],
      'settled',
      ['ProgressBar tells no range; as it and all around it stood still, it is taken for a bar at rest'],
    ],
    [
      'a bar without a range, around which something moves',
      [tree(0, 1, { loading, barOnly: true }), tree(400, 2, { loading, barOnly: true })],
      'loading',
      [],
    ],
    [
      'a wheel that is never seen to turn',
      [tree(0, 1, { loading }), tree(400, 1, { loading })],
      'loading',
      [],
    ],
    ['one that loads', [tree(0, 1, { loading })], 'loading', []],
    ['two equal ones far enough apart', [tree(0, 1), tree(300, 1)], 'settled', []],
    [
      'two equal ones too close',
      [tree(0, 1), tree(299, 1)],
      'unknown',
      ['equal samples only 299 ms apart, 300 ms are needed'],
    ],
    ['two different ones', [tree(0, 1), tree(300, 2)], 'transitioning', []],
    [
      'equal again after a change',
      [tree(0, 1), tree(100, 2), tree(300, 2)],
      'unknown',
      ['equal samples only 200 ms apart, 300 ms are needed'],
    ],
    ['still since a change', [tree(0, 1), tree(100, 2), tree(250, 2), tree(400, 2)], 'settled', []],
    ['loading at last', [tree(0, 1), tree(400, 1, { loading })], 'loading', []],
    [
      'loaded just now',
      [tree(0, 1, { loading }), tree(400, 1)],
      'unknown',
      ['equal samples only 0 ms apart, 300 ms are needed'],
    ],
    [
      'a failed read at last',
      [tree(0, 1), tree(400, 1), failed(500)],
      'unknown',
      ['the newest read failed, which proves no state'],
    ],
    [
      'a failed read between',
      [tree(0, 1), failed(200), tree(400, 1)],
      'unknown',
      ['single sample', 'an earlier read failed (null root), so nothing before it counts'],
    ],
    [
      'another device between',
      [tree(0, 1, { scope: 'B' }), tree(400, 1)],
      'unknown',
      ['single sample', 'older samples belong to another device or session'],
    ],
    [
      'a doubtful reading',
      [tree(0, 1), tree(400, 1, { qualityWarnings: ['root only'] })],
      'unknown',
      ['the newest reading is suspect: root only'],
    ],
    [
      'a "not responding" window',
      [tree(0, 1), tree(400, 2, { notResponding: 'anr "X"' })],
      'unresponsive',
      [],
    ],
    [
      'an old "not responding" window',
      [tree(0, 1, { notResponding: 'anr "X"' }), tree(400, 2)],
      'transitioning',
      [],
    ],
    [
      'input that times out',
      [
        {
          kind: 'input_timeout',
          atMs: 0,
          capturedAtMs: 1,
          scope: 'A',
          source: 'dumpsys input',
          detail: 'waited 5001 ms',
        },
      ],
      'unresponsive',
      [],
    ],
  ])('takes %s for what it is', (_what, samples, state, limitations) => {
    const summary = classifyReadiness(samples);
    expect(summary.state).toBe(state);
    expect(summary.limitations).toEqual(limitations);
  });

  it('puts a paused debugger before everything', () => {
    const summary = classifyReadiness([tree(0, 1, { loading, notResponding: 'anr' })], {
      paused: { capturedAtMs: 5, detail: 'thread main is suspended' },
    });
    expect(summary).toMatchObject({
      state: 'debugger_paused',
      confidence: 1,
      evidence: [{ kind: 'debugger', captured_at_ms: 5 }],
    });
  });

  it('takes the window from the caller', () => {
    expect(classifyReadiness([tree(0, 1), tree(150, 1)], { stabilityWindowMs: 150 }).state).toBe('settled');
  });

  it('gives a summary with the fields of the contract', () => {
    expect(classifyReadiness([tree(0, 7), tree(400, 7)], { unsupported: ['input dispatch'] })).toEqual({
      state: 'settled',
      confidence: 0.9,
      evidence: [
        {
          kind: 'stability',
          source: 'ui_tree',
          snapshot_revision: 7,
          captured_at_ms: 1_400,
          detail: 'unchanged over 400 ms',
        },
      ],
      limitations: [],
      unsupported: ['input dispatch'],
      sampled: { count: 2, window_ms: 400 },
    });
  });
});

describe('sampleOf', () => {
  const history = new SnapshotHistory({ sessionId: 's', clock: new ManualClock() });

  it('carries revision, loading and doubts of a snapshot', () => {
    const snapshot = history.record(treeOf(text('Loading…', [0, 0, 9, 9])), 77);
    expect(sampleOf(snapshot, { scope: 'A', atMs: 5 })).toEqual(
      tree(5, 1, { capturedAtMs: 77, loading: { active: true, signal: 'Loading…', source: 'heuristic' } }),
    );
  });

  it('sees a "not responding" dialog', () => {
    const root = node(
      { packageName: 'android' },
      button('Wait', [0, 0, 90, 90], { identifier: 'android:id/aerr_wait' }),
    );
    const stuck = buildTree(
      screen([window({ kind: 'system', title: 'Application Not Responding: com.example.app' }, root)]),
    );
    const sample = sampleOf(history.record(stuck, 78), { scope: 'A', atMs: 6 });
    expect(classifyReadiness([sample]).state).toBe('unresponsive');
  });
});

describe('what keeps input away', () => {
  const front = { appId: 'com.example.shop', activity: 'com.example.shop.MainActivity', focusedWindow: null };
  const still = (foreground: Record<string, unknown>) => {
    const obstacle = obstacleOf({
      ...treeOf(text('Ready', [0, 0, 100, 40])),
      foreground: { ...front, ...foreground },
    });
    return classifyReadiness([tree(0, 1, { obstacle }), tree(300, 1, { obstacle })]);
  };

  it.each([
    ['no focus', { noFocus: true }, 'no_focus'],
    ['display off', { displayOff: true }, 'display_off'],
    ['the lock screen', { focusedWindow: 'NotificationShade', locked: true }, 'locked'],
    ['the lock screen of Android 10', { focusedWindow: 'StatusBar', locked: true }, 'locked'],
    ['an open shade', { focusedWindow: 'NotificationShade', locked: false }, 'shade'],
    ['what may be either', { focusedWindow: 'NotificationShade' }, 'shade'],
    ['a home screen that is still to come', { activity: 'com.android.settings.FallbackHome' }, 'starting'],
    [
      'a title of an ANR',
      { focusedWindow: 'Application Not Responding: com.example.shop' },
      'not_responding',
    ],
  ])('%s is not settled however still it is', (_, foreground, word) => {
    const summary = still(foreground);
    expect(summary.state).toBe('unknown');
    expect(summary.limitations[0]).toMatch(new RegExp(`^${word}: .+\\. .+`));
  });

  it('nothing of the kind: settled', () => {
    expect(still({}).state).toBe('settled');
  });
});
