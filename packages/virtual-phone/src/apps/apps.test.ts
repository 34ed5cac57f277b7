/** Every screen of every app starts, shows what its header names, and can be left. */
import { readFileSync } from 'node:fs';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, test } from 'vitest';
import { createPhone } from '../phone/phone.ts';
import { centre, look, seen, tapView, view } from '../testing/probe.ts';
import { virtualApps } from './index.ts';

const screens = virtualApps.flatMap((app) =>
  app.activities.filter(({ exported }) => exported).map(({ name }) => [app.packageName, name] as const),
);

describe('all apps', () => {
  test.each(screens)('%s %s starts and is drawn', (packageName, name) => {
    const phone = createPhone({ clock: new ManualClock() });
    expect(phone.start(packageName, name)).toMatchObject({ ok: true });
    expect(phone.resumedActivity()?.activity).toBe(`${packageName}/${name}`);
    const own = seen(phone).filter(({ node }) => node.packageName === packageName);
    expect(own.length).toBeGreaterThan(5);
    const windowOf = phone.windows()[0];
    for (const { node } of own) expect(node.bounds[2]).toBeLessThanOrEqual(windowOf?.bounds[2] ?? 0);
  });

  test.each([
    'settings.ts',
    'shop.ts',
    'notes.ts',
    'latency.ts',
    'stress.ts',
    'gallery-motion.ts',
    'gallery-lists.ts',
    'gallery-controls.ts',
    'gallery-worlds.ts',
    'gallery-system.ts',
  ])('the head of %s names only ids that its code has', (file) => {
    const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
    const source =
      file === 'shop.ts'
        ? ['shop.ts', 'shop-login.ts', 'shop-products.ts', 'shop-cart.ts'].map(read).join('\n')
        : read(file);
    const [head = '', ...rest] = source.split('*/');
    const code = rest.join('*/');
    const named = [...head.matchAll(/`([a-z][a-z_0-9]*)`/g)].map(([, id = '']) => id);
    expect(named.length).toBeGreaterThan(0);
    const missing = named.filter((id) => {
      const stem = id.replace(/_(\d+|n)$/, '_');
      return (
        !code.includes(`'${id}'`) &&
        !code.includes(`'#${id}'`) &&
        !code.includes(`\`${stem}$`) &&
        !code.includes(`('${id}'`)
      );
    });
    expect(missing.filter((id) => !id.startsWith('size_'))).toEqual([]);
  });
});

describe('screens that change by themselves', () => {
  test.each([
    ['.AnimationActivity', true],
    ['.TickingActivity', true],
    ['.LoaderActivity', true],
    ['.ProgressActivity', false],
    ['.TabsActivity', false],
    ['.FlickerActivity', false],
  ])('%s keeps a dump from idling: %s', (activity, animating) => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', activity);
    expect(phone.isAnimating()).toBe(animating);
  });

  test('the loader settles, the clock ticks, the text changes in place', async () => {
    const clock = new ManualClock();
    const phone = createPhone({ clock });
    phone.start('com.example.gallery', '.LoaderActivity');
    await clock.advance(1_500);
    expect([view(phone, 'result').text, phone.isAnimating()]).toEqual(['Loaded 3 results', false]);
    phone.start('com.example.gallery', '.TickingActivity');
    await clock.advance(3_000);
    expect(view(phone, 'clock').text).toBe('12:00:03');
    tapView(phone, 'stop');
    await clock.advance(5_000);
    expect([view(phone, 'clock').text, phone.isAnimating()]).toEqual(['12:00:03', false]);
    phone.start('com.example.gallery', '.TickingActivity');
    phone.start('com.android.settings', null);
    const { lastChangeMs } = phone;
    await clock.advance(3_000);
    expect(phone.lastChangeMs).toBe(lastChangeMs);
    phone.start('com.example.gallery', '.InPlaceActivity');
    tapView(phone, 'start');
    const states = [view(phone, 'status').text];
    for (let n = 0; n < 2; n++) {
      await clock.advance(600);
      states.push(view(phone, 'status').text);
    }
    expect(states).toEqual(['Waiting', 'Working', 'Done']);
  });
});

