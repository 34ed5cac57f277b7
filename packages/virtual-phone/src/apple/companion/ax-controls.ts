/**
 * Views of the phone model as the controls that UIKit and SwiftUI would report in their place: one role per kind of
 * control, values as text or number, rows merged into one element. Layout without meaning becomes a container.
 */
import type { ViewNode } from '../../phone/phone-types.ts';
import { type AxElement, type AxFrame, axElement } from './ax-element.ts';

/** Pixels of the phone for one point. */
export type Scale = number;

/** The part of the id after `:id/`; test tags have no such part and stay as they are. */
export function identifierOf(node: ViewNode): string | null {
  const id = node.resourceId || (node.testTag ?? '');
  return id === '' ? null : id.slice(id.indexOf(':id/') < 0 ? 0 : id.indexOf(':id/') + 4);
}

/** 2^-46: layout in doubles leaves edges such as 15.999999999999986 behind. */
const DRIFT = 1.4210854715202004e-14;

export function frameOf({ bounds: [left, top, right, bottom] }: ViewNode, scale: Scale): AxFrame {
  const x = left / scale;
  const drifts = x > 0 && x % 8 === 0;
  return {
    x: drifts ? x - DRIFT : x,
    y: top / scale,
    width: (right - left) / scale,
    height: (bottom - top) / scale,
  };
}

/** What stands in place of this view and all below it. */
export function elementsOf(node: ViewNode, scale: Scale): readonly AxElement[] {
  if (!node.visibleToUser) return [];
  const frame = frameOf(node, scale);
  const control = inputOf(node, frame) ?? pressableOf(node, frame, scale) ?? contentOf(node, frame, scale);
  if (control) return [control];
  const below = node.children.flatMap((child) => elementsOf(child, scale));
  if (below.length === 0) return [];
  if (isTabBar(node)) return [tabBar(node, scale)];
  const identifier = identifierOf(node);
  if (identifier === 'toolbar') return [barOf('Toolbar', frame, { identifier, children: below })];
  const type = node.scrollable ? 'ScrollArea' : 'Group';
  return [axElement(type, frame, { identifier, container: true, children: below })];
}

/** Navigation bars, tab bars and toolbars list no children; their items answer to reads of points alone. */
export function barOf(roleDescription: string, frame: AxFrame, said: Partial<AxElement>): AxElement {
  return axElement('Group', frame, { roleDescription, childrenFor: 'points', ...said });
}

function inputOf(node: ViewNode, frame: AxFrame): AxElement | null {
  const said = common(node);
  if (node.editable || node.className.endsWith('.EditText')) return textField(node, frame);
  if (node.className.endsWith('.Switch')) return switchOf(node, frame, node);
  if (node.className.endsWith('.ProgressBar')) {
    const { range } = node;
    if (range) return axElement('GenericElement', frame, { ...said, value: `${Math.round(range.value)}%` });
    return axElement('GenericElement', frame, { ...said, label: said.label ?? 'In progress', value: '1' });
  }
  if (node.range) return axElement('Slider', frame, { ...said, value: sliderValue(node, node.range) });
  if (node.className.endsWith('.RadioButton'))
    return axElement('RadioButton', frame, { ...said, value: node.checked ? 1 : 0 });
  if (node.className.endsWith('.CheckBox'))
    return axElement('CheckBox', frame, { ...said, value: node.checked ? '1' : '0' });
  if (node.className.endsWith('.NumberPicker')) {
    const chosen = descendants(node).find(({ editable }) => editable)?.text ?? null;
    return axElement('PickerWheel', frame, { ...said, roleDescription: 'pickerwheel', value: chosen });
  }
  if (node.className.endsWith('.Spinner')) {
    const chosen = textsOf(node)[0] ?? null;
    return axElement('PopUpButton', frame, { ...said, label: said.label ?? chosen, value: chosen });
  }
  if (node.checkable && !node.className.endsWith('.CheckedTextView')) return switchOf(node, frame, node);
  return null;
}

/** With a label the share is told as text, without one as a number; own drawn ones tell nothing. */
function sliderValue(
  node: ViewNode,
  { min, max, value }: NonNullable<ViewNode['range']>,
): string | number | null {
  if (!node.className.endsWith('.SeekBar')) return null;
  const share = max > min ? (value - min) / (max - min) : 0;
  return node.contentDesc === '' ? share : `${Math.round(share * 100)}%`;
}

