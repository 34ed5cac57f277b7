/** A real MCP client, our server, and a virtual phone behind its adb server: everything but the hardware. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '@mobile-debug/core/clock.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import type { FaultScript } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import type { VirtualAdbServer } from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import type { VirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import type { HelperEndpoint } from '@mobile-debug/virtual-phone/helper/helper-endpoint.ts';
import type { PhoneOptions } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import type { PhoneUser } from '@mobile-debug/virtual-phone/phone/phone-users.ts';
import type { TimingProfile, timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import type { androidVersions } from '@mobile-debug/virtual-phone/phone/versions.ts';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { makeComputer } from '../src/cli/computer.ts';
import { debugBackends } from '../src/cli/debug-backends.ts';
import type { Config } from '../src/config.ts';
import { DebugSessions } from '../src/debugger/debug-sessions.ts';
import { createServer } from '../src/server/create-server.ts';
import type { ServerContext } from '../src/server/run-tool.ts';
import { answerShape } from '../src/server/tool-list.ts';
import type { ToolChoice } from '../src/server/toolsets.ts';
import { SessionPool } from '../src/session/session-pool.ts';
import type { Tool } from '../src/tools/define-tool.ts';
import { tools as allTools } from '../src/tools/index.ts';
import { androidFixture } from './android-fixture.ts';
import type { IosFixtureOptions } from './ios-fixture.ts';
import type { PlatformTraits } from './platform-traits.ts';
import type { DeviceWire } from './wire.ts';

export interface TestBedOptions {
  readonly serials?: readonly string[];
  readonly android?: keyof typeof androidVersions;
  /** A television of that release instead of a phone: remote control, no touch screen. */
  readonly television?: boolean;
  /** More panels of Android phones: a folded or a second screen. */
  readonly moreDisplays?: NonNullable<PhoneOptions['moreDisplays']>;
  readonly timing?: keyof typeof timingProfiles;
  /** Changes single costs of the timing profile. */
  readonly costs?: Partial<TimingProfile>;
  /** Of the product; the phone keeps the system's. */
  readonly clock?: Clock;
  readonly tools?: readonly Tool[];
  readonly choice?: Partial<ToolChoice>;
  /** Of which files may be sent to a device, besides the working folder. The temporary folder unless given. */
  readonly readableRoots?: readonly string[];
  /** As with --read-only. */
  readonly readOnly?: boolean;
  readonly lean?: boolean;
  readonly clipboardCommand?: boolean;
  /** Of Android phones, besides the owner: work profiles, clones. */
  readonly users?: readonly PhoneUser[];
  /** `adb`: through the real adb binary with a server of its own on a free port; see `adbPath` for whether there is one. */
  readonly through?: 'sockets' | 'adb';
  /** Of the computer: what programs are found and get. Only the usual folders of PATH unless told. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How Android apps are debugged, and with which programs: the native way, with none. */
  readonly debugger?: Pick<Config, 'values' | 'environment'>;
  /** The phones have the resident helper's packages, and the product may use it. */
  readonly helper?: boolean;
  /** An iPhone of the model behind Apple's tools instead of an Android phone behind adb. */
  readonly ios?: IosFixtureOptions;
  /** How many times as fast time runs for the product as for the phone: budgets of seconds end in a fraction. */
  readonly speed?: number;
}

export interface Answer {
  readonly isError: boolean;
  /** The structured part, else the first text block as JSON, else an empty object. */
  readonly data: Record<string, unknown>;
  readonly texts: readonly string[];
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
  readonly structured: boolean;
}

