/** Logs, processes and journeys of an app that two users have: never the other one's. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '../contract/reading.ts';
import { type Answer, makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';
const users = [
  { id: 10, name: 'Work', flags: '1030', apps: [notes] },
  { id: 999, name: 'Clone', flags: '1030', apps: [shop] },
];

describe.each([['14'], ['8'], ['16']] as const)('Android %s', (android) => {
  let bed: TestBed;
  beforeEach(async () => {
    bed = await makeTestBed({ android, users });
    bed.phone.start(shop, null);
    bed.phone.start(shop, null, { user: 999 });
  });
  afterEach(async () => await bed.close());

  const processOf = (user: number) => {
    const found = bed.phone.processes.find(
      ({ name, uid }) => name === shop && Math.floor(uid / 100_000) === user,
    );
    if (!found) throw new Error(`The shop does not run for ${user}.`);
    return found;
  };
  const say = (user: number, message: string): void => {
    const { pid, uid } = processOf(user);
    bed.phone.log.append({ uid, pid, tid: pid, priority: 'E', tag: 'Shop', message, buffer: 'main' });
  };
  const messages = ({ texts }: Answer): string => texts[1] ?? '';

  test('the log is that of the user in front, else of the one that is named', async () => {
    say(0, 'owner speaks');
    say(999, 'clone speaks');
    const front = await bed.call('get_logs', { appId: shop });
    expect(messages(front)).toContain('clone speaks');
    expect(messages(front)).not.toContain('owner speaks');
    expect(front.data).toMatchObject({ meta: { user: 999, pids: [processOf(999).pid] } });
    const named = await bed.call('get_logs', { appId: shop, user: 0 });
    expect(messages(named)).toContain('owner speaks');
    expect(messages(named)).not.toContain('clone speaks');
    expect(named.data).toMatchObject({ meta: { user: 0, pids: [processOf(0).pid] } });
  });

  test('when it is not clear which is meant, both are read, and no user is named', async () => {
    say(0, 'owner speaks');
    say(999, 'clone speaks');
    bed.phone.start(notes, null, { user: 10 });
    const both = await bed.call('get_logs', { appId: shop });
    expect(messages(both)).toContain('owner speaks');
    expect(messages(both)).toContain('clone speaks');
    expect(JSON.stringify(both.data)).not.toContain('"user"');
  });

  test('a debug snapshot has the log of the user in front', async () => {
    say(0, 'owner speaks');
    say(999, 'clone speaks');
    const snapshot = await bed.call('capture_debug_snapshot', {
      reason: 'users',
      appId: shop,
      includeLogs: true,
    });
    expect(snapshot.texts.join()).toContain('clone speaks');
    expect(snapshot.texts.join()).not.toContain('owner speaks');
  });

  test('after its end the lines of one user are still told apart', async () => {
    say(0, 'owner speaks');
    say(999, 'clone speaks');
    bed.phone.forceStop(shop);
    const clone = await bed.call('get_logs', { appId: shop, user: 999 });
    expect(messages(clone)).toContain('clone speaks');
    expect(messages(clone)).not.toContain('owner speaks');
  });

  test('a stream follows one user across its restarts', async () => {
    const started = await bed.call('start_log_stream', { packageName: shop, user: 999, sessionId: 'clone' });
    expect(started.data).toMatchObject({ success: true, user: 999, pid: processOf(999).pid });
    say(0, 'owner speaks');
    bed.phone.forceStop(shop, 999);
    bed.phone.start(shop, null, { user: 999 });
    say(999, 'clone speaks again');
    const { data } = await bed.call('read_log_stream', { sessionId: 'clone' });
    expect(JSON.stringify(data)).toContain('clone speaks again');
    expect(JSON.stringify(data)).not.toContain('owner speaks');
  });

  test('the debugger finds the process of the user in front, else of the one that is named', async () => {
    const found = async (more: object) => {
      const { data } = await bed.call('get_debugger_capabilities', { appId: shop, ...more });
      return data['result'] as { problem: string | null; processes: { process_id: number; user?: number }[] };
    };
    expect((await found({})).processes).toMatchObject([{ process_id: processOf(999).pid, user: 999 }]);
    expect((await found({ user: 0 })).processes).toMatchObject([{ process_id: processOf(0).pid }]);
    bed.phone.start(notes, null, { user: 10 });
    const either = await found({});
    expect(either.processes).toHaveLength(2);
    expect(either.problem).toContain('PROCESS_AMBIGUOUS');
    expect((await found({ processId: processOf(0).pid })).problem ?? '').not.toContain('AMBIGUOUS');
  });

  test('a journey starts the app of the named user', async () => {
    const from = bed.phone.record.length;
    const { data } = await bed.call('run_journey', {
      platform: 'android',
      steps: [{ id: 'start', type: 'start_app', appId: shop, user: 0, verificationMode: 'none' }],
    });
    expect(data).toMatchObject({ success: true });
    expect(bed.phone.resumedActivity()).toMatchObject({ packageName: shop, user: 0 });
    const sent = bed.phone.record.slice(from).filter(({ kind }) => kind === 'start');
    expect(sent).toMatchObject([{ detail: { packageName: shop } }]);
    expect(sent[0]?.detail).not.toHaveProperty('user');
  });

  test('the first line of an outline names the user that is not the owner', async () => {
    const outline = async () =>
      (await bed.call('get_ui_tree', { responseMode: 'outline' })).texts[0]?.split('\n')[0];
    expect(await outline()).toContain('user 999');
    bed.phone.start(shop, null);
    expect(await outline()).not.toContain('user');
  });

  test('a user without an app to go with is refused', async () => {
    expect(refusal(await bed.call('get_logs', { user: 999 })).code).toBe('INVALID_ARGUMENT');
    expect(refusal(await bed.call('get_logs', { appId: shop, user: 11 })).code).toBe('INVALID_ARGUMENT');
  });
});

test('iOS has no users', async () => {
  const bed = await makeTestBed({ ios: {} });
  try {
    for (const [tool, args] of [
      ['get_logs', { appId: 'com.example.shop' }],
      ['start_log_stream', { packageName: 'com.example.shop' }],
      ['open_url', { url: 'shop://cart' }],
    ] as const)
      expect(refusal(await bed.call(tool, { ...args, user: 0 })).code, tool).toBe('INVALID_ARGUMENT');
  } finally {
    await bed.close();
  }
});
