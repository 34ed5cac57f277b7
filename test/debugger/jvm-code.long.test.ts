/** Kinds of code that a debugger of Java meets, on a real Java virtual machine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { throughBoth } from './backends.ts';
import { testDevice } from './device.ts';
import { type CompiledDebuggee, compileDebuggee, hasJava, lineOf } from './jvm.ts';
import { plenty, type Scene } from './scenarios.ts';

const java = hasJava();
const at = (name: string, className = 'shop.Shop') =>
  ({ kind: 'class_line', className, line: lineOf(name) }) as const;

describe.skipIf(!java)(`code of a real machine${java ? '' : ' (left out: no JDK here)'}`, () => {
  let compiled: CompiledDebuggee;
  let scene: Scene;

  beforeAll(() => {
    compiled = compileDebuggee('-g');
  });
  afterAll(() => compiled.remove());
  const scenario = (name: string, play: () => Promise<void>, { needsClassFiles = false } = {}): void =>
    test.skipIf(needsClassFiles && testDevice !== undefined)(name, () =>
      throughBoth(compiled, async (opened) => {
        scene = opened;
        await play();
      }),
    );

  async function stopAt(name: string, command: string, className?: string): Promise<string> {
    const { id } = await scene.breakAt(at(name, className));
    scene.program.say(command);
    for (;;) {
      const event = await scene.event();
      if (event.kind !== 'stopped') continue;
      expect(event.stop.breakpointIds).toEqual([id]);
      return event.stop.threadId;
    }
  }

  scenario('into a constructor, into the one above it, and out of both', async () => {
    scene.program.say('fields'); // so that both classes are initialised
    await scene.program.line();
    await scene.breakAt(at('new'));
    scene.program.say('construct');
    const { threadId: thread } = await scene.stop();
    const stops = [];
    for (const kind of ['into', 'into', 'out', 'out'] as const) stops.push(await scene.step(thread, kind));
    const places = stops.map(({ locations: [place] }) => `${place?.className} ${place?.method}`);
    expect(places).toEqual([
      'shop.Shop$Gift <init>',
      'shop.Shop$Item <init>',
      'shop.Shop$Gift <init>',
      'shop.Shop construct',
    ]);
    expect(await scene.step(thread, 'over')).toMatchObject({ locations: [{ line: lineOf('made') }] });
    expect(await scene.locals(thread)).toMatchObject({ gift: expect.stringContaining('name="box"') });
  });

  scenario('over a call of itself: the next stop is in the same depth', async () => {
    const thread = await stopAt('factorial', 'factorial');
    const depth = async (): Promise<number | null> =>
      (await scene.ask((op, debuggee) => debuggee.stack(op, thread, { offset: 0, limit: 1 }))).total;
    const before = await depth();
    await scene.ask((op, debuggee) => debuggee.removeBreakpoint(op, 'b1'));
    await scene.step(thread, 'over');
    await scene.step(thread, 'over');
    expect(await depth()).toBe((before ?? 0) - 1);
    expect(await scene.evaluate(thread, 'line')).toBe('"factorial"');
  });

  scenario('a lambda is stepped into from the line that calls it', async () => {
    const thread = await stopAt('lambda', 'lambda');
    const into = await scene.step(thread, 'into');
    expect(into.locations[0]?.method).toMatch(/^lambda\$/);
    expect(into.breakpointIds).toEqual(['b1']);
    await scene.ask((op, debuggee) => debuggee.removeBreakpoint(op, 'b1'));
    const out = await scene.step(thread, 'out');
    expect(out.locations[0]?.method).toBe('forEach');
  });

  scenario('a step where native code runs is refused, and the stop is as it was', async () => {
    const thread = await stopAt('fields', 'fields');
    const refused: unknown[] = [];
    await scene.quietly(async (op, debuggee) => {
      for (const { id } of await debuggee.threads(op)) {
        const { frames } = await debuggee
          .stack(op, id, { offset: 0, limit: 2 })
          .catch(() => ({ frames: [] }));
        if (!frames.some(({ native }) => native)) continue;
        for (const kind of ['into', 'over', 'out'] as const) {
          refused.push(await debuggee.step(op, id, kind).catch((error: unknown) => error));
        }
      }
    });
    expect(refused.length).toBeGreaterThan(0);
    for (const each of refused) expect(each).toMatchObject({ code: 'DEBUGGER_LOCATION_UNAVAILABLE' });
    expect(await scene.evaluate(thread, 'gift.stars == 5')).toBe('true');
    expect(await scene.step(thread, 'out')).toMatchObject({ reason: 'step', locations: [{ method: 'run' }] });
  });

  scenario('fields of classes above and fields of the class itself', async () => {
    const thread = await stopAt('fields', 'fields');
    expect(await scene.evaluate(thread, 'gift.name == "box" && gift.price.cents == 250')).toBe('true');
    expect(await scene.evaluate(thread, 'gift.made > 0 && gift.stars == 5')).toBe('true');
    expect(await scene.evaluate(thread, 'größe == 5')).toBe('true');
    const children = await scene.ask(async (op, debuggee) => {
      const { frames } = await debuggee.stack(op, thread, { offset: 0, limit: 1 });
      const { values } = await debuggee.locals(op, frames[0]?.key ?? '', plenty);
      const key = values.find(({ name }) => name === 'gift')?.objectKey ?? '';
      return await debuggee.children(op, key, { offset: 0, limit: 20 }, plenty);
    });
    expect(children.values.map(({ name }) => name)).toEqual([
      'level',
      'stars',
      'name',
      'price',
      'static made',
    ]);
  });

  scenario(
    'a class that a second loader loads again is bound in both',
    async () => {
      const { id } = await scene.breakAt(at('later', 'shop.Later'));
      scene.program.say('reload');
      const loaders: (string | null | undefined)[] = [];
      while (loaders.length < 2) {
        const event = await scene.event();
        if (event.kind !== 'stopped') continue;
        expect(event.stop.breakpointIds).toEqual([id]);
        loaders.push(event.stop.locations[0]?.classLoaderId);
        await scene.resume();
      }
      expect(new Set(loaders).size).toBe(2);
      expect(await scene.program.line()).toBe('later late');
      const again = await scene.breakAt(at('later', 'shop.Later'));
      expect(
        again.status === 'verified' && again.locations.map(({ classLoaderId }) => classLoaderId),
      ).toEqual(expect.arrayContaining(loaders));
    },
    { needsClassFiles: true },
  );

  scenario('an uncaught exception, and not the caught one', async () => {
    const kind = {
      kind: 'exception',
      className: 'shop.Shop$OutOfStock',
      caught: false,
      uncaught: true,
    } as const;
    const { id } = await scene.breakAt(kind);
    scene.program.say('caught');
    expect(await scene.program.line()).toBe('caught');
    scene.program.say('uncaught');
    expect(await scene.event()).toMatchObject({ kind: 'breakpoint_verified' });
    expect(await scene.stop()).toMatchObject({
      reason: 'exception',
      description: 'shop.Shop$OutOfStock',
      breakpointIds: [id],
    });
    await scene.resume();
    expect(await scene.program.line()).toBe('uncaught');
  });

  scenario('a method is called only when that is allowed, and what it throws is no answer', async () => {
    const thread = await stopAt('getters', 'getters', 'shop.Shop$Getters');
    await expect(scene.evaluate(thread, 'this.count()')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await scene.evaluate(thread, 'asked')).toBe('0');
    expect(await scene.evaluate(thread, 'this.count() == 1 && asked == 1', true)).toBe('true');
    await expect(scene.evaluate(thread, 'this.fail()', true)).rejects.toThrow('threw an exception');
    await expect(scene.evaluate(thread, 'this.many()', true)).rejects.toThrow('no method many()');
    await scene.resume();
    expect(await scene.program.line()).toBe('getters 1');
  });

  scenario('a breakpoint in a method that an expression calls does not hold the call', async () => {
    const thread = await stopAt('getters', 'getters', 'shop.Shop$Getters');
    await scene.breakAt(at('count', 'shop.Shop$Getters'));
    await scene.breakAt({ kind: 'exception', className: null, caught: true, uncaught: true });
    expect(await scene.evaluate(thread, 'this.count()', true)).toBe('1');
    await expect(scene.evaluate(thread, 'this.fail()', true)).rejects.toThrow('threw an exception');
    expect(scene.events.filter(({ kind }) => kind === 'stopped')).toHaveLength(1);
    expect(await scene.step(thread, 'over')).toMatchObject({ reason: 'step' });
    await scene.ask((op, debuggee) => debuggee.detach(op));
    expect(await scene.program.line()).toBe('getters 1');
  });

  scenario('the process is killed in the middle of a call', async () => {
    const thread = await stopAt('getters', 'getters', 'shop.Shop$Getters');
    const called = scene.evaluate(thread, 'this.slow()', true).catch((error: unknown) => error);
    await scene.program.end();
    expect(await called).toMatchObject({ code: 'DEBUGGER_DISCONNECTED' });
    expect(await scene.event()).toMatchObject({ kind: 'ended' });
  });
});

describe.skipIf(!java || testDevice !== undefined)('a program without debug information', () => {
  test('stops where a method begins; its variables are unavailable, its fields are there', async () => {
    const bare = compileDebuggee('-g:none');
    try {
      await throughBoth(bare, async (scene) => {
        expect(await scene.breakAt({ kind: 'function', name: 'shop.Shop.add' })).toMatchObject({
          status: 'verified',
          locations: [{ method: 'add', file: null, line: null }],
        });
        scene.program.say('add');
        const { threadId } = await scene.stop();
        const locals = await scene.ask(async (op, debuggee) => {
          const { frames } = await debuggee.stack(op, threadId, { offset: 0, limit: 1 });
          return await debuggee.locals(op, frames[0]?.key ?? '', plenty);
        });
        expect(locals).toMatchObject({ availability: 'unavailable', values: [{ name: 'this' }] });
        expect(locals.reason).toContain('without variable information');
        expect(await scene.evaluate(threadId, 'total == 0')).toBe('true');
        await scene.resume();
        expect(await scene.program.line()).toBe('total 500');
      });
    } finally {
      bare.remove();
    }
  });
});
