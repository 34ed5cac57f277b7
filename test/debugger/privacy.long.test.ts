/**
 * A value of the app stands in answers that were asked for it and nowhere else: not in a refusal, an event, the timeline, a log
 * or a file, whatever is asked in whatever way, on each backend.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import { startVirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { serial, startTestPhone } from '../e2e/phone.ts';
import { RawServer, toolResult } from '../e2e/raw-server.ts';
import { jdiEnvironment } from './jdi.ts';
import { compileDebuggee, hasJava, lineOf, runDebuggee } from './jvm.ts';
import { FixtureApp, at as nativeAt } from './lldb-app.ts';
import { McpDebugger, type Stop } from './mcp-debugger.ts';
import { nativePrograms } from './native-program.ts';

const appId = 'com.example.shop';
const found = await nativePrograms();

interface Scene {
  readonly server: RawServer;
  readonly debug: McpDebugger;
  /** Makes the app come to the place where it has the values. */
  readonly reach: () => void;
  close(): Promise<void>;
}

interface Backend {
  readonly skip: boolean;
  /** Values at the stop; no source that is shown anywhere holds them as they are. */
  readonly secret: RegExp;
  readonly at: Record<string, unknown>;
  /** Names at the stop, some with the values, and what is none. */
  readonly names: readonly string[];
  open(folder: string): Promise<Scene>;
}

async function serverOf(folder: string, args: readonly string[], env: Record<string, string>) {
  const server = new RawServer([...args, '--artifacts', join(folder, 'artifacts')], {
    TMPDIR: folder,
    HOME: folder,
    ...env,
  });
  await server.open();
  const call = async (name: string, asked: Record<string, unknown>) => {
    const { isError, texts, structured } = toolResult(await server.call(name, asked));
    const [text = ''] = texts;
    const data: unknown = structured ?? (text.startsWith('{') ? JSON.parse(text) : {});
    return { isError, texts, data: data as Record<string, unknown> };
  };
  return { server, call };
}

function jvm(backend: 'native' | 'jdi'): Backend {
  return {
    skip: !hasJava(),
    secret: /hidden-a17c|68, 101, 110, 45|100, 100, 101, 110/,
    at: { className: 'shop.Shop', line: lineOf('secret') },
    names: ['word', 'item', 'item.name', 'kept', 'kept.size', 'word.length', 'word.value', 'nobody', 'this'],
    async open(folder) {
      const compiled = compileDebuggee('-g');
      const java = await runDebuggee(compiled);
      const phone = await startTestPhone();
      phone.open(appId);
      const port = { ready: async () => {}, spec: () => `tcp:${java.port}` };
      phone.adbServer.setDebugPort(serial, appId, port);
      const env = { XDG_CACHE_HOME: jdiEnvironment.XDG_CACHE_HOME };
      const { server, call } = await serverOf(folder, [...phone.args, '--debugger-backend', backend], env);
      return {
        server,
        debug: new McpDebugger(call, { platform: 'android', appId }),
        reach: () => java.say('secret'),
        async close() {
          await phone.close();
          await java.end();
          compiled.remove();
        },
      };
    },
  };
}

const lldb: Backend = {
  skip: typeof found === 'string',
  secret: /\bAda\b|\bcake\b|out of stock/,
  at: nativeAt('added'),
  names: [
    'owner_',
    'items_',
    'items_[0]',
    'items_[0].name',
    'this',
    '*this',
    'none_',
    'total_',
    'nobody',
    'item',
  ],
  async open(folder) {
    if (typeof found === 'string') throw new Error(found);
    const app = new FixtureApp(found);
    const phone = createIphone({ clock: systemClock, timing: 'instant' });
    const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';
    const appleTools = await startVirtualAppleTools({
      clock: systemClock,
      simulators: [{ udid, name: 'iPhone 17', phone, state: 'Booted' }],
      programs: app,
    });
    const { server, call } = await serverOf(folder, [], { ...appleTools.environment() });
    const debug = new McpDebugger(call, { platform: 'ios', appId });
    await debug.ok('start_app', debug.target);
    return {
      server,
      debug,
      reach: () => {},
      async close() {
        await app.last.end();
        await appleTools.close();
        phone.close();
        found.remove();
      },
    };
  },
};

const backends: readonly (readonly [string, Backend])[] = [
  ['native', jvm('native')],
  ['jdi', jvm('jdi')],
  ['lldb-dap', lldb],
];

/** Only these answer with values. */
const telling = new Set(['get_debugger_locals', 'evaluate_in_debugger', 'inspect_debugger_object']);

