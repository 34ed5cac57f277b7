import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyPress } from '../hid-keys.ts';
import { WdaDriver } from './wda-driver.ts';

interface Request {
  readonly line: string;
  readonly body: unknown;
}

let server: Server;
let url: string;
let received: Request[];
let replies: Map<string, unknown>;
let driver: WdaDriver;
let dispatch: Dispatch;

beforeEach(async () => {
  received = [];
  replies = new Map<string, unknown>([['POST /session', { value: { sessionId: 'S1' } }]]);
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method} ${request.url}`;
      const text = Buffer.concat(chunks).toString();
      received.push({ line, body: text === '' ? null : JSON.parse(text) });
      const reply = replies.get(line) ?? { value: null };
      if (reply === 'hang') return;
      if (reply === 'break') return void request.socket.destroy();
      response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  driver = new WdaDriver(url);
  dispatch = startDispatch(5_000);
});

afterEach(async () => {
  dispatch[Symbol.dispose]();
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
});

const lines = (): readonly string[] => received.map(({ line }) => line);
const source = 'GET /source?format=json&excluded_attributes=visible';
const actions = 'POST /session/S1/actions';

test('the source is read without what makes it slow', async () => {
  const button = { type: 'Button', label: 'Buy', rawIdentifier: 'buy', value: null, isEnabled: '1' };
  const rect = { x: 0, y: 0, width: 402, height: 874 };
  const root = {
    type: 'Application',
    label: 'Shop',
    rect,
    children: [{ ...button, rect: { x: 1, y: 2, width: 3, height: 4 } }],
  };
  replies.set(source, { value: root, sessionId: null });
  const reading = await driver.read(dispatch);
  expect(reading.roots[0]?.children[0]).toMatchObject({
    identifier: 'buy',
    enabled: true,
    frame: [1, 2, 4, 6],
  });
  expect(lines()).toEqual([source]);
});

test('gestures go into one session, that is made when first needed', async () => {
  await driver.perform(dispatch, { kind: 'tap', at: [10.4, 20], holdMs: 50 });
  await driver.perform(dispatch, { kind: 'swipe', from: [1, 2], to: [3, 4], durationMs: 300 });
  await driver.perform(dispatch, {
    kind: 'pinch',
    center: [200, 400],
    scale: 2,
    radius: 100,
    durationMs: 400,
  });
  await driver.perform(dispatch, { kind: 'text', text: 'é\r\n' });
  await driver.perform(dispatch, { kind: 'clear', length: 2 });
  await driver.perform(dispatch, {
    kind: 'keys',
    presses: [keyPress('home'), keyPress('enter'), keyPress('lock')],
  });
  expect(lines()).toEqual([
    'POST /session',
    ...[actions, actions, actions],
    ...['POST /session/S1/wda/keys', 'POST /session/S1/wda/keys'],
    ...['POST /session/S1/wda/pressButton', 'POST /session/S1/wda/keys', 'POST /session/S1/wda/lock'],
  ]);
  expect(received[1]?.body).toEqual({
    actions: [
      {
        type: 'pointer',
        id: 'finger1',
        parameters: { pointerType: 'touch' },
        actions: [
          { type: 'pointerMove', duration: 0, x: 10, y: 20 },
          { type: 'pointerDown', button: 0 },
          { type: 'pause', duration: 50 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ],
  });
  expect(JSON.stringify(received[3]?.body)).toContain('"x":150');
  expect(received.slice(4, 8).map(({ body }) => body)).toEqual([
    { value: ['é', '\n'] },
    { value: ['\b', '\b'] },
    { name: 'home' },
    { value: ['\n'] },
  ]);
  expect(eventsOf(dispatch).filter((word) => word === 'answered')).toHaveLength(8);
});

test('a session that is gone is made anew, for what never reached it', async () => {
  await driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
  replies.set(actions, { value: { error: 'invalid session id', message: 'Session does not exist' } });
  replies.set('POST /session', { value: { sessionId: 'S2' } });
  await driver.perform(dispatch, { kind: 'tap', at: [1, 2], holdMs: 50 });
  expect(lines().slice(2)).toEqual([actions, 'POST /session', 'POST /session/S2/actions']);
});

describe('failures', () => {
  const tap = { kind: 'tap', at: [1, 2], holdMs: 50 } as const;

  test('in its words', async () => {
    replies.set(source, { value: { error: 'unknown error', message: 'kAXErrorIllegalArgument' } });
    await expect(driver.read(dispatch.unrecorded())).rejects.toMatchObject({ code: 'OBSERVATION_FAILED' });
    replies.set(actions, { value: { error: 'invalid argument', message: 'out of bounds' } });
    await expect(driver.perform(dispatch, tap)).rejects.toMatchObject({ code: 'ACTION_REJECTED' });
    expect(eventsOf(dispatch)).toEqual(['sending']);
  });

  test('of a connection that breaks leave open whether it arrived', async () => {
    replies.set(actions, 'break');
    await expect(driver.perform(dispatch, tap)).rejects.toMatchObject({
      kind: 'broken',
      delivery: 'unknown',
    });
    expect(lines().filter((line) => line === actions)).toHaveLength(1);
  });

  test('of nobody who listens do not', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => {
      closed.listen(0, '127.0.0.1', resolve);
    });
    const nobody = new WdaDriver(`http://127.0.0.1:${(closed.address() as AddressInfo).port}`);
    await new Promise<void>((resolve) => {
      closed.close(() => resolve());
    });
    await expect(nobody.perform(dispatch, tap)).rejects.toMatchObject({
      kind: 'missing',
      delivery: 'not_delivered',
    });
    await expect(nobody.read(dispatch)).rejects.toMatchObject({
      kind: 'missing',
      fix: expect.stringContaining('IOS_WDA_URL'),
    });
  });

  test('of another server', async () => {
    replies.set(source, '<html>');
    await expect(driver.read(dispatch)).rejects.toMatchObject({ kind: 'broken' });
  });

  test('by the end of the operation', async () => {
    replies.set(source, 'hang');
    using short = startDispatch(100);
    await expect(driver.read(short)).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

test('pictures are PNGs', async () => {
  replies.set('GET /screenshot', { value: Buffer.from('png').toString('base64') });
  expect(Buffer.from(await driver.picture(dispatch)).toString()).toBe('png');
});

test.each([true, false])('the lock screen: %s', async (value) => {
  replies.set('GET /wda/locked', { value });
  expect(await driver.locked(dispatch)).toBe(value);
});
