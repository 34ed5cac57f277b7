/**
 * What accessibility finds on the screen: the app in front or, while an alert is up, the alert alone; SpringBoard at
 * home. Windows of the phone that no iPhone has (bars, decor) never show.
 */
import type { Phone, PhoneWindow, ViewNode } from '../../phone/phone-types.ts';
import type { Mac } from '../program.ts';
import { bundleIdOf, type Simulator } from '../simulator.ts';
import { barOf, descendants, elementsOf, frameOf } from './ax-controls.ts';
import { type AxElement, type AxModal, type AxScreen, axElement } from './ax-element.ts';
import { isPrompt, openElements, promptElements } from './ax-prompt.ts';

export const SPRING_BOARD = 'com.apple.springboard';
/** SpringBoard's name for itself. */
const SPRING_BOARD_LABEL = ' ';

/** The way back that an app without a navigation bar offers, in points from the corner below the status bar. */
const BACK_AREA = { x: 8, y: 4, width: 44, height: 44 } as const;

/** The windows that matter on one display, told apart. */
export interface Front {
  /** Covers the screen; undefined while the screen is off. */
  readonly base: PhoneWindow | undefined;
  /** Shown alone, by an app or by the system. */
  readonly alert: PhoneWindow | undefined;
  /** Menus and short notes above the app. */
  readonly above: readonly PhoneWindow[];
  readonly keyboard: PhoneWindow | undefined;
  /** Notification Center. */
  readonly shade: PhoneWindow | undefined;
  /** The app in front does not answer. */
  readonly hangs: boolean;
}

export function frontOf(phone: Phone): Front {
  const windows = phone.windows(0);
  const isBase = (window: PhoneWindow): boolean =>
    window.type === 'application' && window.bounds[1] === 0 && !window.title.startsWith('PopupWindow:');
  const from = windows.findLastIndex(isBase);
  const over = windows.slice(from + 1);
  const apps = over.filter(({ type }) => type === 'application' || type === 'dialog');
  const top = apps.at(-1);
  return {
    base: from < 0 ? undefined : windows[from],
    alert: top && !top.title.startsWith('PopupWindow:') ? top : undefined,
    above: over.filter(({ type, title }) => type === 'toast' || title.startsWith('PopupWindow:')),
    keyboard: over.find(({ type }) => type === 'input_method'),
    shade: over.find(({ title }) => title === 'NotificationShade'),
    hangs: over.some(({ title }) => title.startsWith('Application Not Responding')),
  };
}

export function axScreen(mac: Mac, simulator: Simulator): AxScreen {
  const { phone } = simulator;
  const front = frontOf(phone);
  const size = pointsOf(simulator);
  const frame = { x: 0, y: 0, ...size };
  if (front.shade || !front.base) {
    const children = front.shade ? plainElements(front.shade.root, simulator.scale) : [];
    return { ...size, modal: null, ...springBoard(simulator, children, size) };
  }
  const { base, alert } = front;
  if (front.hangs) {
    // An app whose main thread stands still answers nothing; the reader sees a process and no content.
    const root = axElement('Application', { x: 0, y: 0, width: 0, height: 0 });
    return { ...size, root, pid: pidOf(phone, base.packageName), modal: null };
  }
  if (alert && isPrompt(alert)) {
    const elements = alert.title.includes('ResolverActivity') ? openElements : promptElements;
    const children = elements(alert, simulator.scale);
    const modal: AxModal = {
      kind: 'system',
      elementType: 'SBAlertItemWindow',
      label: children[0]?.label ?? null,
    };
    return { ...size, modal, ...springBoard(simulator, children, size) };
  }
  if (bundleIdOf(base.packageName) === SPRING_BOARD)
    return { ...size, modal: null, ...springBoard(simulator, homeScreen(base, simulator, size), size) };
  const children = alert ? plainElements(alert.root, simulator.scale) : appElements(front, base, simulator);
  const root = axElement('Application', frame, {
    label: appName(mac, simulator, base.packageName),
    children,
  });
  const modal: AxModal | null = alert
    ? {
        kind: 'app',
        elementType: '_UIAlertControllerPhoneTVMacView',
        label: children.find(({ type }) => type === 'StaticText')?.label ?? null,
      }
    : null;
  return { ...size, root, pid: pidOf(phone, base.packageName), modal };
}

/** Points of the screen, as the UI is turned. */
export function pointsOf({ phone, scale }: Simulator): { readonly width: number; readonly height: number } {
  const [display] = phone.displays;
  const panel = display?.override ?? display?.physical ?? { width: 0, height: 0 };
  const sideways = (display?.rotation ?? 0) % 2 === 1;
  const width = (sideways ? panel.height : panel.width) / scale;
  const height = (sideways ? panel.width : panel.height) / scale;
  return { width, height };
}

