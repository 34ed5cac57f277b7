/**
 * What kind of control a node is: by class name, accessibility type and subrole, else by its shape (Compose, React
 * Native and Flutter hand out bare views). Null when nothing says so; never guessed from values.
 */
import type { RawNode } from './raw-screen.ts';
import { typeRoles } from './type-roles.ts';
import type { Role, WindowKind } from './ui-tree.ts';

/** Endings of Android class names, longest meaning first: the first that fits decides. */
const endings: readonly (readonly [RegExp, Role])[] = [
  [/(RadioButton|RadioButtonView)$/, 'radio'],
  [/(CheckBox|CheckedTextView|CheckableImageButton)$/i, 'checkbox'],
  [/(Switch|SwitchCompat|SwitchMaterial|ToggleButton)$/, 'switch'],
  [/(TabView|TabItem|ActionBar\$Tab|BottomNavigationItemView|NavigationBarItemView)$/, 'tab'],
  [/(Button|FloatingActionButton|Chip)$/, 'button'],
  [/(EditText|AutoCompleteTextView|SearchAutoComplete|TextField|ExtractEditText)$/, 'text_field'],
  [/(SeekBar|Slider|RatingBar)$/, 'slider'],
  [/(ProgressBar|ProgressIndicator|ProgressView|LoadingIndicator)$/, 'progress'],
  [/(NumberPicker|Stepper)$/, 'stepper'],
  [/ListItem$/, 'list_item'],
  [/Spinner$/, 'dropdown'],
  [/(RecyclerView|ListView|GridView)$/, 'list'],
  [/WebView$/, 'webview'],
  [/(Toolbar|ActionBarView|ActionBarContainer|AppBarLayout)$/, 'toolbar'],
  [/(ListMenuItemView|ActionMenuItemView|MenuItem)$/, 'menu_item'],
  [/(ImageView|SvgView|Image)$/, 'image'],
  [/(TextView|Chronometer|TextClock)$/, 'text'],
  [
    /(Layout|ViewGroup|ScrollView|ViewPager2?|ViewFlipper|ComposeView|FlutterView|ViewFactoryHolder)$/,
    'container',
  ],
];

const generic =
  /(^|\.)(View|ViewGroup|FrameLayout|LinearLayout|RelativeLayout|ReactViewGroup|ConstraintLayout)$/;
/** Flutter says a tab's place in its label; React Native in its description. */
const tabPosition = /(^|[\n,]\s*)(tab\s+\d+\s+of\s+\d+|tab,\s*\d+\s+of\s+\d+)\s*$/i;
const interactive: ReadonlySet<Role> = new Set<Role>([
  'button',
  'switch',
  'checkbox',
  'radio',
  'text_field',
  'slider',
  'stepper',
  'dropdown',
  'tab',
  'link',
  'menu_item',
]);

export function isInteractive(role: Role | null): boolean {
  return role !== null && interactive.has(role);
}

/** One per tree: remembers what a class name means while a tree of ten thousand nodes is read. */
export class RoleReader {
  readonly #byType = new Map<string, Role | null>();

  /** `parent` is the role of the nearest kept ancestor. */
  of(node: RawNode, parent: Role | null): Role | null {
    const bySubrole = node.subrole === undefined ? undefined : typeRoles.get(node.subrole.replace(/^AX/, ''));
    if (bySubrole !== undefined) return bySubrole;
    if (node.description !== undefined && tabPosition.test(node.description.slice(-40))) return 'tab';
    const byType = this.#typeRole(node.type);
    if (byType !== null && byType !== 'container' && byType !== 'text') return byType;
    return byTraits(node.traits) ?? byShape(node, byType, parent);
  }

  #typeRole(type: string): Role | null {
    const known = this.#byType.get(type);
    if (known !== undefined) return known;
    const role = roleOfType(type);
    this.#byType.set(type, role);
    return role;
  }
}

function roleOfType(type: string): Role | null {
  const listed = typeRoles.get(type.replace(/^(AX|XCUIElementType)/, ''));
  if (listed !== undefined) return listed;
  for (const [ending, role] of endings) if (ending.test(type)) return role;
  return null;
}

function byTraits(traits: readonly string[] | undefined): Role | null {
  if (traits === undefined) return null;
  for (const trait of traits) {
    const role = typeRoles.get(trait);
    if (role !== undefined && role !== 'text') return role;
  }
  return null;
}

function byShape(node: RawNode, byType: Role | null, parent: Role | null): Role | null {
  if (node.heading === true) return 'heading';
  if (byType === 'text') return node.clickable === true ? tappableText(parent) : byType;
  if (node.editable === true) return 'text_field';
  if (byType === null && !generic.test(node.type)) return null;
  if (node.checkable === true) return 'checkbox';
  if (parent === 'list' && byType !== null) return 'list_item';
  if (node.clickable === true && node.scrollable !== true && isNamedLeaf(node)) return 'button';
  return byType ?? (node.children.length > 0 ? 'container' : null);
}

/** Rows of simple lists are mere text views that can be clicked. */
function tappableText(parent: Role | null): Role {
  return parent === 'list' ? 'list_item' : 'link';
}

/** A bare view that can be clicked, has a name of its own and holds no other control. */
function isNamedLeaf(node: RawNode): boolean {
  const named = (node.description ?? node.text ?? '') !== '';
  return named && node.children.every((child) => child.clickable !== true && child.children.length === 0);
}

/** The role of a window's root when its own class says nothing. */
export function windowRole(kind: WindowKind): Role {
  return kind === 'dialog' || kind === 'permission' || kind === 'anr' ? 'dialog' : 'window';
}
