/** For tests: the two backends of the JVM, and a scenario that is played through both. */
import { systemClock } from '@mobile-debug/core/operation.ts';
import { expect } from 'vitest';
import { attachNative } from '../../src/debugger/jdwp/native-debuggee.ts';
import { testDevice } from './device.ts';
import { attachJdi } from './jdi.ts';
import type { CompiledDebuggee } from './jvm.ts';
import { type Attach, comparable, Scene } from './scenarios.ts';

const backends: Readonly<Record<'native' | 'jdi', Attach>> = {
  native: async (op, program, listener) =>
    await attachNative(op, await program.channel(), { listener, clock: systemClock }),
  jdi: attachJdi,
};
const played = Object.entries(backends).filter(([name]) => testDevice === undefined || name === 'native');

/** All that the backends answer must be equal. On a device the native backend is played alone. */
export async function throughBoth(
  compiled: CompiledDebuggee,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const answers: Record<string, unknown> = {};
  for (const [name, attach] of played) {
    const scene = await Scene.open(compiled, attach);
    try {
      await play(scene);
    } finally {
      await scene.close();
    }
    answers[name] = comparable(scene.answers);
  }
  if (played.length > 1) expect(answers['jdi']).toEqual(answers['native']);
}
