/** The debugger over standard input and output of the built server: nothing of a value gets out, nothing breaks it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serial, startTestPhone, type TestPhone } from '../e2e/phone.ts';
import { RawServer, toolResult } from '../e2e/raw-server.ts';
import {
  type CompiledDebuggee,
  compileDebuggee,
  hasJava,
  lineOf,
  type RunningDebuggee,
  runDebuggee,
} from './jvm.ts';
import { McpDebugger } from './mcp-debugger.ts';

const there = hasJava();
const appId = 'com.example.shop';
/** A local variable, a field, a value of a map and the message of an exception hold it; put together, so that no source does. */
const marker = ['hidden', 'a17c'].join('-');

describe.skipIf(!there)(`over pipes${there ? '' : ' (left out: no JDK here)'}`, () => {
  let compiled: CompiledDebuggee;
  let java: RunningDebuggee;
  let phone: TestPhone;
  let server: RawServer;
  let debug: McpDebugger;
  let folder: string;

  beforeEach(async () => {
    compiled = compileDebuggee('-g');
    java = await runDebuggee(compiled);
    phone = await startTestPhone();
    phone.open(appId);
    phone.adbServer.setDebugPort(serial, appId, { ready: async () => {}, spec: () => `tcp:${java.port}` });
    folder = mkdtempSync(join(tmpdir(), 'mobile-debug-privacy-'));
    server = new RawServer([...phone.args, '--artifacts', join(folder, 'artifacts')], {
      TMPDIR: folder,
      HOME: folder,
      XDG_CACHE_HOME: folder,
    });
    await server.open();
    debug = new McpDebugger(call, { platform: 'android', appId });
    await debug.attach();
  });
  afterEach(async () => {
    server.child.kill('SIGKILL');
    await phone.close();
    await java.end();
    compiled.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(name: string, args: Record<string, unknown>) {
    const { isError, structured, texts } = toolResult(await server.call(name, args));
    const text = texts[0] ?? '{}';
    const data = structured ?? (text.startsWith('{') ? JSON.parse(text) : {});
    return { isError, data: data as Record<string, unknown>, texts };
  }

  /** All files below the folder that was the server's home and place for files. */
  function written(): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
  }

  test('a value goes where it was asked for, and nowhere else', async () => {
    await debug.breakAt({ className: 'shop.Shop', line: lineOf('secret'), condition: 'word.nothing == 1' });
    await debug.breakAt({
      className: 'shop.Shop',
      line: lineOf('secret'),
      logMessage: 'kept {word} {nobody}',
    });
    await debug.breakAt({ exception: { className: 'shop.Shop$OutOfStock', caught: true } });
    java.say('secret');
    const stop = await debug.stop();
    expect(stop.reason).toBe('condition_error');
    const top = await debug.top(stop);
    expect(await debug.locals(stop)).toContain(marker);
    expect(await debug.evaluate(stop, 'word')).toContain(marker);

    const { debugSessionId } = debug;
    const said: unknown[] = [stop];
    const refused = async (name: string, args: Record<string, unknown>): Promise<void> => {
      said.push(await debug.refused(name, { debugSessionId, ...args }));
    };
    for (const expression of [
      'word.none',
      'word[0]',
      `word < "${marker}"`,
      'word.length()',
      `word == ${marker} +`,
    ]) {
      await refused('evaluate_in_debugger', { ...top, expression });
    }
    await refused('evaluate_in_debugger', { ...top, expression: 'item.label().none', allowGetters: true });
    await refused('get_debugger_locals', { stopId: stop.stop_id, frameId: 's1f99' });
    await refused('inspect_debugger_object', { stopId: stop.stop_id, objectId: 's1o999' });
    await refused('set_debugger_breakpoint', { function: 'shop.Shop.run', condition: `word == "${marker}` });
    await refused('set_debugger_breakpoint', { function: 'shop.Shop.run', logMessage: `{word} ${marker} {` });
    said.push(await debug.own('get_debugger_state'));
    said.push(await call('tap', { x: 1, y: 1 }));
    said.push(await call('capture_debug_snapshot', {}));
    await debug.resume(stop);
    const thrown = await debug.stop();
    expect(thrown.reason).toBe('exception');
    said.push(thrown);
    expect(await debug.evaluate(thrown, 'kept.size == 1')).toContain('true');
    await debug.resume(thrown);
    expect(await java.line()).toContain('told');
    said.push(await call('get_action_timeline', {}), await call('get_system_status', {}));
    said.push(await debug.detach(), await debug.own('get_debugger_state'));
    said.push(await call('wait_for_debugger_event', { debugSessionId, afterSequence: 0 }));

    // What the client itself wrote may stand in its own condition; nothing else may.
    const texts = said.map((one) => JSON.stringify(one));
    expect(texts.filter((text) => text.includes(marker))).toEqual([]);
    expect(server.stderr()).not.toContain(marker);
    for (const path of written()) expect(readFileSync(path, 'latin1'), path).not.toContain(marker);
    expect(await server.close()).toBe(0);
  });

  test('many at once on one stop: one wins, the others are told why, and the app runs on', async () => {
    await debug.breakAt({ className: 'shop.Shop', line: lineOf('sum') });
    java.say('add');
    const stop = await debug.stop();
    const top = await debug.top(stop);
    const { debugSessionId } = debug;
    const { stop_id: stopId, thread_id: threadId } = stop;
    const looks = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? call('get_debugger_locals', { debugSessionId, ...top })
        : call('evaluate_in_debugger', { debugSessionId, ...top, expression: 'count == 2' }),
    );
    const moves = [
      ...Array.from({ length: 5 }, () => call('resume_debugger', { debugSessionId, stopId })),
      ...Array.from({ length: 5 }, () =>
        call('step_debugger', { debugSessionId, stopId, threadId, kind: 'over' }),
      ),
    ];
    const attaches = Array.from({ length: 4 }, () => call('attach_debugger', { platform: 'android', appId }));
    const answers = await Promise.all([...looks, ...moves]);
    const codes = answers
      .filter(({ isError }) => isError)
      .map(({ data }) => (data['error'] as { code: string }).code);
    expect(new Set(codes)).toEqual(new Set(['DEBUGGER_STALE_REFERENCE']));
    expect(await Promise.all(moves.map(async (move) => (await move).isError))).toEqual([
      false,
      ...Array.from({ length: 9 }, () => true),
    ]);
    for (const attach of await Promise.all(attaches)) expect(attach.texts[0]).toContain('DEBUGGER_BUSY');
    expect(await java.line()).toBe('total 500');
    await debug.detach();
    const again = await Promise.all(
      Array.from({ length: 4 }, () => call('attach_debugger', { platform: 'android', appId })),
    );
    expect(again.filter(({ isError }) => !isError)).toHaveLength(1);
  });

  test('arguments of an attacker are refused in words, and the session lives', async () => {
    const { debugSessionId } = debug;
    const odd = [
      '',
      '\0',
      '../../etc/passwd',
      's1f1; rm',
      '{{constructor}}',
      '9'.repeat(512),
      'x'.repeat(600),
      '😀',
      7,
      null,
      [],
      {},
      true,
    ];
    for (const value of odd) {
      for (const [name, args] of [
        ['get_debugger_state', { debugSessionId: value }],
        ['get_debugger_locals', { debugSessionId, stopId: value, frameId: value }],
        ['resume_debugger', { debugSessionId, stopId: value }],
        ['remove_debugger_breakpoint', { debugSessionId, breakpointId: value }],
        ['set_debugger_breakpoint', { debugSessionId, className: value, line: value }],
        ['set_debugger_breakpoint', { debugSessionId, function: 'a.b', condition: value, line: 1 }],
        ['wait_for_debugger_event', { debugSessionId, afterSequence: value }],
        ['attach_debugger', { platform: 'android', appId: value, processId: value }],
      ] as const) {
        const { isError, data, texts } = await call(name, args);
        expect(isError || data['result'], `${name} ${JSON.stringify(args)}: ${texts[0]}`).toBeTruthy();
        expect(texts[0], `${name} ${JSON.stringify(args)}`).not.toContain('INTERNAL_ERROR');
      }
    }
    expect(await debug.own('get_debugger_state')).toMatchObject({ state: 'running' });
    expect(server.stderr()).not.toContain('[bug]');
  });

  test('a client that closes the pipe lets the program run on, and the server ends by itself', async () => {
    await debug.breakAt({ className: 'shop.Shop', line: lineOf('sum') });
    java.say('add');
    await debug.stop();
    const code = server.close();
    expect(await java.line()).toBe('total 500');
    expect(await code).toBe(0);
  });
});
