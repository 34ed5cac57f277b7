/** Reads the intent arguments that `am` and `pm` share, and prints intents as Android does. */
import { parseComponent, shortComponent } from './component.ts';

export interface Intent {
  action: string | null;
  readonly categories: string[];
  uri: string | null;
  type: string | null;
  flags: number;
  packageName: string | null;
  /** `pkg/full.Class`. */
  component: string | null;
  hasExtras: boolean;
  /** The word behind the options: a component, a package or a URI. */
  operand: string | null;
}

/** Options with one value that are no part of the intent. */
const valued = new Set([
  '--user',
  '--display',
  '-R',
  '--windowingMode',
  '--activityType',
  '--task',
  '-P',
  '--start-profiler',
  '--sampling',
]);
/** Extras: number of words behind them. */
const extras: Readonly<Record<string, number>> = {
  '-e': 2,
  '--es': 2,
  '--ez': 2,
  '--ei': 2,
  '--el': 2,
  '--ef': 2,
  '--eu': 2,
  '--ecn': 2,
  '--eia': 2,
  '--ela': 2,
  '--efa': 2,
  '--esa': 2,
  '--esal': 2,
  '--esn': 1,
};

export interface ReadIntent {
  readonly intent: Intent;
  /** Flags that belong to the command (`-W`, `-S`, `-D`, `--brief`...). */
  readonly switches: ReadonlySet<string>;
  /** What could not be read, in the tool's words; null when all was fine. */
  readonly problem: string | null;
}

/** `known` are the command's own switches; any other option is a problem. */
export function readIntent(args: readonly string[], known: ReadonlySet<string>): ReadIntent {
  const intent: Intent = {
    action: null,
    categories: [],
    uri: null,
    type: null,
    flags: 0,
    packageName: null,
    component: null,
    hasExtras: false,
    operand: null,
  };
  const switches = new Set<string>();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const words = extras[arg];
    if (words !== undefined) {
      intent.hasExtras = true;
      at += words;
    } else if (known.has(arg) || arg.startsWith('--activity-')) switches.add(arg);
    else if (valued.has(arg)) at++;
    else if (!arg.startsWith('-')) intent.operand ??= arg;
    else {
      const value = args[++at];
      const problem = value === undefined ? `Argument expected after "${arg}"` : setPart(intent, arg, value);
      if (problem !== null) return { intent, switches, problem };
    }
  }
  return { intent, switches, problem: null };
}

function setPart(intent: Intent, option: string, value: string): string | null {
  switch (option) {
    case '-a':
      intent.action = value;
      return null;
    case '-c':
      intent.categories.push(value);
      return null;
    case '-d':
      intent.uri = value;
      return null;
    case '-t':
      intent.type = value;
      return null;
    case '-f':
      intent.flags = Number(value);
      return null;
    case '-p':
      intent.packageName = value;
      return null;
    case '-n': {
      const component = parseComponent(value);
      if (!component) return `Bad component name: ${value}`;
      intent.component = `${component.packageName}/${component.activity}`;
      return null;
    }
    default:
      return `Unknown option: ${option}`;
  }
}

export function intentText(intent: Intent): string {
  const parts = [
    intent.action === null ? '' : `act=${intent.action}`,
    intent.categories.length === 0 ? '' : `cat=[${intent.categories.join(',')}]`,
    intent.uri === null ? '' : `dat=${intent.uri}`,
    intent.type === null ? '' : `typ=${intent.type}`,
    intent.flags === 0 ? '' : `flg=0x${intent.flags.toString(16)}`,
    intent.packageName === null ? '' : `pkg=${intent.packageName}`,
    intent.component === null ? '' : `cmp=${shortComponent(intent.component)}`,
    intent.hasExtras ? '(has extras)' : '',
  ];
  return `Intent { ${parts.filter((part) => part !== '').join(' ')} }`;
}
