/** The focus goes where FocusFinder sends it, on the demo apps and through the keys of a remote control. */
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { seen } from '../testing/probe.ts';
import { keyCodes } from './keys.ts';
import { createPhone } from './phone.ts';
import type { ViewNode } from './phone-types.ts';

const gallery = 'com.example.gallery';

const wordsOf = ({ contentDesc, text, children }: ViewNode): string =>
  contentDesc || text || children.map(wordsOf).join('');

function television(activity: string) {
  const phone = createPhone({
    clock: new ManualClock(),
    display: { width: 1_920, height: 1_080, density: 320 },
  });
  phone.start(gallery, activity);
  const focused = (): string | undefined => {
    const [first, ...more] = seen(phone).filter(({ node }) => node.focused);
    expect(more).toEqual([]);
    return first && wordsOf(first.node);
  };
  const press = (...keys: (keyof typeof keyCodes)[]): string | undefined => {
    for (const key of keys) phone.key(keyCodes[key]);
    return focused();
  };
  return { phone, press, focused };
}

describe('the keys of a D-pad', () => {
  test('the first one gives the focus, the next ones move it along rows and columns', () => {
    const { press } = television('.CalculatorActivity');
    expect(press('DPAD_DOWN')).toBe('7');
    expect(press('DPAD_RIGHT', 'DPAD_RIGHT')).toBe('9');
    expect(press('DPAD_DOWN')).toBe('6');
    expect(press('DPAD_LEFT', 'DPAD_UP')).toBe('8');
  });

  test('at the edge it stays', () => {
    const { press } = television('.CalculatorActivity');
    expect(press('DPAD_DOWN', 'DPAD_LEFT', 'DPAD_UP')).toBe('7');
  });

  test('the centre presses what has the focus', () => {
    const { phone, press } = television('.CalculatorActivity');
    press('DPAD_DOWN', 'DPAD_RIGHT', 'DPAD_CENTER', 'DPAD_CENTER');
    expect(seen(phone).some(({ node }) => node.text === '88')).toBe(true);
  });

  test('what lies beyond the edge of a list is scrolled to', () => {
    const { phone, press } = television('.GalleryActivity');
    const places = Array.from({ length: 14 }, () => press('DPAD_DOWN'));
    expect(new Set(places).size).toBe(14);
    expect(places).not.toContain(undefined);
    expect(seen(phone).find(({ node }) => node.focused)?.node.visibleToUser).toBe(true);
  });
});
