/** A real iPhone: apps start where nothing can read its screen, and text is typed where no reading tells the focus. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, good } from '../contract/reading.ts';
import { part } from './phone-side.ts';
import { type RealIphone, realIphone, shop } from './real-iphone-bed.ts';

let phone: RealIphone;

afterEach(async () => await phone.close());

describe('without WebDriverAgent', () => {
  beforeEach(async () => {
    phone = await realIphone();
  });

  test.each(['full', 'light', 'none'] as const)(
    'start_app and restart_app launch, and say what was not seen, %s',
    async (verificationMode) => {
      const started = good(await phone.call('start_app', { appId: shop, verificationMode }));
      expect(phone.received).toEqual([`launch ${shop}`]);
      expect(started).toMatchObject({ success: true, delivery_status: 'delivered' });
      const verification = part(started, 'verification');
      if (verificationMode === 'none') expect(verification).toMatchObject({ status: 'not_requested' });
      else
        expect(verification).toMatchObject({
          status: 'unavailable',
          reason: expect.stringContaining('WebDriverAgent'),
        });
      if (verificationMode === 'full')
        expect(verification['look_before']).toMatchObject({ code: 'CAPABILITY_MISSING' });
      phone.received.length = 0;
      const restarted = good(await phone.call('restart_app', { appId: shop, verificationMode }));
      expect(phone.received).toEqual(['terminate 7', `launch ${shop}`]);
      expect(restarted).toMatchObject({ success: true, details: { terminated_before_restart: true } });
    },
  );

  test('what touches or reads its screen is refused before anything is sent, with what would make it work', async () => {
    for (const [tool, args] of [
      ['tap', { x: 10, y: 10 }],
      ['get_ui_tree', {}],
      ['focus_element', { selector: { text: 'Buy' } }],
    ] as const) {
      const refused = await phone.call(tool, args);
      expect(codeOf(refused)).toBe('CAPABILITY_MISSING');
      expect(JSON.stringify(refused.data)).toContain('WebDriverAgent');
    }
    expect(phone.received).toEqual([]);
  });
});

describe('with WebDriverAgent, whose tree tells no focus of the keyboard', () => {
  let agent: Server;
  /** Touches and keys that the agent was told to send. */
  let sent: string[];
  let typed: string;
  /** The field that the keyboard is for; null before a touch. */
  let focus: keyof typeof fields | null;
  let tellsActive: boolean;

  beforeEach(async () => {
    [sent, typed, focus, tellsActive] = [[], '', null, true];
    agent = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => response.end(JSON.stringify({ value: reply(request.url ?? '', chunks) })));
    });
    await new Promise<void>((resolve) => {
      agent.listen(0, '127.0.0.1', resolve);
    });
    phone = await realIphone(`http://127.0.0.1:${(agent.address() as AddressInfo).port}/`);
  });

  afterEach(async () => {
    agent.closeAllConnections();
    await new Promise<void>((resolve) => {
      agent.close(() => resolve());
    });
  });

  const rect = (y: number, height = 40) => ({ x: 20, y, width: 350, height });
  const common = { isEnabled: '1', isFocused: '0', value: null, children: [] };
  const fields = {
    name: { ...common, type: 'TextField', label: 'Name', rect: rect(100) },
    pin: { ...common, type: 'SecureTextField', label: 'Pin', rect: rect(160) },
    nickname: { ...common, type: 'TextField', label: 'Nickname', rect: rect(220) },
  };
  const screen = () => ({
    ...common,
    type: 'Application',
    label: 'Shop',
    rect: { x: 0, y: 0, width: 390, height: 844 },
    children: [
      ...Object.entries(fields).map(([rawIdentifier, field]) => ({
        ...field,
        rawIdentifier,
        value: (rawIdentifier === focus && field.type === 'TextField' && typed) || null,
      })),
      { ...common, type: 'Button', rawIdentifier: 'next', label: 'Continue', rect: rect(280) },
      ...(focus
        ? [{ ...common, type: 'Keyboard', label: null, rect: { x: 0, y: 560, width: 390, height: 284 } }]
        : []),
    ],
  });
  /** `nickname` hands its focus on to the masked field at once. */
  const touchAt = (y: number): keyof typeof fields => (y < 150 ? 'name' : 'pin');
  const reply = (url: string, body: readonly Buffer[]): unknown => {
    const words = Buffer.concat(body).toString();
    if (url.startsWith('/source')) return screen();
    if (url === '/session') return { sessionId: 'S1' };
    if (url.endsWith('/element/active'))
      return focus && tellsActive ? { ELEMENT: focus } : { error: 'no such element', message: 'none' };
    if (url.endsWith('/rect')) return focus && fields[focus].rect;
    if (url.endsWith('/actions')) {
      const [, x, y] = /"x":(\d+),"y":(\d+)/.exec(words) ?? [];
      sent.push(`touch ${x},${y}`);
      focus = touchAt(Number(y));
    }
    if (url.endsWith('/wda/keys')) {
      const { value } = JSON.parse(words) as { value: string[] };
      typed += value.join('');
      sent.push(`keys ${value.join('')}`);
    }
    return null;
  };
  const type = (id: string) => phone.call('type_text', { selector: { resource_id: id }, text: 'Ada' });

  test('text goes into the field that is seen to have the keyboard', async () => {
    const data = good(await type('name'));
    expect(sent).toEqual(['touch 195,120', 'keys Ada']);
    expect(data['details']).toMatchObject({ matches: true });
    expect(data['details']).not.toHaveProperty('focus_seen');
  });

  test('no text goes into a masked field that took the focus of the target', async () => {
    const refused = await type('nickname');
    expect(codeOf(refused)).toBe('ELEMENT_NOT_INTERACTABLE');
    expect(JSON.stringify(refused.data)).toContain('#pin (masked)');
    expect(sent).toEqual(['touch 195,240']);
  });

  test('where the agent does not tell it, the answer says that the focus was not seen', async () => {
    tellsActive = false;
    const data = good(await type('name'));
    expect(sent).toEqual(['touch 195,120', 'keys Ada']);
    expect(data['details']).toMatchObject({ focus_seen: false, matches: true });
  });

  test('a button as target is refused, with the fields that there are, and nothing is sent', async () => {
    const refused = await type('next');
    expect(codeOf(refused)).toBe('ELEMENT_NOT_INTERACTABLE');
    expect(refused.data).toMatchObject({ delivery_status: 'not_delivered' });
    expect(JSON.stringify(refused.data)).toContain('#name');
    expect(sent).toEqual([]);
  });
});
