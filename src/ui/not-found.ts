/** What was looked for and is not there, or not so: whether that proves anything, and what to do next. Pure. */
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
  const why = obstacle ? `${said}; in its place: ${obstacle.what}` : said;
  return { why, nextStep: nextAfterNone(tree) };
}

/** After a search or a wait that nothing matched. */
export function nextAfterNone(tree: UiTree): string {
  return nextAfter(tree, whyUnproved(tree) === null ? words(tree) : look);
}

/** After a look that was in vain: what keeps the app from its user first, else `otherwise`. */
export function nextAfter(tree: UiTree, otherwise: string): string {
  const obstacle = obstacleOf(tree);
  return obstacle ? obstacle.nextStep : loadingState(tree) ? loading : otherwise;
}

const loading = 'The screen is still loading: wait for what is to come with wait_for_ui.';
const look =
  'Look at a picture with capture_screenshot: what a reading leaves out can be seen and touched there.';

function words({ elements }: UiTree): string {
  const scrolls = elements.some(({ scrollable, visible }) => scrollable && visible);
  const further = scrolls ? ', or bring what lies further on into view with scroll_to_element' : '';
  return `Ask with the words that the screen shows (get_ui_tree with responseMode outline lists them)${further}.`;
}
