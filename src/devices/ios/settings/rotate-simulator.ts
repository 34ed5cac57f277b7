/** Rotates a simulator: simctl has no command for it, newer companions have [S3]. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';

import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Rotation } from '../../../ui/ui-tree.ts';
import { badValue, orientations } from '../../port/setting-values.ts';
import type { SettingChange } from '../../port/settings.ts';
import type { IosInteraction } from '../ios-types.ts';

type Rotate = Pick<IosInteraction, 'screen' | 'rotate'>;

const names: Readonly<Record<Rotation, (typeof orientations)[number]>> = {
  0: 'portrait',
  90: 'landscape',
  180: 'reverse_portrait',
  270: 'reverse_landscape',
};
const rotations: readonly Rotation[] = [0, 90, 180, 270];

/** The interface rotates with an animation of a few tenths of a second [O1]. */
const followMs = 2_000;
const pauseMs = 100;

export function rotationOf(value: unknown): Rotation {
  const found = rotations.find((each) => names[each] === value);
  // A simulator has no orientation sensor, so `auto` means nothing.
  if (found === undefined) throw badValue('rotation', value, orientations.join(', '));
  return found;
}

/**
 * Answers once the interface in front stands as asked. ACTION_REJECTED, with the device turned back, when it does not
 * follow: many apps allow some orientations only. CAPABILITY_MISSING where nothing at hand can turn it.
 */
export async function rotateTo(
  dispatch: Dispatch,
  interaction: Rotate,
  to: Rotation,
): Promise<SettingChange> {
  const op = dispatch.unrecorded();
  const before = (await interaction.screen.read(op)).rotation;
  if (before !== to) {
    await rotateSimulator(dispatch, interaction, to);
    if (!(await follows(op, interaction, to))) {
      await rotateSimulator(dispatch, interaction, before);
      throw new Fault(
        'ACTION_REJECTED',
        `The app in front stays in ${names[before]} when the device is rotated.`,
        {
          nextStep: 'Open a screen that allows this orientation, then rotate again.',
          details: { name: 'rotation', old: names[before], wanted: names[to] },
        },
      );
    }
  }
  return { name: 'rotation', old: names[before], new: names[to], undo: { commands: [], rotation: before } };
}

export async function rotateSimulator(dispatch: Dispatch, interaction: Rotate, to: Rotation): Promise<void> {
  if (interaction.rotate) return await interaction.rotate(dispatch, to);
  throw new Fault('CAPABILITY_MISSING', 'None of the available iOS drivers can rotate this simulator.', {
    nextStep: 'Rotate it in the Simulator app (Device > Rotate Left), then read the screen again.',
    details: { name: 'rotation' },
  });
}

async function follows(op: Operation, { screen }: Rotate, to: Rotation): Promise<boolean> {
  using bounded = op.within(followMs);
  try {
    while ((await screen.read(bounded)).rotation !== to) await bounded.sleep(pauseMs);
    return true;
  } catch (error) {
    if (op.ended || !isFault(error, 'TIMEOUT')) throw error;
    return false;
  }
}
