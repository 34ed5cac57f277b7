/** Exceptions, crashes, values and threads of a program that a real LLDB holds. */
import { describe, expect, it } from 'vitest';
import { budget, lldbBed, topOf } from './lldb-bed.ts';
import { Debugged, lineOf } from './native-program.ts';

const { missing, programs, start } = await lldbBed();

describe.skipIf(missing !== null)('LLDB', () => {
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
    at.process.kill('SIGUSR1');
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
    at.process.kill('SIGUSR1');
    const stop = await at.stop();
    expect(stop).toMatchObject({ reason: 'signal', description: expect.stringContaining('SIGSEGV') });
    expect(stop.locations[0]?.method).toBe('main');
    await at.session.resume(at.op);
    expect(await at.next('ended')).toMatchObject({ cause: 'exited' });
    await expect(at.session.threads(at.op)).rejects.toMatchObject({ code: 'DEBUGGER_WORKER_FAILED' });
  });

  it('tells the end of a program that ends by itself', async () => {
    const at = await start('ends');
    at.process.kill('SIGUSR1');
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
    expect(await evaluate('größe == 5')).toMatchObject({ value: 'true' });
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
        code: 'DEBUGGER_BUSY',
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
