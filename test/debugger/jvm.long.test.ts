/**
 * Both JVM backends against a real Java virtual machine, whose JDWP agent is the one that Android's is made from. Each
 * scenario is played through the native backend and through JDI, and all that they answered is compared.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { throughBoth } from './backends.ts';
import { testDevice } from './device.ts';
import { type CompiledDebuggee, compileDebuggee, hasJava, lineOf } from './jvm.ts';
import { plenty, type Scene } from './scenarios.ts';

const java = hasJava();
if (!java) console.warn('JDWP against a real machine: skipped, java and javac are not installed');

const shop = 'shop.Shop';
const at = (name: string, className = shop) =>
  ({ kind: 'class_line', className, line: lineOf(name) }) as const;

describe.skipIf(!java)('a real machine', () => {
  let compiled: CompiledDebuggee;
  const scenario = (name: string, play: (scene: Scene) => Promise<void>, { skip = false } = {}): void =>
    test.skipIf(skip)(name, () => throughBoth(compiled, play));
  /** An app of a device has no room for it. */
  const largeHeap = { skip: testDevice !== undefined };

  beforeAll(() => {
    compiled = compileDebuggee('-g');
  });
  afterAll(() => compiled.remove());

  scenario('stops at a loaded line, tells locals, steps into, over and out, and runs on', async (scene) => {
    expect(await scene.breakAt(at('sum'))).toMatchObject({
      status: 'verified',
      locations: [{ className: shop, method: 'add', file: 'Shop.java', line: lineOf('sum') }],
    });
    scene.program.say('add');
    const stop = await scene.stop();
    expect(stop).toMatchObject({ reason: 'breakpoint', locations: [{ method: 'add' }] });
    const { threadId } = stop;
    expect(await scene.locals(threadId)).toEqual({
      this: 'Shop(total=0)',
      item: 'Item(name="cup", price=Price(cents=250, currency="EUR"))',
      count: '2',
    });
    const into = await scene.step(threadId, 'into');
    expect(into).toMatchObject({
      reason: 'step',
      locations: [{ className: 'shop.Shop$Price', method: 'cents' }],
    });
    const out = await scene.step(threadId, 'out');
    expect(out.locations[0]).toMatchObject({ method: 'add', line: lineOf('sum') });
    await scene.step(threadId, 'over');
    const over = await scene.step(threadId, 'over');
    expect(over.locations[0]).toMatchObject({ method: 'add', line: lineOf('added') });
    expect(await scene.locals(threadId)).toMatchObject({ sum: '500', this: 'Shop(total=500)' });
    const frames = await scene.ask((op, debuggee) => debuggee.stack(op, threadId, { offset: 0, limit: 10 }));
    expect(frames.frames.map(({ location }) => location.method)).toEqual([
      'add',
      'run',
      'main',
      ...scene.program.outerFrames,
    ]);
    expect(frames.total).toBe(3 + scene.program.outerFrames.length);
    await scene.resume();
    expect(await scene.program.line()).toBe('total 500');
  });

  scenario('a step into a constructor and over a line that a breakpoint shares: one stop', async (scene) => {
    await scene.breakAt(at('add'));
    const inConstructor = await scene.breakAt({
      kind: 'class_line',
      className: 'shop.Shop$Item',
      line: lineOf('item-name'),
    });
    expect(inConstructor.status).toBe('pending'); // nothing has made an item yet
    scene.program.say('add');
    const { threadId } = await scene.stop();
    await scene.ask((op, debuggee) => debuggee.step(op, threadId, 'over'));
    expect(await scene.event()).toMatchObject({
      kind: 'breakpoint_verified',
      breakpointId: inConstructor.id,
    });
    const stop = await scene.stop();
    expect(stop).toMatchObject({
      reason: 'breakpoint',
      breakpointIds: [inConstructor.id],
      locations: [{ method: '<init>' }],
    });
    await scene.ask((op, debuggee) => debuggee.removeBreakpoint(op, inConstructor.id));
    await scene.resume();
    expect(await scene.program.line()).toBe('total 500');
  });

  scenario('a class that is loaded later: pending, then verified, then hit', async (scene) => {
    const later = await scene.breakAt(at('later', 'shop.Later'));
    expect(later.status).toBe('pending');
    scene.program.say('later');
    expect(await scene.event()).toMatchObject({ kind: 'breakpoint_verified', breakpointId: later.id });
    const stop = await scene.stop();
    expect(stop.breakpointIds).toEqual([later.id]);
    expect(await scene.locals(stop.threadId)).toEqual({ word: '"late"' });
    await scene.resume();
    expect(await scene.program.line()).toBe('later late');
  });

  scenario('by file and line, by function; lambdas, recursion', async (scene) => {
    const inLambda = await scene.breakAt({
      kind: 'file_line',
      file: 'src/shop/Shop.java',
      line: lineOf('lambda'),
    });
    expect(inLambda).toMatchObject({ status: 'verified' });
    scene.program.say('lambda');
    const outer = await scene.stop();
    expect(outer.locations[0]?.method).toBe('lambda');
    await scene.resume();
    const inner = await scene.stop();
    expect(inner.locations[0]?.method).toMatch(/^lambda\$/);
    expect(await scene.locals(inner.threadId)).toMatchObject({ value: '1' });
    await scene.ask((op, debuggee) => debuggee.removeBreakpoint(op, inLambda.id));
    await scene.resume();
    expect(await scene.program.line()).toBe('lambda [2, 4, 6, 0]');
    expect(
      await scene.breakAt({ kind: 'function', name: 'shop.Shop.factorial' }, { condition: 'n == 2' }),
    ).toMatchObject({ status: 'verified' });
    scene.program.say('factorial');
    const deep = await scene.stop();
    const { frames } = await scene.ask((op, debuggee) =>
      debuggee.stack(op, deep.threadId, { offset: 0, limit: 20 }),
    );
    expect(frames.filter(({ location }) => location.method === 'factorial')).toHaveLength(4);
    expect(await scene.locals(deep.threadId, 3)).toEqual({ n: '5' });
  });

  scenario('values as a person reads them, from fields alone', async (scene) => {
    await scene.breakAt(at('all'));
    scene.program.say('all');
    const { threadId } = await scene.stop();
    const locals = await scene.locals(threadId);
    expect(locals).toMatchObject({
      items:
        'ArrayList(3) [Item(name="item0", price=Price), Item(name="item1", price=Price), Item(name="item2", price=Price)]',
      stock: 'LinkedHashMap(2) {"a": 1, "b": 2}',
      sorted: 'TreeMap(2) {"a": 1, "b": 2}',
      hashed: 'HashMap(2) {"a": 1, "b": 2}',
      fixed: 'ListN(3) [1, 2, 3]',
      gift: 'Gift(level=Level.HIGH, stars=5, name="box", price=Price(cents=250, currency="EUR"))',
      wide: '1099511627776',
      letter: "'q'",
      yes: 'true',
      nothing: 'null',
    });
    expect(locals['big']).toMatch(/^"x{256}…"$/);
    expect(locals['numbers']).toBe('int[5000] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, …}');
    expect(await scene.evaluate(threadId, 'numbers[4999] == 7 && items.size == 3 && !(letter == "x")')).toBe(
      'true',
    );
    expect(await scene.evaluate(threadId, 'big.length')).toBe(String(2 * 1024 * 1024));
    expect(await scene.evaluate(threadId, 'gift.price.cents')).toBe('250');
    expect(await scene.evaluate(threadId, 'stock.length')).toBe('2');
    expect(await scene.evaluate(threadId, 'gift.made')).toBe('4');
    await expect(scene.evaluate(threadId, 'gift.label()')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    expect(await scene.evaluate(threadId, 'gift.label()', true)).toBe('"box 250"');
    await expect(scene.evaluate(threadId, 'nothing.name')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    const slice = await scene.ask(async (op, debuggee) => {
      const { frames } = await debuggee.stack(op, threadId, { offset: 0, limit: 1 });
      const { values } = await debuggee.locals(op, frames[0]?.key ?? '', plenty);
      const numbers = values.find(({ name }) => name === 'numbers');
      return await debuggee.children(op, numbers?.objectKey ?? '', { offset: 4_990, limit: 100 }, plenty);
    });
    expect(slice).toMatchObject({ kind: 'elements', total: 5_000 });
    expect(slice.values.at(-1)).toMatchObject({ name: '[4999]', value: '7' });
    expect(slice.values).toHaveLength(10);
  });

  scenario(
    'strings that are too long to be sent: their beginning and length, at once',
    async (scene) => {
      await scene.breakAt(at('huge'), { condition: 'huge != "x" && huge.length == 83886080' });
      await scene.breakAt(at('huge'), { logMessage: '{wide}' });
      scene.program.say('huge');
      expect(await scene.event()).toMatchObject({ kind: 'log_point', message: `${'€'.repeat(256)}…` });
      const { threadId } = await scene.stop();
      expect(await scene.locals(threadId)).toEqual({
        huge: `"${'x'.repeat(256)}…"`,
        wide: `"${'€'.repeat(256)}…"`,
        same: `"${'x'.repeat(256)}…"`,
      });
      expect(await scene.evaluate(threadId, 'wide.length')).toBe(String(40 << 20));
      expect(await scene.evaluate(threadId, 'huge == huge && huge != "x"')).toBe('true');
      await expect(scene.evaluate(threadId, 'huge == same')).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('too long'),
      });
      await scene.resume();
      expect(await scene.program.line()).toMatch(/^huge /);
    },
    largeHeap,
  );

  scenario('conditions, log points, a condition that fails', async (scene) => {
    const log = await scene.breakAt(at('factorial'), { logMessage: 'n is {n} {{of}}' });
    await scene.breakAt(at('factorial'), { condition: 'nobody == 1' });
    scene.program.say('factorial');
    expect(await scene.event()).toMatchObject({
      kind: 'log_point',
      breakpointId: log.id,
      message: 'n is 5 {of}',
      hitCount: 1,
    });
    expect(await scene.stop()).toMatchObject({ reason: 'condition_error' });
    await expect(scene.breakAt(at('factorial'), { condition: 'n ==' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  scenario('a line without code is rejected, with the nearest ones', async (scene) => {
    const rejected = await scene.breakAt({ kind: 'class_line', className: shop, line: 1 });
    expect(rejected).toMatchObject({ status: 'rejected' });
    expect(rejected.status === 'rejected' && rejected.candidates.length).toBeGreaterThan(0);
  });

  scenario('caught and uncaught exceptions', async (scene) => {
    const exception = { kind: 'exception', className: 'shop.Shop$OutOfStock' } as const;
    await scene.breakAt({ ...exception, caught: true, uncaught: false });
    scene.program.say('caught');
    const verified = await scene.event();
    expect(verified.kind).toBe('breakpoint_verified');
    const stop = await scene.stop();
    expect(stop).toMatchObject({
      reason: 'exception',
      description: 'shop.Shop$OutOfStock',
      locations: [{ line: lineOf('throw') }],
    });
    await scene.resume();
    expect(await scene.program.line()).toBe('caught');
  });

  scenario('two threads in a deadlock: who holds and who waits', async (scene) => {
    await scene.breakAt(at('stuck'));
    const running = await scene.ask((op, debuggee) => debuggee.threads(op));
    expect(running.find(({ name }) => name === 'main')).toMatchObject({ state: 'running', holds: [] });
    scene.program.say('deadlock');
    await scene.stop();
    const threads = await scene.ask((op, debuggee) => debuggee.threads(op));
    expect(threads.find(({ name }) => name === 'main')).toMatchObject({ state: 'suspended', waitsFor: null });
    const [one, two] = ['one', 'two'].map((name) => threads.find((thread) => thread.name === name));
    expect(one).toMatchObject({ state: 'monitor', waitsFor: { ownerThreadId: two?.id } });
    expect(two).toMatchObject({ state: 'monitor', waitsFor: { ownerThreadId: one?.id } });
    expect(one?.holds).toEqual([two?.waitsFor?.lock]);
  });

  scenario('a step out of the last frame of a thread is told as its end', async (scene) => {
    await scene.breakAt(at('short'));
    scene.program.say('thread');
    const { threadId } = await scene.stop();
    await scene.ask((op, debuggee) => debuggee.step(op, threadId, 'out'));
    expect(await scene.event()).toEqual({ kind: 'step_ended', threadId });
    expect(await scene.program.line()).toBe('thread');
  });

  scenario('the process ends in mid-call; the connection ends without a word', async (scene) => {
    scene.program.say('exit');
    expect(await scene.event()).toMatchObject({ kind: 'ended' });
    await expect(scene.ask((op, debuggee) => debuggee.threads(op))).rejects.toMatchObject({
      code: 'DEBUGGER_DISCONNECTED',
    });
  });

  scenario(
    'after the debugger has let go of a stopped program it runs on, and can be attached again',
    async (scene) => {
      await scene.breakAt(at('sum'));
      scene.program.say('add');
      await scene.stop();
      expect(await scene.ask((op, debuggee) => debuggee.detach(op))).toEqual([]);
      expect(await scene.program.line()).toBe('total 500');
      expect(await scene.event()).toMatchObject({ kind: 'ended' });
    },
  );
});

describe.skipIf(!java || testDevice !== undefined)('a program without debug information', () => {
  test('has no locals and says so', async () => {
    const bare = compileDebuggee('-g:none');
    try {
      await throughBoth(bare, async (scene) => {
        expect(await scene.breakAt(at('sum'))).toMatchObject({ status: 'rejected' });
      });
    } finally {
      bare.remove();
    }
  });
});