function springBoard(
  { phone }: Simulator,
  children: readonly AxElement[],
  size: { readonly width: number; readonly height: number },
): Pick<AxScreen, 'root' | 'pid'> {
  const frame = { x: 0, y: 0, ...size };
  const root = axElement('Application', frame, { label: SPRING_BOARD_LABEL, children });
  const home = [...phone.packages.keys()].find((name) => bundleIdOf(name) === SPRING_BOARD) ?? '';
  return { root, pid: pidOf(phone, home) };
}

/** Icons go by their label; the dots of the pages are a slider. */
function homeScreen(
  base: PhoneWindow,
  { scale }: Simulator,
  size: { readonly width: number; readonly height: number },
): readonly AxElement[] {
  const icons = withoutContainers(contentOf(base.root, scale)).map((each) =>
    each.type === 'Button' ? { ...each, identifier: each.label } : each,
  );
  const dots = { x: size.width / 2 - 40, y: size.height - 130, width: 80, height: 30 };
  const pages = axElement('Slider', dots, {
    label: 'Page',
    value: 'Page 1 of 1',
    identifier: 'spotlight-pill',
  });
  return [...icons, pages];
}

function appElements(front: Front, base: PhoneWindow, simulator: Simulator): readonly AxElement[] {
  const { scale, phone } = simulator;
  if (base.title.startsWith('Splash Screen')) return [];
  const bar = navigationBar(base.root, scale);
  const deep = (phone.tasks.at(-1)?.activities.length ?? 0) > 1;
  const back = !bar && deep ? [backButton(belowStatusBar(phone, scale))] : [];
  const above = front.above.flatMap((window) => plainElements(window.root, scale));
  const keys = front.keyboard ? [keyboard(front.keyboard, scale)] : [];
  return [...(bar ? [bar] : []), ...back, ...contentOf(base.root, scale), ...above, ...keys];
}

/** What the app itself drew, without the decor around it. */
function contentOf(root: ViewNode, scale: number): readonly AxElement[] {
  const content = descendants(root).find(({ resourceId }) => resourceId === 'android:id/content');
  return (content ?? root).children.flatMap((child) => elementsOf(child, scale));
}

function navigationBar(root: ViewNode, scale: number): AxElement | null {
  const bar = descendants(root).find((node) => node.resourceId.endsWith(':id/action_bar'));
  if (!bar) return null;
  const title = bar.children.find(({ text }) => text !== '');
  const up = upButton(bar);
  const heading = title ? elementsOf(title, scale) : [];
  const children = [...(up ? [backButton(frameOf(up, scale))] : []), ...heading];
  return barOf('Nav bar', frameOf(bar, scale), { identifier: title?.text ?? null, children });
}

/** The arrow of the action bar; null on the first screen of an app. */
export function upButton(root: ViewNode): ViewNode | null {
  return descendants(root).find(({ contentDesc }) => contentDesc === 'Navigate up') ?? null;
}

function backButton(frame: AxElement['frame']): AxElement {
  return axElement('Button', frame, {
    label: 'Back',
    roleDescription: 'back button',
    identifier: 'BackButton',
    value: '',
  });
}

function belowStatusBar(phone: Phone, scale: number): AxElement['frame'] {
  const bar = phone.windows(0).find(({ title }) => title === 'StatusBar');
  return { ...BACK_AREA, y: BACK_AREA.y + (bar?.bounds[3] ?? 0) / scale };
}

/** One element per key, seen by the guest's own reader only. */
function keyboard(window: PhoneWindow, scale: number): AxElement {
  const keys = descendants(window.root).filter(({ clickable }) => clickable);
  const children = keys.map((key) =>
    axElement('Button', frameOf(key, scale), { label: key.contentDesc, identifier: key.contentDesc }),
  );
  return axElement('Group', frameOf(window.root, scale), {
    container: true,
    childrenFor: 'bridge',
    identifier: 'Keyboard',
    children,
  });
}

function plainElements(root: ViewNode, scale: number): readonly AxElement[] {
  return withoutContainers(elementsOf(root, scale));
}

/** What containers hold, in their place. */
export function withoutContainers(elements: readonly AxElement[]): readonly AxElement[] {
  return elements.flatMap((each) => (each.container ? withoutContainers(each.children) : [each]));
}

function appName(mac: Mac, simulator: Simulator, packageName: string): string {
  const app = mac.apps.find(simulator, bundleIdOf(packageName));
  return app?.displayName ?? packageName.slice(packageName.lastIndexOf('.') + 1);
}

export function pidOf(phone: Phone, packageName: string): number {
  return phone.processes.find((each) => each.packageName === packageName)?.pid ?? 0;
}

/** Whether this is the way back, however it came to be on the screen. */
export function isBackButton({ identifier, roleDescription }: AxElement): boolean {
  return identifier === 'BackButton' && roleDescription === 'back button';
}
