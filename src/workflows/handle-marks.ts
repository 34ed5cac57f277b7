/** The boxes and handles that are drawn on an annotated screenshot. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Screenshot } from '../devices/port/screen.ts';
import type { SessionOf } from '../session/device-session.ts';
import type { Bounds } from '../ui/ui-tree.ts';

/** Elements that can be acted on, boxed in pixels of the picture. */
export async function handleMarks(
  op: Operation,
  session: SessionOf<'screen'>,
  { width, height, inputSize }: Screenshot,
): Promise<{ bounds: Bounds; label: string }[]> {
  const { tree, handles } = await session.observe(op);
  const [x, y] = [width / inputSize.width, height / inputSize.height];
  return tree.elements
    .filter(
      ({ visible, clickable, editable, scrollable }) => visible && (clickable || editable || scrollable),
    )
    .map(({ bounds: [left, top, right, bottom], index }) => ({
      bounds: [left * x, top * y, right * x, bottom * y] as const,
      label: handles[index] ?? '',
    }));
}
