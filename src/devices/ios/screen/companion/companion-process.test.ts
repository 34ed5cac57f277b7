import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChildRegister } from '../../../../host/child-register.ts';
import { type LineProcess, startLines } from '../../../../host/line-process.ts';
import { isRunning } from '../../../../host/own-files.ts';
import { CompanionLink } from './companion-link.ts';
import { type CompanionOptions, listedFor, openCompanion, readinessOf } from './companion-process.ts';
import { answer, ScriptedCompanion } from './testing/scripted-companion.ts';
import { MessageWriter } from './wire/protobuf.ts';

const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';
let folder: string;
let companion: ScriptedCompanion;
let program: string;
let env: Readonly<Record<string, string>>;

/** A companion that writes its arguments and process id down and says where the scripted one listens. */
const script = `#!/bin/sh
echo $$ >> "$LOG.pid"
echo "$@" >> "$LOG.args"
echo 'chatter before it is ready'
echo "$READY"
sleep 1000; exit 0
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cp-'));
  companion = await ScriptedCompanion.start(join(folder, 's'));
  companion.on('connect', (stream) => answer(stream, served(udid)));
  program = join(folder, 'idb_companion');
  await writeFile(program, script);
  await chmod(program, 0o755);
  const ready = JSON.stringify({ grpc_path: join(folder, 's') });
  env = { PATH: process.env['PATH'] ?? '', LOG: join(folder, 'log'), READY: ready };
});

afterEach(async () => {
  await companion.close();
  await rm(folder, { recursive: true });
});

function served(by: string): Buffer {
  return new MessageWriter().message(1, new MessageWriter().text(1, by).varint(4, 1)).finish();
}

function options(changed: Partial<CompanionOptions> = {}, serverPid = process.pid): CompanionOptions {
  const register = new ChildRegister({ folder: join(folder, 'register'), serverPid, env });
  const stateFiles = [join(folder, 'state')];
  return {
    udid,
    clock: systemClock,
    environment: env,
    program: async () => program,
    register,
    stateFiles,
    ...changed,
  };
}

function operation(): Operation {
  return Operation.start(10_000);
}

async function started(): Promise<readonly number[]> {
  const text = await readFile(join(folder, 'log.pid'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

describe('a companion of ours', () => {
  test('is started with flags that every version takes, and ended with us', async () => {
    using op = operation();
    const open = await openCompanion(op, options());
    expect(open.how).toBe('started');
    expect(companion.calls).toEqual(['connect']);
    const said = (await readFile(join(folder, 'log.args'), 'utf8')).trim();
    expect(said).toMatch(
      new RegExp(
        `^--udid ${udid} --grpc-domain-sock /\\S+/c.sock --only simulator --terminate-offline 1 --idle-shutdown-time 600$`,
      ),
    );
    const socket = said.split(' ')[3] ?? '';
    expect(socket.length).toBeLessThan(104);
    const [pid = 0] = await started();
    expect(isRunning(pid)).toBe(true);
    expect(await readdir(join(folder, 'register'))).toHaveLength(1);
    await open.close();
    await open.close();
    expect(isRunning(pid)).toBe(false);
    expect(await readdir(join(folder, 'register'))).toEqual([]);
    await expect(readdir(join(socket, '..'))).rejects.toThrow('ENOENT');
  });

  test('that a killed server left behind is ended before the next', async () => {
    using op = operation();
    const server = await sleeper();
    const left = await openCompanion(op, options({}, server.pid));
    await server.stop();
    const next = await openCompanion(op, options());
    const [first = 0, second = 0] = await started();
    expect(isRunning(first)).toBe(false);
    expect(isRunning(second)).toBe(true);
    await next.close();
    await left.close();
  });

  test('is missing where there is none', async () => {
    using op = operation();
    const opened = openCompanion(op, options({ program: async () => null }));
    await expect(opened).rejects.toMatchObject({
      kind: 'missing',
      fix: expect.stringContaining('brew install'),
    });
    const gone = openCompanion(op, options({ program: async () => join(folder, 'nothing') }));
    await expect(gone).rejects.toMatchObject({ kind: 'missing' });
  });

  test('says why it could not start', async () => {
    using op = operation();
    await writeFile(program, '#!/bin/sh\necho "Xcode is required to run idb" >&2\nexit 1\n');
    const opened = openCompanion(op, options());
    await expect(opened).rejects.toMatchObject({
      kind: 'broken',
      message: 'idb_companion exited at start (exit code 1). Xcode is required to run idb',
      fix: expect.stringContaining('xcode-select'),
    });
  });

  test('that serves another simulator is not used, and does not stay', async () => {
    using op = operation();
    companion.on('connect', (stream) => answer(stream, served('another')));
    await expect(openCompanion(op, options())).rejects.toMatchObject({ kind: 'broken' });
    const [pid = 0] = await started();
    expect(isRunning(pid)).toBe(false);
  });

  test('that does not get ready goes with the operation', async () => {
    using op = Operation.start(400);
    env = { ...env, READY: 'nothing of use' };
    await expect(openCompanion(op, options({ environment: env }))).rejects.toMatchObject({ code: 'TIMEOUT' });
    const [pid = 0] = await started();
    expect(isRunning(pid)).toBe(false);
  });
});

describe('a companion of others', () => {
  async function state(entries: readonly object[]): Promise<void> {
    await writeFile(join(folder, 'state'), JSON.stringify(entries));
  }

  test('is used and left alone', async () => {
    using op = operation();
    await state([{ udid, is_local: true, pid: process.pid, path: join(folder, 's') }]);
    const open = await openCompanion(op, options({ program: async () => null }));
    expect(open.how).toBe('reused');
    await open.close();
    expect(await started()).toEqual([]);
  });

  test.each<[string, object]>([
    ['whose process is gone', { udid, pid: 4_194_303, path: 'S' }],
    ['that nobody answers for', { udid, pid: process.pid, path: '/nowhere.sock' }],
    ['of another simulator', { udid: 'OTHER', pid: process.pid, path: 'S' }],
    ['far away', { udid, host: 'mac.example.com', port: 10_882 }],
  ])('%s is passed over', async (_, entry) => {
    using op = operation();
    const here = JSON.stringify([entry]).replace('"S"', JSON.stringify(join(folder, 's')));
    await writeFile(join(folder, 'state'), here);
    const open = await openCompanion(op, options());
    expect(open.how).toBe('started');
    await open.close();
  });

  test('that serves another simulator than its list says is passed over', async () => {
    using op = operation();
    await state([{ udid, pid: process.pid, path: join(folder, 's') }]);
    companion.on('connect', (stream) => answer(stream, served('another')));
    const opened = openCompanion(op, options({ program: async () => null }));
    await expect(opened).rejects.toMatchObject({ kind: 'missing' });
  });
});

test.each([
  ['{"grpc_path":"/tmp/a.sock"}', { path: '/tmp/a.sock' }],
  ['{"grpc_swift_port":7,"grpc_port":8}', { host: '127.0.0.1', port: 8 }],
  ['/tmp/idb2/X_companion.sock', { path: '/tmp/idb2/X_companion.sock' }],
  ['{"hid":', null],
  ['{}', null],
  ['Serving on port 8', null],
])('the line %s says where it listens', (line, address) => {
  expect(readinessOf(line)).toEqual(address);
});

test('lists that are none name nobody', () => {
  for (const text of ['', '{', '{}', '[1,null,{"udid":7}]']) expect(listedFor(udid, text)).toEqual([]);
  const near = [{ udid: udid.toLowerCase(), host: 'localhost', port: 5 }];
  expect(listedFor(udid, JSON.stringify(near))).toEqual([{ host: 'localhost', port: 5 }]);
});

describe('the link', () => {
  const question = { method: 'ask', messages: [Buffer.from('q')], harmless: true };

  test('opens one companion for all who ask at once', async () => {
    using op = operation();
    companion.on('ask', (stream) => answer(stream, Buffer.from('yes')));
    const link = new CompanionLink(options());
    const answers = await Promise.all(Array.from({ length: 10 }, () => link.call(op, question)));
    expect(answers.map(String)).toEqual(Array.from({ length: 10 }, () => 'yes'));
    expect(await started()).toHaveLength(1);
    await link.close();
    const [pid = 0] = await started();
    expect(isRunning(pid)).toBe(false);
  });

  test('asks a question again when the connection broke, once', async () => {
    using op = operation();
    const link = new CompanionLink(options());
    companion.on('ask', (stream, { messages }) => {
      if (companion.calls.filter((call) => call === 'ask').length === 1) companion.breakConnections();
      else answer(stream, messages[0] ?? Buffer.alloc(0));
    });
    expect(String(await link.call(op, question))).toBe('q');
    expect(link.generation).toBe(2);
    companion.on('ask', () => companion.breakConnections());
    await expect(link.call(op, question)).rejects.toMatchObject({
      kind: 'broken',
      delivery: 'not_delivered',
    });
    expect(companion.calls.filter((call) => call === 'ask')).toHaveLength(4);
    await link.close();
  });

  test('never sends an input twice', async () => {
    using op = operation();
    const link = new CompanionLink(options());
    companion.on('hid', () => companion.breakConnections());
    const sent = link.call(op, { ...question, method: 'hid', harmless: false });
    await expect(sent).rejects.toMatchObject({ kind: 'broken', delivery: 'unknown' });
    expect(companion.calls.filter((call) => call === 'hid')).toHaveLength(1);
    await link.close();
  });

  test('that is closed while it opens leaves nothing', async () => {
    using op = operation();
    const link = new CompanionLink(options({ environment: { ...env, READY: 'never' } }));
    const asked = link.call(op, question).catch((error: unknown) => error);
    while ((await started()).length === 0) await new Promise(setImmediate);
    await link.close();
    expect(await asked).toMatchObject({ code: 'CANCELLED' });
    const [pid = 0] = await started();
    expect(isRunning(pid)).toBe(false);
  });
});

async function sleeper(): Promise<LineProcess> {
  using op = operation();
  return await startLines(op, { command: 'sleep', args: ['1000'], onLine: () => {}, clock: systemClock });
}
