/** How far a reading is trusted, and why not. */
import { describe, expect, it } from 'vitest';
import { button, node, screen, text, treeOf, whole, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';

describe('quality', () => {
  const judged = (...parameters: Parameters<typeof screen>) => buildTree(screen(...parameters)).quality;

  it('doubts a reading without nodes', () => {
    expect(judged([])).toMatchObject({ status: 'suspect', reasons: ['no nodes: the reading is empty'] });
    expect(judged([window({})]).status).toBe('suspect');
  });

  it('doubts a root alone, and a root of size zero', () => {
    expect(judged([window({}, node())]).reasons[0]).toMatch(/^root only/);
    const zero = judged([window({}, node({ type: 'Application', bounds: [0, 0, 0, 0] }))], {
      platform: 'ios',
    });
    expect(zero.reasons).toContainEqual(expect.stringMatching(/^zero-size root/));
  });

  it('doubts a single view that covers the screen (DUMP-07)', () => {
    const deep = node({}, node({}, node({}, node({ type: 'android.view.View' }))));
    expect(judged([window({}, deep)]).reasons[0]).toMatch(/^sparse/);
  });

  it('doubts much source that yields next to nothing', () => {
    const many = Array.from({ length: 100 }, () => node());
    expect(judged([window({}, node({}, ...many, text('only', whole)))]).reasons[0]).toMatch(
      /^sparse: 102 nodes/,
    );
  });

  it('doubts bars alone while an app is in front (DUMP-06), but not an open shade', () => {
    const bar = window(
      { kind: 'unknown' },
      node(
        { packageName: 'com.android.systemui' },
        text('9:41', [0, 0, 90, 66], { packageName: 'com.android.systemui' }),
      ),
    );
    const foreground = { appId: 'com.example.app', activity: null, focusedWindow: null };
    expect(judged([bar], { foreground }).reasons[0]).toMatch(/^only nodes of com.android.systemui/);
    expect(judged([bar], { foreground: { ...foreground, focusedWindow: 'NotificationShade' } }).status).toBe(
      'ok',
    );
    expect(judged([bar], { foreground: null }).status).toBe('ok');
  });

  it('doubts a foreign package in front, but not a prompt', () => {
    const other = (packageName: string) => [
      window({ kind: 'unknown' }, node({ packageName }, button('OK', whole, { packageName }))),
    ];
    expect(judged(other('com.other')).reasons[0]).toMatch(
      /^foreign package in front: the tree shows com.other/,
    );
    expect(judged(other('com.google.android.permissioncontroller')).status).toBe('ok');
  });

  it('passes the doubts of the reader on', () => {
    expect(
      judged([window({}, node({}, text('a', whole)))], { qualityWarnings: ['truncated at 5000 nodes'] }),
    ).toEqual({
      status: 'suspect',
      reasons: ['truncated at 5000 nodes'],
    });
  });

  it('tells how a Compose screen shows its test tags', () => {
    const compose = (identifier?: string) =>
      treeOf(
        node(
          { type: 'androidx.compose.ui.platform.ComposeView' },
          text('Hi', whole, identifier ? { identifier } : {}),
        ),
      ).notes;
    expect(compose()).toEqual([expect.stringContaining('testTagsAsResourceId')]);
    expect(compose('greeting')).toEqual([]);
  });
});
