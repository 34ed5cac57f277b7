/** One accessibility element as iOS has it, before any format is chosen. Frames are points of the UI's orientation. */

export interface AxFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Text, number or nothing, by kind of control: no reader may insist on one of them. */
export type AxValue = string | number | null;

export interface AxElement {
  /** Role without its `AX`: `Button`. */
  readonly type: string;
  readonly subrole: string | null;
  readonly roleDescription: string | null;
  readonly label: string | null;
  readonly value: AxValue;
  readonly identifier: string | null;
  readonly placeholder: string | null;
  readonly traits: readonly string[];
  readonly enabled: boolean;
  readonly focused: boolean;
  readonly frame: AxFrame;
  /** Who sees its children: every read, only those of the guest's own reader, or only reads of a point. */
  readonly childrenFor: 'all' | 'bridge' | 'points';
  /** Holds others and says nothing itself: only the guest's own reader lists it. */
  readonly container: boolean;
  readonly children: readonly AxElement[];
}

export interface AxModal {
  readonly kind: 'system' | 'app';
  readonly elementType: string;
  readonly label: string | null;
}

/** What one read of the screen finds. */
export interface AxScreen {
  readonly root: AxElement;
  readonly pid: number;
  /** Points, as the UI is turned. */
  readonly width: number;
  readonly height: number;
  readonly modal: AxModal | null;
}

const roleDescriptions: Readonly<Record<string, string>> = {
  Application: 'application',
  Button: 'button',
  CheckBox: 'checkbox',
  GenericElement: 'element',
  Group: 'group',
  Heading: 'heading',
  Image: 'image',
  PopUpButton: 'pop up button',
  RadioButton: 'radio button',
  ScrollArea: 'scroll area',
  Slider: 'slider',
  StaticText: 'text',
  TextArea: 'text entry area',
  TextField: 'text field',
  WebArea: 'HTML content',
};

const traitOf: Readonly<Record<string, string>> = {
  Button: 'Button',
  CheckBox: 'Button',
  Heading: 'Header',
  Image: 'Image',
  PopUpButton: 'Button',
  RadioButton: 'Button',
  Slider: 'Adjustable',
  StaticText: 'StaticText',
  TextArea: 'TextEntry',
  TextField: 'TextEntry',
};

/** An element of this type with what is said of it, and what Apple says of the type. */
export function axElement(type: string, frame: AxFrame, said: Partial<AxElement> = {}): AxElement {
  const enabled = said.enabled ?? true;
  const own = traitOf[type];
  const traits = [...(own ? [own] : []), ...(said.traits ?? []), ...(enabled ? [] : ['NotEnabled'])];
  return {
    type,
    frame,
    subrole: null,
    roleDescription: roleDescriptions[type] ?? null,
    label: null,
    value: null,
    identifier: null,
    placeholder: null,
    focused: false,
    childrenFor: 'all',
    container: false,
    children: [],
    ...said,
    enabled,
    traits,
  };
}

export function holds(
  { x, y, width, height }: AxFrame,
  at: { readonly x: number; readonly y: number },
): boolean {
  return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
}

export function centreOf({ x, y, width, height }: AxFrame): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The innermost element under the point, last drawn first; bars lie over the rest. Containers are looked through, not found. */
export function elementAt(root: AxElement, at: { readonly x: number; readonly y: number }): AxElement | null {
  const isBar = ({ childrenFor }: AxElement): boolean => childrenFor === 'points';
  const drawn = root.children.toReversed();
  for (const child of [...drawn.filter(isBar), ...drawn.filter((each) => !isBar(each))]) {
    const found = elementAt(child, at);
    if (found) return found;
  }
  return !root.container && holds(root.frame, at) ? root : null;
}

/** Every element, parents first. */
export function* everyElement(root: AxElement): Generator<AxElement> {
  yield root;
  for (const child of root.children) yield* everyElement(child);
}
