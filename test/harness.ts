/** A real MCP client, our server, and a virtual phone behind its adb face: everything but the hardware. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { makeComputer } from '../src/cli/computer.ts';
import { systemClock } from '../src/core/operation.ts';
import { AndroidSource } from '../src/devices/android/android-source.ts';
import { createServer } from '../src/server/create-server.ts';
import type { ToolChoice } from '../src/server/toolsets.ts';
import { SessionPool } from '../src/session/session-pool.ts';
import type { Tool } from '../src/tools/define-tool.ts';
import { tools as allTools } from '../src/tools/index.ts';
import { type AdbFace, startAdbFace } from '../src/virtual/adb/face.ts';
import { FaultScript } from '../src/virtual/adb/fault-script.ts';
import { createPhone } from '../src/virtual/phone/phone.ts';
import type { Phone } from '../src/virtual/phone/phone-types.ts';
import { timingProfiles } from '../src/virtual/phone/timing.ts';
import { androidVersions } from '../src/virtual/phone/versions.ts';

export interface BedOptions {
  readonly serials?: readonly string[];
  readonly android?: keyof typeof androidVersions;
  readonly timing?: keyof typeof timingProfiles;
  readonly tools?: readonly Tool[];
  readonly choice?: Partial<ToolChoice>;
  readonly lean?: boolean;
  readonly clipboardCommand?: boolean;
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
  readonly pool: SessionPool;
  readonly artifacts: string;
  readonly bugs: readonly unknown[];
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
      timing: timingProfiles[options.timing ?? 'instant'],
      clock: systemClock,
    }),
  );
  const [phone] = phones;
  if (!phone) throw new Error('A bed needs at least one phone.');
  const face = await startAdbFace({
    phones,
    faults,
    ...(options.clipboardCommand === undefined ? {} : { clipboardCommand: options.clipboardCommand }),
  });
  const pool = new SessionPool(
    [new AndroidSource({ address: { host: face.host, port: face.port }, clock: systemClock })],
    systemClock,
  );
  const artifacts = mkdtempSync(join(tmpdir(), 'mobile-debug-test-'));
  const bugs: unknown[] = [];
  const server = createServer({
    version: '0.0.0-test',
    tools: options.tools ?? allTools,
    choice: { exclude: [], readOnly: false, ...options.choice },
    place: {
      pool,
      clock: systemClock,
      lean: options.lean ?? false,
      computer: makeComputer({ folder: artifacts }),
    },
    onBug: (error) => bugs.push(error),
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
    pool,
    artifacts,
    bugs,
    async call(name, args = {}, callOptions = {}) {
      return answer(await client.callTool({ name, arguments: args }, callOptions));
    },
    open(appId, activity) {
      const outcome = phone.start(appId, activity ?? null);
      if (!outcome.ok) throw new Error(`${appId}: ${outcome.reason}`);
    },
    received: () => phone.record.map(({ kind }) => kind),
    async close() {
      await client.close();
      await server.close();
      await pool.close();
      await face.close();
      for (const one of phones) one.close();
      rmSync(artifacts, { recursive: true, force: true });
    },
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
  if (text === undefined || !text.startsWith('{')) return {};
  return JSON.parse(text) as Record<string, unknown>;
}
