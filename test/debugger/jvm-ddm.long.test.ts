/** A real machine whose packets come as ART's do, with DDM commands of the process in between: not one answer differs. */
import { systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachNative } from '../../src/debugger/jdwp/native-debuggee.ts';
import { withDdmBetween } from './ddm-between.ts';
import { testDevice } from './device.ts';
import { type CompiledDebuggee, compileDebuggee, hasJava, lineOf } from './jvm.ts';
import { type Attach, comparable, Scene } from './scenarios.ts';

const there = hasJava() && testDevice === undefined;
const at = (name: string, className = 'shop.Shop') =>
  ({ kind: 'class_line', className, line: lineOf(name) }) as const;

/** One that asks for everything that a session asks for. */
async function play(scene: Scene): Promise<void> {
  await scene.breakAt(at('sum'));
  await scene.breakAt(at('later', 'shop.Later'));
  await scene.breakAt(at('added'), { logMessage: 'sum {sum}' });
  await scene.breakAt({ kind: 'exception', className: 'shop.Shop$OutOfStock', caught: true, uncaught: true });
  scene.program.say('add');
  const { threadId } = await scene.stop();
  await scene.locals(threadId);
  await scene.step(threadId, 'into');
  await scene.step(threadId, 'out');
  await scene.evaluate(threadId, 'item.name == "cup"');
  await scene.evaluate(threadId, 'item.label()', true);
  await scene.ask((op, debuggee) => debuggee.stack(op, threadId, { offset: 0, limit: 10 }));
  await scene.ask((op, debuggee) => debuggee.threads(op));
  await scene.resume();
  expect((await scene.event()).kind).toBe('log_point');
  expect(await scene.program.line()).toBe('total 500');
  scene.program.say('later');
  expect((await scene.event()).kind).toBe('breakpoint_verified');
  await scene.stop();
  await scene.resume();
  await scene.program.line();
  scene.program.say('caught');
  expect((await scene.event()).kind).toBe('breakpoint_verified');
  expect((await scene.stop()).reason).toBe('exception');
  expect(await scene.ask((op, debuggee) => debuggee.detach(op))).toEqual([]);
  expect(await scene.program.line()).toBe('caught');
}

describe.skipIf(!there)(`DDM packets in between${there ? '' : ' (left out: no JDK here)'}`, () => {
  let compiled: CompiledDebuggee;

  beforeAll(() => {
    compiled = compileDebuggee('-g');
  });
  afterAll(() => compiled.remove());

  async function answersBy(attach: Attach): Promise<unknown> {
    const scene = await Scene.open(compiled, attach);
    try {
      await play(scene);
      return comparable(scene.answers);
    } finally {
      await scene.close();
    }
  }

  test('a whole session with them and without', async () => {
    let sent = (): number => 0;
    const between = await answersBy(async (op, program, listener) => {
      const channel = withDdmBetween(await program.channel());
      sent = () => channel.sent;
      return await attachNative(op, channel, { listener, clock: systemClock });
    });
    expect(sent()).toBeGreaterThan(300);
    const plain = await answersBy(
      async (op, program, listener) =>
        await attachNative(op, await program.channel(), { listener, clock: systemClock }),
    );
    expect(between).toEqual(plain);
  });
});