function textField(node: ViewNode, frame: AxFrame): AxElement {
  const search = /search/i.test(`${node.resourceId} ${node.hint}`);
  const subrole = node.password ? 'AXSecureTextField' : search ? 'AXSearchField' : null;
  const roleDescription = node.password ? 'secure text field' : search ? 'search text field' : null;
  const tall = frame.height > 80;
  return axElement(tall ? 'TextArea' : 'TextField', frame, {
    ...common(node),
    subrole,
    ...(roleDescription ? { roleDescription } : {}),
    label: node.contentDesc || null,
    // UIKit gives the placeholder as the value of an empty field.
    value: node.text,
    placeholder: node.hint || null,
    traits: node.password ? ['SecureTextField'] : search ? ['SearchField'] : [],
  });
}

/** `row` is what the frame comes from: the switch itself, or the row that it ends. */
function switchOf(node: ViewNode, frame: AxFrame, row: ViewNode): AxElement {
  return axElement('CheckBox', frame, {
    ...common(node),
    label: node.contentDesc || node.text || textsOf(row)[0] || null,
    subrole: 'AXSwitch',
    roleDescription: 'switch',
    value: node.checked ? '1' : '0',
    enabled: node.enabled && row.enabled,
  });
}

function pressableOf(node: ViewNode, frame: AxFrame, scale: Scale): AxElement | null {
  if (!node.clickable) return null;
  const below = node.children.flatMap((child) => descendants(child));
  const pressable = below.filter((each) => each.clickable || each.editable || each.range);
  const [only] = pressable;
  if (only && pressable.length === 1 && only.className.endsWith('.Switch'))
    return switchOf(only, frame, node);
  if (/\bMap$/.test(node.contentDesc)) {
    const children = node.children.flatMap((child) => elementsOf(child, scale));
    const map = { ...common(node), subrole: 'AXMapArea', roleDescription: 'map', children };
    return axElement('Group', frame, map);
  }
  if (pressable.length > 0) return null;
  // A label that was written for it replaces what the control itself shows: `minus` for a sign.
  const texts = node.contentDesc === '' ? textsOf(node) : node.children.flatMap(textsOf);
  const label = node.contentDesc || (texts[0] ?? null);
  if (label === null && identifierOf(node) === null) return null;
  const more = texts.filter((text) => text !== label);
  return axElement('Button', frame, { ...common(node), label, value: more.join(', ') });
}

function contentOf(node: ViewNode, frame: AxFrame, scale: Scale): AxElement | null {
  if (node.className.endsWith('.WebView')) {
    const children = node.children.flatMap((child) => elementsOf(child, scale));
    const page = children.length === 1 && children[0]?.type === 'WebArea' ? children[0] : null;
    const said = {
      ...common(node),
      label: node.text || (page?.label ?? null),
      childrenFor: 'bridge',
    } as const;
    return axElement('WebArea', frame, { ...said, children: page ? page.children : children });
  }
  if (node.className.endsWith('.ImageView') || node.className.endsWith('.ImageButton'))
    return node.contentDesc === '' ? null : axElement('Image', frame, common(node));
  if (node.children.length > 0 && node.text === '') return null;
  const said = common(node);
  if (node.heading && said.label !== null) return axElement('Heading', frame, said);
  if (node.text !== '') return axElement('StaticText', frame, said);
  return node.contentDesc === '' ? null : axElement('GenericElement', frame, said);
}

function common(node: ViewNode): Partial<AxElement> {
  return {
    label: node.contentDesc || node.text || null,
    identifier: identifierOf(node),
    enabled: node.enabled,
    focused: node.focused,
    traits: node.selected || (node.checkable && node.checked) ? ['Selected'] : [],
  };
}

/** A row of things to press of which one is selected. */
function isTabBar(node: ViewNode): boolean {
  const items = node.children.filter((child) => child.visibleToUser);
  const selected = items.filter((child) => child.selected);
  return items.length > 1 && selected.length === 1 && items.every((child) => child.clickable);
}

function tabBar(node: ViewNode, scale: Scale): AxElement {
  const children = node.children
    .filter((child) => child.visibleToUser)
    .map((child) =>
      axElement('RadioButton', frameOf(child, scale), {
        ...common(child),
        label: child.contentDesc || textsOf(child)[0] || null,
        subrole: 'AXTabButton',
        roleDescription: 'tab',
        value: child.selected ? 1 : 0,
      }),
    );
  return barOf('Tab bar', frameOf(node, scale), { identifier: identifierOf(node), children });
}

function textsOf(node: ViewNode): readonly string[] {
  return descendants(node)
    .filter((each) => !each.className.endsWith('.Switch'))
    .map(({ text, contentDesc }) => text || contentDesc)
    .filter((text) => text !== '');
}

/** The view and all below it that can be seen, parents first. */
export function descendants(node: ViewNode): readonly ViewNode[] {
  if (!node.visibleToUser) return [];
  return [node, ...node.children.flatMap(descendants)];
}
