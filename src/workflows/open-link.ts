/** Opening a link, and what came of it: its app, or a page or question of the system before it. */
import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { SessionOf } from '../session/device-session.ts';
import type { Observation } from '../session/observation.ts';
import { type InsteadKind, insteadIn, insteadOfLink } from '../ui/instead.ts';
import { inTheWayOf, obstacleOf } from '../ui/obstacle.ts';
import type { OpenedLink } from '../wire/link-answer.ts';
import { toldUser, userInFront, userOfApp } from './app-user.ts';

export interface LinkRequest {
  readonly url: string;
  readonly appId?: string | undefined;
  readonly user?: number | undefined;
}

export async function openLink(
  op: Operation,
  session: SessionOf<'packages'>,
  request: LinkRequest,
): Promise<OpenedLink> {
  const { opened, user } = await sendLink(op, session, request);
  const { took, front, warning } = opened;
  const kind = took.map(namedPage).find((one) => one !== null) ?? (front && insteadOfLink(front));
  const read = front === null || kind === 'chooser' ? await lookAt(op, session) : null;
  return {
    activity: took[0] ?? null,
    warning,
    user: toldUser(user).user,
    instead: kind ?? (read && insteadIn(read.tree)),
    tree: read?.tree ?? null,
    obstacle: read ? inTheWayOf(read.tree) : front && obstacleOf({ foreground: front, windows: [] }),
  };
}

function sendLink(op: Operation, session: SessionOf<'packages'>, { url, appId, user: asked }: LinkRequest) {
  const { device } = session;
  return session.sendInTurn(op, async (dispatch) => {
    const asking = dispatch.unrecorded();
    const user = await (appId === undefined
      ? userInFront(asking, device, asked)
      : userOfApp(asking, device, { appId, user: asked, harmless: true }));
    const link = { url, ...(appId === undefined ? {} : { appId }), user };
    return { opened: await device.packages.openUrl(dispatch, link), user };
  });
}

function namedPage(component: string): InsteadKind | null {
  const [appId = null, activity = null] = component.split('/');
  return insteadOfLink({ appId, activity, focusedWindow: null });
}

/** How long the screen is looked at; the link is opened already. */
const lookMs = 4_000;

/** Null where the screen cannot be read: what came of the link is then not known. */
async function lookAt(op: Operation, session: SessionOf<'packages'>): Promise<Observation | null> {
  if (!session.device.screen) return null;
  using part = op.within(lookMs);
  try {
    return await session.with(['screen']).observe(part);
  } catch (error) {
    op.check();
    foreseen(error);
    return null;
  }
}
