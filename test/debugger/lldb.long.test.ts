/** The scenarios of a debugger against a real LLDB and a small C++ program of ours. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ValueBudget } from '../../src/debugger/backend.ts';
import { Debugged, lineOf, nativePrograms, type Programs } from './native-program.ts';

const found = await nativePrograms();
const missing = typeof found === 'string' ? found : null;
if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);
const programs = found as Programs;
const budget: ValueBudget = { depth: 2, maxChars: 2_000 };

let run: Debugged | null = null;
async function start(mode = 'plain', path = programs.program): Promise<Debugged> {
  run = new Debugged(path, mode);
  await run.attach(programs.lldb);
  return run;
}
afterEach(async () => {
  await run?.end();
  run = null;
});
afterAll(() => {
  if (missing === null) programs.remove();
});

async function topOf(at: Debugged, threadId: string) {
  const { frames } = await at.session.stack(at.op, threadId, { offset: 0, limit: 20 });
  const [top] = frames;
  if (!top) throw new Error('no frame');
  return { top, frames };
}

describe.skipIf(missing !== null)('LLDB', () => {
  it('stops at a line, shows stack, locals and fields, steps, resumes and detaches; the program runs on', async () => {
    const at = await start();
    const id = await at.atLine('added');
    const stop = await at.stop();
    expect(stop).toMatchObject({
      reason: 'breakpoint',
      breakpointIds: [id],
      locations: [{ className: 'Cart', line: lineOf('added') }],
    });
    const { top, frames } = await topOf(at, stop.threadId);
    expect(frames.slice(0, 3).map(({ location }) => location.method)).toEqual([
      expect.stringMatching(/^add\(/),
      'oneRound(char const*)',
      'main',
    ]);
    const locals = await at.session.locals(at.op, top.key, budget);
    expect(locals.availability).toBe('available');
    const values = new Map(locals.values.map((value) => [value.name, value]));
    expect(values.get('item')?.preview).toMatch(/^\{name: "(tea|cake)", cents: \d+, size: (Small|Large)\}$/);
    const self = values.get('this')?.objectKey ?? '';
    const fields = await at.session.children(at.op, self, { offset: 0, limit: 50 }, budget);
    expect(fields.kind).toBe('fields');
    expect(fields.values).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'owner_', value: '"Ada"' }),
        expect.objectContaining({ name: 'none_', value: 'null', objectKey: null }),
        expect.objectContaining({ name: 'Base', preview: '{inherited: 7}' }),
      ]),
    );
    await at.session.step(at.op, stop.threadId, 'over');
    const next = await at.stop();
    expect(next).toMatchObject({ reason: 'step', locations: [{ line: lineOf('added') + 1 }] });
    await expect(at.session.locals(at.op, top.key, budget)).rejects.toMatchObject({
      code: 'DEBUGGER_STALE_REFERENCE',
    });
    await at.session.removeBreakpoint(at.op, id);
    await at.session.resume(at.op);
    await at.rounds(3);
    await expect(at.session.stack(at.op, stop.threadId, { offset: 0, limit: 1 })).rejects.toMatchObject({
      code: 'DEBUGGER_NOT_PAUSED',
    });
    expect(await at.session.detach(at.op)).toEqual([]);
    expect(await at.next('ended')).toMatchObject({ message: 'Detached.' });
    await at.rounds(3);
  });

  it('leaves the program running when it detaches at a stop', async () => {
    const at = await start();
    await at.atLine('added');
    await at.stop();
    expect(await at.session.detach(at.op)).toEqual([]);
    await at.rounds(5);
  });

  it('steps into, over and out: constructors, lambdas, recursion', async () => {
    const at = await start();
    const id = await at.atLine('round');
    const { threadId } = await at.stop();
    await at.session.removeBreakpoint(at.op, id);
    await at.session.step(at.op, threadId, 'into');
    expect(await at.stop()).toMatchObject({
      reason: 'step',
      locations: [{ className: 'Cart', line: expect.any(Number) }],
    });
    await at.session.step(at.op, threadId, 'out');
    expect((await at.stop()).locations[0]?.method).toBe('oneRound(char const*)');
    const deep = await at.atLine('recursion ends', { condition: 'n == 1' });
    await at.session.resume(at.op);
    await at.stop();
    const { frames } = await topOf(at, threadId);
    expect(frames.slice(0, 4).map(({ location }) => location.method)).toEqual(
      Array(4).fill('factorial(int)'),
    );
    await at.session.removeBreakpoint(at.op, deep);
    await at.session.step(at.op, threadId, 'out');
    expect(await at.stop()).toMatchObject({ reason: 'step', locations: [{ method: 'factorial(int)' }] });
    const lambda = await at.atLine('lambda');
    await at.session.resume(at.op);
    await at.stop();
    const product = await at.session.evaluate(at.op, {
      frameKey: (await topOf(at, threadId)).top.key,
      expression: 'product',
      allowGetters: false,
      budget,
    });
    expect(product.value).toBe('24');
    await at.session.removeBreakpoint(at.op, lambda);
    await at.session.step(at.op, threadId, 'out');
    expect((await at.stop()).reason).toBe('step');
  });

  it('lets a competing breakpoint complete a step, once', async () => {
    const at = await start();
    const round = await at.atLine('round');
    const { threadId } = await at.stop();
    const added = await at.atLine('added');
    await at.session.step(at.op, threadId, 'out');
    expect(await at.stop()).toMatchObject({ reason: 'breakpoint', breakpointIds: [added] });
    await at.session.removeBreakpoint(at.op, added);
    await at.session.removeBreakpoint(at.op, round);
    await at.session.resume(at.op);
    await at.rounds(5);
    expect(at.events).toEqual([]);
  });

  it('goes on stepping past a breakpoint whose condition is false', async () => {
    const at = await start();
    const line = await at.atLine('product');
    const { threadId } = await at.stop();
    await at.session.removeBreakpoint(at.op, line);
    await at.atLine('recursion ends', { condition: 'n == 100' });
    await at.session.step(at.op, threadId, 'over');
    expect(await at.stop()).toMatchObject({
      reason: 'step',
      locations: [{ method: 'oneRound(char const*)', line: lineOf('product') + 1 }],
    });
  });

  it('stops only where the condition holds, and says when it cannot be answered', async () => {
    const at = await start();
    const id = await at.atLine('added', { condition: 'item.name == "cake" && items_.size == 2' });
    const stop = await at.stop();
    const { top } = await topOf(at, stop.threadId);
    const expression = 'item.cents';
    const found = await at.session.evaluate(at.op, {
      frameKey: top.key,
      expression,
      allowGetters: false,
      budget,
    });
    expect(found.value).toBe('400');
    await at.session.removeBreakpoint(at.op, id);
    await at.atLine('lambda', { condition: 'nothing > 3' });
    await at.session.resume(at.op);
    expect(await at.stop()).toMatchObject({
      reason: 'condition_error',
      description: expect.stringContaining('not known'),
    });
    const bad = { kind: 'file_line', file: 'shop.cpp', line: lineOf('added') } as const;
    await expect(at.set(bad, { condition: 'total() > 3' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(at.set(bad, { condition: 'a ==' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(at.set(bad, { logMessage: 'total {' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('tells log points and runs on', async () => {
    const at = await start();
    const id = await at.atLine('added', { logMessage: '{{{item.name}}} costs {item.cents}, {nothing}' });
    const first = await at.next('log_point');
    const second = await at.next('log_point');
    expect(new Set([first.message, second.message])).toEqual(
      new Set(['{cake} costs 400, <no nothing here>', '{tea} costs 250, <no nothing here>']),
    );
    expect([first, second]).toMatchObject([{ breakpointId: id, hitCount: 1 }, { hitCount: 2 }]);
    await at.rounds(5);
    expect(at.events.every(({ kind }) => kind === 'log_point')).toBe(true);
  });

  it('rejects a line without code and names the nearest, keeps what no module has pending', async () => {
    const at = await start();
    const set = async (file: string, line: number) =>
      await at.session.setBreakpoint(at.op, {
        id: `${file}${line}`,
        at: { kind: 'file_line', file, line },
        condition: null,
        logMessage: null,
      });
    const between = lineOf('throw') + 3;
    expect(await set('shop.cpp', between)).toMatchObject({
      status: 'rejected',
      candidates: expect.arrayContaining([expect.stringMatching(/^shop\.cpp:\d+$/)]),
    });
    const last = await set('shop.cpp', 9_999);
    expect(last).toMatchObject({
      status: 'rejected',
      candidates: [expect.stringMatching(/^shop\.cpp:1\d\d$/)],
    });
    expect(await set('other.cpp', 3)).toEqual({ status: 'pending' });
    await at.rounds(5);
    expect(at.events).toEqual([]);
  });

  it('stops at functions by name', async () => {
    const at = await start();
    const id = await at.set({ kind: 'function', name: 'factorial' });
    expect(await at.stop()).toMatchObject({ breakpointIds: [id], locations: [{ method: 'factorial(int)' }] });
  });

  it('refuses a class instead of a file', async () => {
    const at = await start();
    await expect(at.set({ kind: 'class_line', className: 'Cart', line: 3 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });

  it('stops at thrown exceptions of a class, and not at those of another', async () => {
    const at = await start();
    const other = await at.set({
      kind: 'exception',
      className: 'std::bad_alloc',
      caught: true,
      uncaught: true,
    });
    await at.rounds(6);
    expect(at.events).toEqual([]);
    const id = await at.set({ kind: 'exception', className: 'OutOfStock', caught: true, uncaught: true });
    const stop = await at.stop();
    expect(stop).toMatchObject({
      reason: 'exception',
      breakpointIds: [id],
      description: expect.stringContaining('OutOfStock'),
    });
    const { frames } = await topOf(at, stop.threadId);
    expect(frames.some(({ location }) => location.line === lineOf('throw'))).toBe(true);
    await at.session.removeBreakpoint(at.op, id);
    await at.session.removeBreakpoint(at.op, other);
    await at.session.resume(at.op);
    await at.rounds(6);
  });

  it('stops at an uncaught exception with the stack of the throw, passing caught ones', async () => {
    const at = await start('uncaught');
    const id = await at.set({ kind: 'exception', className: null, caught: false, uncaught: true });
    const stop = await at.stop();
    expect(stop).toMatchObject({ reason: 'exception', breakpointIds: [id] });
    const { frames } = await topOf(at, stop.threadId);
    expect(frames.map(({ location }) => location.method)).toContain('main');
    await at.session.resume(at.op);
    expect(await at.stop()).toMatchObject({
      reason: 'signal',
      description: expect.stringContaining('SIGABRT'),
    });
    await at.session.resume(at.op);
    expect(await at.next('ended')).toMatchObject({ cause: 'exited' });
  });

  it('shows a crash as a stop, then the end of the program', async () => {
    const at = await start('crash');
    const stop = await at.stop();
    expect(stop).toMatchObject({ reason: 'signal', description: expect.stringContaining('SIGSEGV') });
    expect(stop.locations[0]?.method).toBe('main');
    await at.session.resume(at.op);
    expect(await at.next('ended')).toMatchObject({ cause: 'exited' });
    await expect(at.session.threads(at.op)).rejects.toMatchObject({ code: 'DEBUGGER_WORKER_FAILED' });
  });

  it('tells the end of a program that ends by itself', async () => {
    const at = await start('ends');
    expect(await at.next('ended')).toMatchObject({ cause: 'exited' });
    await at.exited();
    expect(at.process.exitCode).toBe(3);
  });

  it('reads large arrays in slices, long strings cut, statics and enumerators', async () => {
    const at = await start();
    await at.atLine('end of round');
    const stop = await at.stop();
    const { top } = await topOf(at, stop.threadId);
    const evaluate = async (expression: string, allowGetters = false) =>
      await at.session.evaluate(at.op, { frameKey: top.key, expression, allowGetters, budget });
    expect(await evaluate('numbers.length')).toMatchObject({ value: '5000' });
    expect(await evaluate('numbers[4999]')).toMatchObject({ value: '9998' });
    const array = await evaluate('numbers');
    const slice = { offset: 4_990, limit: 3 };
    const elements = await at.session.children(at.op, array.objectKey ?? '', slice, budget);
    expect(elements).toMatchObject({ kind: 'elements' });
    expect(elements.values.map(({ name, value }) => [name, value])).toEqual([
      ['[4990]', '9980'],
      ['[4991]', '9982'],
      ['[4992]', '9984'],
    ]);
    const text = await evaluate('longText');
    expect(text).toMatchObject({ truncated: true, objectKey: null });
    expect(text.value.length).toBeLessThan(2_010);
    expect(Number((await evaluate('rounds')).value)).toBeGreaterThan(0);
    expect(
      await evaluate('cart.items_[1].size == Size::Large && cart.items_[1].name != "tea"'),
    ).toMatchObject({
      value: 'true',
    });
    await expect(evaluate('cart.total()')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await evaluate('cart.total()', true)).toMatchObject({ value: '650' });
    await expect(evaluate('cart.forever()', true)).rejects.toMatchObject({ code: 'DEBUGGER_TIMEOUT' });
    await expect(evaluate('nosuch')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('shows two threads in a deadlock, each waiting for the lock of the other', async () => {
    const at = await start('deadlock');
    await at.rounds(15);
    await at.atLine('end of round');
    await at.stop();
    const threads = await at.session.threads(at.op);
    const blocked = threads.filter(({ state }) => state === 'monitor');
    expect(threads).toHaveLength(3);
    expect(blocked.map(({ waitsFor }) => waitsFor?.ownerThreadId).sort()).toEqual(
      blocked.map(({ id }) => id).sort(),
    );
    expect(blocked).toHaveLength(2);
    expect(blocked.every(({ holds }) => holds.length === 1)).toBe(true);
  });

  it('says where there is no debug information', async () => {
    const at = await start('plain', programs.stripped);
    const outcome = await at.session.setBreakpoint(at.op, {
      id: 'a',
      at: { kind: 'file_line', file: 'shop.cpp', line: lineOf('added') },
      condition: null,
      logMessage: null,
    });
    expect(outcome).toEqual({ status: 'pending' });
    await at.set({ kind: 'exception', className: 'OutOfStock', caught: true, uncaught: true });
    const stop = await at.stop();
    const { frames } = await topOf(at, stop.threadId);
    const own = frames.find(({ location }) => location.line === null);
    expect(own?.native).toBe(true);
    await expect(at.session.step(at.op, stop.threadId, 'over')).rejects.toMatchObject({
      code: 'DEBUGGER_LOCATION_UNAVAILABLE',
    });
  });

  it('refuses a process that is gone, and one that another debugger holds', async () => {
    const at = await start();
    const second = new Debugged(programs.program, 'plain');
    try {
      second.target = at.pid;
      await expect(second.attach(programs.lldb)).rejects.toMatchObject({
        code: expect.stringMatching(/^DEBUGGER_(BUSY|UNSUPPORTED|ATTACH_FAILED)$/),
      });
      second.target = 9_999_999;
      await expect(second.attach(programs.lldb)).rejects.toMatchObject({ code: 'PROCESS_NOT_FOUND' });
    } finally {
      await second.end();
    }
    await at.rounds(3);
  });

  it('ends a call that the death of the program overtakes', async () => {
    const at = await start();
    await at.atLine('end of round');
    const stop = await at.stop();
    const { top } = await topOf(at, stop.threadId);
    at.process.kill('SIGKILL');
    const request = {
      frameKey: top.key,
      expression: 'cart.total() + cart.total()',
      allowGetters: true,
      budget,
    };
    await at.session.evaluate(at.op, request).catch((error: unknown) => {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(DEBUGGER_|INVALID_ARGUMENT)/) });
    });
    expect(await at.next('ended')).toMatchObject({ cause: expect.stringMatching(/exited|worker/) });
  });
});
