/** Pages of the system or of a browser that stand before what was opened, by what is in front. Pure. */
import type { Obstacle } from './obstacle.ts';
import type { Foreground, UiElement, UiTree } from './ui-tree.ts';

export type InsteadKind = 'chooser' | 'first_run' | 'permission' | 'confirmation';

/** By package and class, as Android names what is in front [A11]. */
const pages: readonly (readonly [InsteadKind, RegExp])[] = [
  ['chooser', /(?:Resolver|Chooser)Activity|^com\.(?:google\.)?android\.intentresolver\//],
  ['first_run', /First_?Run\w*(?:Activity|$)|\.fre\.\w+$/i],
  ['permission', /(?:permissioncontroller|packageinstaller)\/\S*(?:Permission|$)/],
];

/** Names that are first-run pages after a link, and may be the app itself after a launch. */
const welcomes = /[./](?:Onboarding|Welcome|Setup_?Wizard)\w*Activity$/i;

const steps: Readonly<Record<InsteadKind, readonly [what: string, nextStep: string]>> = {
  chooser: [
    'a list of apps to open it with is in front',
    'Tap the app to use, or name it: open_url takes appId.',
  ],
  first_run: ['a first-run page is in front', 'Finish or skip it on the screen, then call again.'],
  permission: [
    'a permission dialog is in front',
    'Answer it on the screen, or grant it beforehand with set_permission.',
  ],
  confirmation: [
    'the system asks first whether it may be opened',
    'Tap Open (or Cancel) on the screen; the link is opened only then.',
  ],
};

export function insteadKind({ appId, activity }: Foreground): InsteadKind | null {
  const name = `${appId ?? ''}/${activity ?? ''}`;
  return pages.find(([, sign]) => sign.test(name))?.[0] ?? null;
}

/** After a link, which no page of welcome is the content of. */
export function insteadOfLink(foreground: Foreground): InsteadKind | null {
  return insteadKind(foreground) ?? (welcomes.test(`.${foreground.activity ?? ''}`) ? 'first_run' : null);
}

/** The same of a reading, which also shows dialogs that are no activities: "Open in “Shop”?" */
export function insteadIn(tree: Pick<UiTree, 'foreground' | 'windows' | 'elements'>): InsteadKind | null {
  const { foreground, windows, elements } = tree;
  const known = foreground ? insteadKind(foreground) : null;
  if (known) return known;
  if (windows.some(({ kind }) => kind === 'permission')) return 'permission';
  const asked = [foreground?.focusedWindow, ...windows.map(({ title }) => title), ...titles(elements)];
  return asked.some((title) => /^Open (?:this page )?in\s.+\?$/.test(title ?? '')) ? 'confirmation' : null;
}

function titles(elements: readonly UiElement[]): readonly (string | null)[] {
  return elements.length > 12 ? [] : elements.map(({ label }) => label);
}

export function insteadObstacle(kind: InsteadKind | null): Obstacle | null {
  if (kind === null) return null;
  const [what, nextStep] = steps[kind];
  return { kind, what, nextStep };
}

/** `…:id/text1`: the names of apps in the lists of Android's resolver, old and new [A11]. */
const rowName = /:id\/text1$/;

/** The apps that a chooser offers, in the order of its list; empty where the reading shows none. */
export function choicesIn({ elements }: Pick<UiTree, 'elements'>): readonly string[] {
  const named = elements.filter(({ resourceId, text }) => rowName.test(resourceId ?? '') && text !== null);
  return [...new Set(named.map(({ text }) => text ?? ''))].slice(0, 20);
}
