/** What lies over a target: where the finger comes down, as the phone records it, and what the answer says of it. */
import type { InputRecord } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good, sentDuring, textOn, viewOf } from '../contract/reading.ts';
import type { TestBedOptions } from '../harness.ts';

const gallery = 'com.example.gallery';
const none = { verificationMode: 'none' } as const;
const compact = { ...none, responseMode: 'compact' } as const;

const kinds: readonly (readonly [string, TestBedOptions, orderTold: boolean])[] = [
  ['Android 14 by dumps, which tell no drawing order', { android: '14' }, false],
  ['Android 16 by dumps, which tell it', { android: '16' }, true],
  ['Android 14 by the resident helper', { android: '14', helper: true }, true],
  ['iOS', { ios: {} }, false],
];

describe.each(kinds)('%s', (_title, options, orderTold) => {
  const made = oneBed(options);
  const ios = options.ios !== undefined;
  const show = (): void => {
    made().phone.forceStop(gallery);
    made().open(gallery, `${gallery}.CoverActivity`);
  };
  const tap = async (id: string, more: Record<string, unknown> = none) =>
    await made().call('tap_element', { selector: { resource_id: id }, ...more });
  const touched = () => textOn(made(), 'touched');
  const sent = async (run: () => Promise<void>): Promise<readonly InputRecord[]> =>
    await sentDuring(made(), run);

  test('a half covered control is touched where it is free, and the answer names what lies over its centre', async () => {
    show();
    const records = await sent(async () => {
      const data = good(await tap('pay', compact));
      expect(data['touched']).toMatchObject({ over: 'another element "Chat"' });
    });
    expect(records).toMatchObject([{ kind: 'tap', view: expect.stringMatching(/pay$/) }]);
    expect(touched()).toBe('Touched: pay');
  });

  test.each(['tap_element', 'long_press'])(
    '%s on what is covered as a whole is refused, with what covers it',
    async (tool) => {
      show();
      const records = await sent(async () => {
        const answer = await made().call(tool, { selector: { resource_id: 'hidden' }, ...none });
        expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
        expect(answer.data['message']).toContain('covered by another element "Front"');
        expect(answer.data['delivery_status']).toBe('not_delivered');
      });
      expect(records).toEqual([]);
      expect(touched()).toBe('Touched: nothing');
    },
  );

  test('waits, expectations and journeys judge as the tap does', async () => {
    show();
    const waited = await made().call('wait_for_ui', {
      selector: { resource_id: 'hidden' },
      condition: 'clickable',
      timeout_ms: 1_500,
    });
    expect(JSON.stringify(waited.data)).toContain('covered by another element');
    const free = await made().call('wait_for_ui', {
      selector: { resource_id: 'pay' },
      condition: 'clickable',
      timeout_ms: 2_000,
    });
    good(free);
    const journey = await made().call('run_journey', {
      platform: ios ? 'ios' : 'android',
      steps: [
        { id: 'pay', type: 'tap', selector: { resource_id: 'pay' } },
        { id: 'hidden', type: 'tap', selector: { resource_id: 'hidden' } },
      ],
    });
    expect(journey.data).toMatchObject({ stopped_at_step_id: 'hidden' });
    expect(touched()).toBe('Touched: pay');
  });

  test('steps of a journey name it too, and say why one failed', async () => {
    show();
    const steps = [
      { id: 'pay', type: 'tap', selector: { resource_id: 'pay' } },
      { id: 'free', type: 'tap', selector: { resource_id: 'front' } },
      {
        id: 'hidden',
        type: 'wait',
        selector: { resource_id: 'hidden' },
        condition: 'clickable',
        timeoutMs: 200,
      },
    ];
    const run = async (responseMode: string) =>
      await made().call('run_journey', { platform: ios ? 'ios' : 'android', steps, responseMode });
    const { data } = await run('compact');
    expect(data['steps']).toMatchObject([
      { result: { touched: { over: 'another element "Chat"' } } },
      { result: expect.not.objectContaining({ touched: expect.anything() }) },
      {
        result: {
          failure_code: 'TIMEOUT',
          reason: expect.stringContaining('covered by another element "Front"'),
        },
      },
    ]);
    const { texts } = await run('outline');
    expect(texts[0]).toMatch(/\n1 pay tap .*#pay: touched beside another element "Chat" · /);
    expect(texts[0]).toMatch(/\n2 free tap [^:]*#front · /);
  });

  test('searches and waits in outline name what lies over what they found', async () => {
    show();
    const search = await made().call('find_element', { query: 'Hidden', responseMode: 'outline' });
    expect(search.texts[0]).toMatch(/^FOUND find_element .*#hidden .*under another element "Front"/);
    const wait = await made().call('wait_for_ui', {
      selector: { resource_id: 'hidden' },
      responseMode: 'outline',
    });
    expect(wait.texts[0]).toMatch(/^FOUND wait_for_ui .*#hidden .*under another element "Front"/);
  });

  test('the order of drawing decides where it is told, else that of the document', async () => {
    show();
    const answer = await tap('raised');
    if (orderTold) {
      good(answer);
      expect(touched()).toBe('Touched: raised');
      good(await tap('flat'));
      expect(touched()).toBe('Touched: flat');
    } else expect(codeOf(answer)).toBe('ELEMENT_NOT_INTERACTABLE');
  });

  test('a bar that is listed before the list under it is touched, by name and by its point', async () => {
    made().phone.forceStop(gallery);
    made().open(gallery, `${gallery}.RaisedBarActivity`);
    const records = await sent(async () => {
      good(await tap('bar_up', compact));
      good(await made().call('get_ui_tree', { responseMode: 'compact' }));
      const [x, y] = middle(viewOf(made(), 'bar_up')?.bounds);
      expect(good(await made().call('tap', { ...point(x, y), ...none }))).toMatchObject({
        target: { resolved: { resource_id: expect.stringMatching(/bar_up$/) } },
      });
    });
    expect(records.map(({ view }) => view)).toEqual(Array(2).fill(expect.stringMatching(/bar_up$/)));
    expect(touched()).toBe('Touched: bar_up');
  });

  test('a swipe that scrolls begins where nothing lies over the list', async () => {
    made().phone.forceStop(gallery);
    made().open(gallery, `${gallery}.CoveredListActivity`);
    const records = await sent(async () => {
      const name = ios ? { contentDesc: 'Order 24' } : { text: 'Order 24' };
      good(await made().call('scroll_to_element', { selector: name, maxScrolls: 20 }));
    });
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['swipe']));
    for (const { view } of records) expect(view).toMatch(/orders$/);
    expect(touched()).toBe('Touched: nothing');
    good(await tap('order_24'));
    expect(touched()).toBe('Touched: order_24');
  });

  test('what takes no touches covers nothing', async () => {
    show();
    const { texts } = await made().call('get_ui_tree', { responseMode: 'outline' });
    const line = (id: string) => texts[0]?.split('\n').find((one) => one.includes(`#${id}`));
    if (!ios) {
      for (const id of ['free', 'bar_back', 'bar_title', 'card', 'caption'])
        expect(line(id), id).not.toMatch(/covered|under/);
      for (const id of ['free', 'bar_back']) {
        good(await tap(id));
        expect(touched()).toBe(`Touched: ${id}`);
      }
    }
    for (const id of ['hidden', 'pay']) expect(line(id), id).toMatch(/under another element/);
  });

  test('a control is touched beside those inside it, a text through the control without words over it', async () => {
    show();
    if (ios) return;
    good(await tap('card'));
    expect(touched()).toBe('Touched: card');
    good(await tap('caption'));
    expect(touched()).toBe('Touched: stretched');
  });

  test('coordinates: the answer says what was touched, in every mode', async () => {
    for (const verificationMode of ['full', 'light', 'none'] as const) {
      show();
      good(await made().call('get_ui_tree', { responseMode: 'compact' }));
      const [x, y] = middle(viewOf(made(), 'chat')?.bounds);
      const data = good(await made().call('tap', { ...point(x, y), verificationMode }));
      expect(data, verificationMode).toMatchObject({
        target: { resolved: { resource_id: expect.stringMatching(/chat$/) } },
      });
      expect(touched()).toBe('Touched: chat');
    }
  });

  test('coordinates where nothing takes a touch: said in one field, and sent all the same', async () => {
    show();
    good(await made().call('get_ui_tree', { responseMode: 'compact' }));
    const [x, y] = middle(viewOf(made(), 'touched')?.bounds);
    const records = await sent(async () => {
      const data = good(await made().call('tap', { ...point(x, y), ...none }));
      expect(data['touched']).toMatchObject({ takes_touch: false });
    });
    expect(records).toHaveLength(1);
  });

  /** Of the phone's pixels; input on iOS is in points. */
  const point = (x: number, y: number) => {
    const scale = ios ? (made().phone.displays[0]?.density ?? 160) : 160;
    return ios ? { x: Math.round((x * 160) / scale), y: Math.round((y * 160) / scale) } : { x, y };
  };
});

function middle([left, top, right, bottom]: readonly number[] = []): readonly [number, number] {
  return [Math.round(((left ?? 0) + (right ?? 0)) / 2), Math.round(((top ?? 0) + (bottom ?? 0)) / 2)];
}
