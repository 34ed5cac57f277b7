/** Stops and steps of a debugger against a real LLDB and a small C++ program of ours. */
import { describe, expect, it } from 'vitest';
import { budget, lldbBed, topOf } from './lldb-bed.ts';
import { lineOf } from './native-program.ts';

const { missing, start } = await lldbBed();

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
      description: expect.stringContaining('could not be evaluated'),
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
});
