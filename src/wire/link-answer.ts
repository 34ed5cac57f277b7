/** The answer of opening a link: its shape, and how it is filled. */
import * as z from 'zod';
import type { DeviceInfo } from '../devices/port/device.ts';
import { choicesIn, type InsteadKind, insteadObstacle } from '../ui/instead.ts';
import type { Obstacle } from '../ui/obstacle.ts';
import type { UiTree } from '../ui/ui-tree.ts';
import { visibleText } from '../ui/visible-text.ts';
import { deviceToWire } from './answers.ts';
import { deviceShape } from './device-shape.ts';
import { inTheWayShape, inTheWayToWire } from './in-the-way.ts';
import { userTold } from './shapes.ts';

export const linkShape = z.looseObject({
  device: deviceShape,
  opened: z.boolean().meta({
    doc: 'The link went to an app; false when a page or question of the system or of a browser came before it',
  }),
  activity: z
    .string()
    .nullable()
    .meta({ doc: 'Android: the activity that took it; null when it is not known' }),
  user: userTold,
  instead: z.enum(['chooser', 'first_run', 'permission', 'confirmation']).optional().meta({
    doc: 'What came instead of the content: a list of apps, a first-run page, a permission dialog, or the question whether it may be opened. Absent when nothing did',
  }),
  choices: z
    .array(z.string())
    .readonly()
    .optional()
    .meta({ doc: 'Apps that the `chooser` offers, where the screen could be read' }),
  in_the_way: inTheWayShape.optional(),
  warning: z.string().optional().meta({ doc: "The device's own warning, if any" }),
  next_step: z.string().optional().meta({ doc: 'What to do where `opened` is false' }),
});

/** What came of a link. */
export interface OpenedLink {
  readonly activity: string | null;
  readonly warning: string | undefined;
  /** Absent where the device has one user only. */
  readonly user: number | undefined;
  /** What came instead of the content; null when nothing did. */
  readonly instead: InsteadKind | null;
  /** The screen, where it had to be read. */
  readonly tree: UiTree | null;
  readonly obstacle: Obstacle | null;
}

export function linkToWire(
  info: DeviceInfo,
  { activity, warning, user, instead, tree, obstacle }: OpenedLink,
) {
  const choices = instead === 'chooser' && tree ? choicesIn(tree) : [];
  return {
    device: deviceToWire(info),
    opened: instead === null,
    activity,
    ...(warning === undefined ? {} : { warning }),
    ...(user === undefined ? {} : { user }),
    ...(instead === null ? {} : { instead, next_step: insteadObstacle(instead)?.nextStep }),
    ...(choices.length > 0 ? { choices: choices.map((choice) => visibleText(choice)) } : {}),
    ...inTheWayToWire(obstacle),
  };
}