/** Calls at a stop that leave it as it is; `top` names it. */
function callsAt(
  names: readonly string[],
  top: { readonly stopId: string; readonly frameId: unknown },
): fc.Arbitrary<readonly [string, Record<string, unknown>]> {
  const atom = fc.oneof(fc.constantFrom(...names), fc.constantFrom('1', '"x"', 'null', '{', '', '\0', 'a b'));
  const expression = fc
    .tuple(
      atom,
      fc.constantFrom(
        '',
        '.none',
        '[0]',
        '[99]',
        '()',
        '.length()',
        '.none()',
        ' + 1',
        ' <',
        ' == ',
        ' && ',
        '.',
      ),
      fc.oneof(fc.constant(''), atom),
    )
    .map(([a, sign, b]) => (/^ [<=&+]/.test(sign) ? `${a}${sign}${b}` : `${a}${sign}`).slice(0, 500) || ' ');
  const id = fc.constantFrom(
    's1o1',
    's1o2',
    's1o99',
    's1f1',
    's1f99',
    's0t1',
    's1t1',
    'x',
    String(top.frameId),
  );
  const { stopId } = top;
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(expression, fc.boolean())
        .map(
          ([asked, allowGetters]) =>
            ['evaluate_in_debugger', { ...top, expression: asked, allowGetters }] as const,
        ),
    },
    fc
      .tuple(id, fc.integer({ min: -1, max: 5 }))
      .map(([frameId, depth]) => ['get_debugger_locals', { stopId, frameId, depth }] as const),
    fc
      .tuple(id, fc.integer({ min: -1, max: 200 }))
      .map(([objectId, limit]) => ['inspect_debugger_object', { stopId, objectId, limit }] as const),
    id.map((threadId) => ['get_debugger_stack', { stopId, threadId }] as const),
    id.map((threadId) => ['step_debugger', { stopId: 's0', threadId, kind: 'over' }] as const),
    expression.map(
      (condition) => ['set_debugger_breakpoint', { function: 'nowhere.None.none', condition }] as const,
    ),
    expression.map(
      (text) => ['set_debugger_breakpoint', { file: 'None.java', line: 1, logMessage: `{${text}` }] as const,
    ),
    fc.constantFrom(
      ['get_debugger_threads', { stopId }] as const,
      ['get_debugger_state', {}] as const,
      ['wait_for_debugger_event', { timeoutMs: 100, include: ['ui'] }] as const,
    ),
  );
}

describe.each(backends)('%s', (_, backend) => {
  let folder: string;
  let scene: Scene;

  beforeEach(async () => {
    if (backend.skip) return;
    folder = mkdtempSync(join(tmpdir(), 'mobile-debug-privacy-'));
    scene = await backend.open(folder);
  });
  afterEach(async () => {
    if (backend.skip) return;
    scene.server.child.kill('SIGKILL');
    await scene.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.skipIf(backend.skip)('values stand where they were asked for, and nowhere else', async () => {
    const { debug, server, reach } = scene;
    const { secret } = backend;
    await debug.attach();
    const { breakpoint_id: breakpointId } = await debug.breakAt(backend.at);
    reach();
    const stop: Stop = await debug.stop();
    const top = await debug.top(stop);
    expect(await debug.locals(stop)).toMatch(secret);
    const { debugSessionId } = debug;
    let told = 0;
    await fc.assert(
      fc.asyncProperty(callsAt(backend.names, top), async ([name, args]) => {
        const { isError, texts } = await debug.call(name, { debugSessionId, ...args });
        if (!isError && telling.has(name)) told += Number(secret.test(texts.join()));
        else for (const text of texts) expect(text).not.toMatch(secret);
      }),
      { numRuns: 250 },
    );
    expect(told).toBeGreaterThan(0);
    // Of a condition that fails the words are told, and of the stop its place.
    await debug.own('remove_debugger_breakpoint', { breakpointId });
    const platform = String(debug.target['platform']);
    for (const [name, args] of [
      ['tap', { platform, x: 1, y: 1 }],
      ['capture_debug_snapshot', { platform }],
      ['get_action_timeline', { platform }],
      ['detach_debugger', { debugSessionId }],
      ['get_debugger_state', { debugSessionId }],
      ['wait_for_debugger_event', { debugSessionId }],
      ['get_action_timeline', { platform }],
    ] as const) {
      for (const text of (await debug.call(name, args)).texts) expect(text, name).not.toMatch(secret);
    }
    expect(await server.close()).toBe(0);
    expect(server.stderr()).not.toMatch(secret);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expect(readFileSync(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toMatch(secret);
    }
  });
});