export interface TestBed {
  readonly client: Client;
  /** Of Android beds; asking an iOS bed for it is a mistake of the test. */
  readonly adbServer: VirtualAdbServer;
  readonly faults: FaultScript;
  /** Of iOS beds. */
  readonly apple: VirtualAppleTools | null;
  readonly phone: Phone;
  readonly phones: readonly Phone[];
  readonly traits: PlatformTraits;
  readonly wire: DeviceWire;
  /** What the product calls the phones: through the real adb they are addresses. */
  readonly serials: readonly string[];
  readonly pool: SessionPool;
  /** What the server runs its tools with, for calls that go past the protocol. */
  readonly context: ServerContext;
  readonly artifacts: string;
  readonly bugs: readonly unknown[];
  /** One for each phone, with `helper`. */
  readonly helpers: readonly HelperEndpoint[];
  call(name: string, args?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<Answer>;
  /** Starts an app on the phone itself, not through the product. */
  open(appId: string, activity?: string): void;
  /** Kinds of what the phone received, in order. */
  received(): readonly string[];
  close(): Promise<void>;
}

export async function makeTestBed(options: TestBedOptions = {}): Promise<TestBed> {
  const clock = options.clock ?? acceleratedClock(options.speed ?? 1);
  const artifacts = mkdtempSync(join(tmpdir(), 'mobile-debug-test-'));
  const own = {
    PATH: '/usr/bin:/bin',
    HOME: artifacts,
    JAVA_HOME: resolve('test/fixtures/tools/jdk'),
    ...options.environment,
  };
  const fixture = options.ios
    ? await (await import('./ios-fixture.ts')).iosFixture(options.ios, {
        count: options.serials?.length ?? 1,
        timing: options.timing ?? 'instant',
        clock,
        ...(options.costs ? { costs: options.costs } : {}),
      })
    : await androidFixture(options, clock, own);
  const { phones, source } = fixture;
  // What the computer of an Android bed has of Apple, where the test gives it an xcrun.
  const simulators =
    !options.ios && options.environment?.['XCRUN_PATH'] !== undefined
      ? [
          new (await import('../src/devices/ios/ios-source.ts')).IosSource({
            environment: own,
            clock,
            driver: 'auto',
          }),
        ]
      : [];
  const [phone] = phones;
  if (!phone) throw new Error('A bed needs at least one phone.');
  const pool = new SessionPool([source, ...simulators], clock);
  const bugs: unknown[] = [];
  const debug = new DebugSessions(
    clock,
    debugBackends(clock, { values: {}, environment: fixture.environment ?? {}, ...options.debugger }),
  );
  const context: ServerContext = {
    pool,
    debug,
    clock,
    lean: options.lean ?? false,
    computer: makeComputer({
      folder: artifacts,
      // Tests send files that they have just written.
      readableRoots: options.readableRoots ?? [tmpdir()],
      readOnly: options.readOnly ?? false,
      ...(fixture.programs && { programs: fixture.programs }),
      environment: { ...own, ...fixture.environment, ...options.environment },
    }),
  };
  const server = createServer({
    version: '0.0.0-test',
    tools: options.tools ?? allTools,
    choice: { exclude: [], readOnly: options.readOnly ?? false, ...options.choice },
    context,
    onBug: (error) => bugs.push(error),
    onBadMessage: (error) => bugs.push(error),
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(near);
  await client.listTools(); // lets the client check every structured part against its schema
  return {
    client,
    get adbServer() {
      if (!fixture.adbServer) throw new Error('An iOS bed has no adb server.');
      return fixture.adbServer;
    },
    apple: fixture.apple ?? null,
    faults: fixture.faults,
    phone,
    phones,
    traits: fixture.traits,
    wire: fixture.wire,
    serials: fixture.ids,
    pool,
    context,
    artifacts,
    bugs,
    helpers: fixture.helpers ?? [],
    async call(name, args = {}, callOptions = {}) {
      const given = answer(await client.callTool({ name, arguments: args }, callOptions));
      // The list declares no schema for tools that may answer as an outline; their data has its shape all the same.
      const tool = (options.tools ?? allTools).find((one) => one.name === name);
      if (given.structured && tool) answerShape(tool)?.parse(given.data);
      return given;
    },
    open(appId, activity) {
      // A named screen starts in a fresh process: bringing its old task to the front would show another one.
      const outcome = phone.start(appId, activity ?? null, { stopFirst: activity !== undefined });
      if (!outcome.ok) throw new Error(`${appId}: ${outcome.reason}`);
    },
    received: () => phone.record.map(({ kind }) => kind),
    async close() {
      await client.close();
      await server.close();
      await debug.close();
      await pool.close();
      await fixture.close();
      rmSync(artifacts, { recursive: true, force: true });
    },
  };
}

/** A clock that began now and runs `haste` times as fast as the system's. */
function acceleratedClock(speed: number): Clock {
  if (speed === 1) return systemClock;
  const [mono, epoch] = [systemClock.monotonicMs(), systemClock.epochMs()];
  return {
    monotonicMs: () => mono + (systemClock.monotonicMs() - mono) * speed,
    epochMs: () => epoch + (systemClock.epochMs() - epoch) * speed,
    after: (ms, fire) => systemClock.after(ms / speed, fire),
  };
}

type Result = Awaited<ReturnType<Client['callTool']>>;

export function answer(result: Result): Answer {
  const content = (result.content ?? []) as {
    type: string;
    text?: string;
    data?: string;
    mimeType?: string;
  }[];
  const texts = content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
  const images = content.flatMap(({ type, data, mimeType }) =>
    type === 'image' && data !== undefined && mimeType !== undefined ? [{ data, mimeType }] : [],
  );
  const structured = result.structuredContent as Record<string, unknown> | undefined;
  return {
    isError: result.isError === true,
    data: structured ?? json(texts[0]),
    texts,
    images,
    structured: structured !== undefined,
  };
}

function json(text: string | undefined): Record<string, unknown> {
  // Of a list of events, one on each line, it is the first.
  const [line = ''] = (text ?? '').split('\n');
  return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
}