describe('tool kits', () => {
  test('Compose tags are ids without a package, or no ids at all', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', '.ComposeActivity');
    const [x, y] = [view(phone, 'counter_button').bounds[0] + 5, view(phone, 'counter_button').bounds[1] + 5];
    phone.tap(x, y);
    expect(view(phone, 'counter_text')).toMatchObject({
      resourceId: 'counter_text',
      text: 'Clicked 1 times',
    });
    phone.start('com.example.gallery', '.ComposeNoIdsActivity');
    const inside = seen(phone).filter(({ node }) => node.testTag);
    expect(inside.map(({ node }) => [node.resourceId, node.testTag])).toContainEqual(['', 'counter_button']);
  });

  test('Flutter-like screens speak in descriptions only', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', '.FlutterActivity');
    tapView(phone, 'Add Laptop');
    expect(look(phone, 'Items in cart\n1')).toMatchObject({ text: '', resourceId: '' });
  });

  test('a right-to-left screen cuts its second button at the left edge', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', '.RtlActivity');
    const buttons = seen(phone).filter(({ node }) => node.contentDesc === 'Add to cart');
    expect(buttons).toHaveLength(2);
    expect(buttons[1]?.node.bounds[0]).toBe(0);
  });

  test('tabs tell which is selected; one label has no area', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.gallery', '.TabsActivity');
    tapView(phone, 'tab_saved');
    expect(view(phone, 'tab_saved').selected).toBe(true);
    expect(view(phone, 'tab_content').text).toBe('Saved homes');
    expect(view(phone, 'tab_game_label').bounds).toEqual([0, 0, 0, 0]);
  });
});

describe('the settings app', () => {
  test('searches, switches and keeps its values in the phone', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.android.settings', null);
    tapView(phone, 'search_field');
    phone.typeText('net');
    expect(look(phone, 'Battery')).toBeUndefined();
    tapView(phone, 'Network & internet');
    tapView(phone, 'wifi_switch');
    expect(phone.settings.get('global', 'wifi_on')).toBe('0');
    phone.settings.put('global', 'wifi_on', '1');
    expect(view(phone, 'wifi_switch').checked).toBe(true);
  });

  test('makes a developer of whom taps seven times', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.android.settings', '.AboutActivity');
    for (let n = 0; n < 7; n++) tapView(phone, 'build_number');
    expect(look(phone, 'You are now a developer!')).toBeDefined();
  });
});

describe('large trees', () => {
  test('10,000 cells are laid out in one go', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.stress', '.WideTreeActivity', { extras: { count: '10000' } });
    expect(seen(phone).length).toBeGreaterThan(2_000);
  });

  test('200 levels are', () => {
    const phone = createPhone({ clock: new ManualClock() });
    phone.start('com.example.stress', '.DeepTreeActivity');
    expect(view(phone, 'deepest').text).toBe('Two hundred levels down');
  });
});

describe('what the tree reports can be touched where it says', () => {
  // Where views lie over views, what is touched is not always what is reported there.
  const flat = screens.filter(([, name]) => !/\.(?:Cover\w*|Bars)Activity$/.test(name));
  test.each(flat)('%s %s', (packageName, name) => {
    const open = (): ReturnType<typeof createPhone> => {
      const phone = createPhone({ clock: new ManualClock() });
      phone.start(packageName, name);
      return phone;
    };
    const all = seen(open());
    const covering = all.filter(({ window }) => window.type === 'system');
    const targets = all.filter(({ window, node }) => {
      const [x, y] = centre(node);
      const covered = covering.some(
        ({ window: { bounds: b } }) => x >= b[0] && x < b[2] && y >= b[1] && y < b[3],
      );
      return window.focused && node.clickable && node.resourceId !== '' && !covered;
    });
    for (const { node } of targets.slice(0, 12)) {
      const phone = open();
      phone.tap(...centre(node));
      expect(phone.record.findLast(({ kind }) => kind === 'tap')?.view).toBe(node.resourceId);
    }
  });
});
