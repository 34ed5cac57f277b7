/** A real MCP client, our server, and a virtual phone behind its adb face: everything but the hardware. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { makeComputer } from '../src/cli/computer.ts';
import type { Clock } from '../src/core/clock.ts';
import { Operation, systemClock } from '../src/core/operation.ts';
import { AdbServer } from '../src/devices/android/adb/adb-server.ts';
import { AndroidSource } from '../src/devices/android/android-source.ts';
import { adbPath, type PrivateAdb, privateAdb } from '../src/host/testing/private-adb.ts';
import { createServer } from '../src/server/create-server.ts';
import type { Workplace } from '../src/server/run-tool.ts';
import type { ToolChoice } from '../src/server/toolsets.ts';
import { SessionPool } from '../src/session/session-pool.ts';
import type { Tool } from '../src/tools/define-tool.ts';
import { tools as allTools } from '../src/tools/index.ts';
import { type AdbFace, startAdbFace } from '../src/virtual/adb/face.ts';
import { FaultScript } from '../src/virtual/adb/fault-script.ts';
import { virtualApps } from '../src/virtual/apps/index.ts';
import { helperApps } from '../src/virtual/helper/helper-apps.ts';
import { addHelper, type HelperFace } from '../src/virtual/helper/helper-face.ts';
import { createPhone } from '../src/virtual/phone/phone.ts';
import type { Phone } from '../src/virtual/phone/phone-types.ts';
import { type TimingProfile, timingProfiles } from '../src/virtual/phone/timing.ts';
import { androidVersions } from '../src/virtual/phone/versions.ts';
import { type Terms, termsOfAndroid } from './terms.ts';
import { androidWire, type DeviceWire } from './wire.ts';

export interface BedOptions {
  readonly serials?: readonly string[];
  readonly android?: keyof typeof androidVersions;
  readonly timing?: keyof typeof timingProfiles;
  /** Changes single costs of the timing profile. */
  readonly costs?: Partial<TimingProfile>;
  /** Of the product; the phone keeps the system's. */
  readonly clock?: Clock;
  readonly tools?: readonly Tool[];
  readonly choice?: Partial<ToolChoice>;
  readonly lean?: boolean;
  readonly clipboardCommand?: boolean;
  /** `adb`: through the real adb binary with a server of its own on a free port; see `adbPath` for whether there is one. */
  readonly through?: 'face' | 'adb';
  /** Of the computer: what programs are found and get. Only the usual folders of PATH unless told. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The phones have the resident helper's packages, and the product may use it. */
  readonly helper?: boolean;
  /** How many times as fast time runs for the product as for the phone: budgets of seconds end in a fraction. */
  readonly haste?: number;
}

export interface Answer {
  readonly isError: boolean;
  /** The structured part, else the first text block as JSON, else an empty object. */
  readonly data: Record<string, unknown>;
  readonly texts: readonly string[];
  readonly images: readonly { readonly data: string; readonly mimeType: string }[];
  readonly structured: boolean;
}

export interface Bed {
  readonly client: Client;
  readonly face: AdbFace;
  readonly faults: FaultScript;
  readonly phone: Phone;
  readonly phones: readonly Phone[];
  readonly terms: Terms;
  readonly wire: DeviceWire;
  /** What the product calls the phones: through the real adb they are addresses. */
  readonly serials: readonly string[];
  readonly pool: SessionPool;
  /** What the server runs its tools with, for calls that go past the protocol. */
  readonly place: Workplace;
  readonly artifacts: string;
  readonly bugs: readonly unknown[];
  /** One for each phone, with `helper`. */
  readonly helpers: readonly HelperFace[];
  call(name: string, args?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<Answer>;
  /** Starts an app on the phone itself, not through the product. */
  open(appId: string, activity?: string): void;
  /** Kinds of what the phone received, in order. */
  received(): readonly string[];
  close(): Promise<void>;
}

export async function makeBed(options: BedOptions = {}): Promise<Bed> {
  const faults = new FaultScript();
  const phones = (options.serials ?? ['virtual-android-1']).map((serial) =>
    createPhone({
      serial,
      version: androidVersions[options.android ?? '14'],
      timing: { ...timingProfiles[options.timing ?? 'instant'], ...options.costs },
      clock: systemClock,
      ...(options.helper ? { apps: [...virtualApps, ...helperApps] } : {}),
    }),
  );
  const [phone] = phones;
  if (!phone) throw new Error('A bed needs at least one phone.');
  const face = await startAdbFace({
    phones,
    faults,
    ...(options.clipboardCommand === undefined ? {} : { clipboardCommand: options.clipboardCommand }),
  });
  const helpers = options.helper ? phones.map((one) => addHelper(face, one)) : [];
  const clock = options.clock ?? hasty(options.haste ?? 1);
  const adb = options.through === 'adb' ? await connectedAdb(face, phones) : null;
  const source = new AndroidSource({
    address: adb?.address ?? { host: face.host, port: face.port },
    ...(adb ? { startServer: adb.start } : {}),
    clock,
    ...(options.helper ? { helper: { mode: 'auto', idleReleaseMs: 30_000 } } : {}),
  });
  const pool = new SessionPool([source], clock);
  const artifacts = mkdtempSync(join(tmpdir(), 'mobile-debug-test-'));
  const bugs: unknown[] = [];
  const place: Workplace = {
    pool,
    clock,
    lean: options.lean ?? false,
    computer: makeComputer({
      folder: artifacts,
      environment: {
        PATH: '/usr/bin:/bin',
        HOME: artifacts,
        JAVA_HOME: resolve('test/fixtures/tools/jdk'),
        ...options.environment,
      },
    }),
  };
  const server = createServer({
    version: '0.0.0-test',
    tools: options.tools ?? allTools,
    choice: { exclude: [], readOnly: false, ...options.choice },
    place,
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
    face,
    faults,
    phone,
    phones,
    terms: termsOfAndroid(phone),
    wire: androidWire(face, faults, helpers),
    serials: phones.map(({ serial }) => (adb ? addressOf(face, serial) : serial)),
    pool,
    place,
    artifacts,
    bugs,
    helpers,
    async call(name, args = {}, callOptions = {}) {
      return answer(await client.callTool({ name, arguments: args }, callOptions));
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
      await pool.close();
      await adb?.close();
      await face.close();
      for (const one of phones) one.close();
      rmSync(artifacts, { recursive: true, force: true });
    },
  };
}

function addressOf(face: AdbFace, serial: string): string {
  return `${face.host}:${face.adbdPort(serial)}`;
}

async function connectedAdb(face: AdbFace, phones: readonly Phone[]): Promise<PrivateAdb> {
  if (adbPath === undefined) throw new Error('This bed needs the adb program.');
  const adb = await privateAdb(adbPath);
  const server = new AdbServer({ address: adb.address, startServer: adb.start, clock: systemClock });
  using op = Operation.start(20_000);
  for (const { serial } of phones) await server.query(op, `host:connect:${addressOf(face, serial)}`);
  return adb;
}

/** A clock that began now and runs `haste` times as fast as the system's. */
function hasty(haste: number): Clock {
  if (haste === 1) return systemClock;
  const [mono, epoch] = [systemClock.monotonicMs(), systemClock.epochMs()];
  return {
    monotonicMs: () => mono + (systemClock.monotonicMs() - mono) * haste,
    epochMs: () => epoch + (systemClock.epochMs() - epoch) * haste,
    after: (ms, fire) => systemClock.after(ms / haste, fire),
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
