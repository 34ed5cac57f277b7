/** A search by words that found nothing: whether that proves anything, and what to do next. Pure. */
import { loadingState } from './loading.ts';
import { obstacleOf } from './obstacle.ts';
import { whyUnproved } from './quality.ts';
import type { UiTree } from './ui-tree.ts';

export interface NotFound {
  readonly why: string;
  readonly nextStep: string;
}

export function whyNotFound(tree: UiTree, reason: string): NotFound {
  const unproved = whyUnproved(tree);
  const obstacle = obstacleOf(tree);
  const said = unproved === null ? reason : `${reason}, which does not prove that it is absent: ${unproved}`;
  if (obstacle) return { why: `${said}; in its place: ${obstacle.what}`, nextStep: obstacle.nextStep };
  return { why: said, nextStep: loadingState(tree) ? loading : unproved === null ? words(tree) : look };
}

const loading = 'The screen is still loading: wait for the element with wait_for_ui.';
const look =
  'Look at a picture with capture_screenshot: what a reading leaves out can be seen and touched there.';

function words({ elements }: UiTree): string {
  const scrolls = elements.some(({ scrollable, visible }) => scrollable && visible);
  const further = scrolls ? ', or bring what lies further on into view with scroll_to_element' : '';
  return `Ask with the words that the screen shows (get_ui_tree with responseMode outline lists them)${further}.`;
}
