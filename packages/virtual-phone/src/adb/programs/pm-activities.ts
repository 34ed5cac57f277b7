/** `resolve-activity` and `query-activities`: which activities of the installed packages answer an intent. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type Call, err, out, phoneOf } from '../shell/program.ts';
import { shortComponent } from './component.ts';
import { type Intent, readIntent } from './intent.ts';
import { oneUser } from './user-option.ts';

const switches = new Set(['--brief', '--components']);
const chooser = 'android/com.android.internal.app.ResolverActivity';
const matchLine = (isDefault: boolean): string =>
  `priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=${isDefault}`;

export async function resolveActivity(_op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const read = readIntent(args, switches);
  if (read.problem !== null) return await complain(call, read.problem);
  const found = matching(call, read.intent, oneUser(args));
  const [first] = found;
  if (first === undefined) {
    await out(call, 'No activity found\n');
    return 0;
  }
  // With several candidates and no preferred one Android answers with its chooser.
  const answer = found.length > 1 ? chooser : shortComponent(first);
  if (read.switches.has('--components')) await out(call, `${answer}\n`);
  else if (read.switches.has('--brief')) await out(call, `${matchLine(found.length === 1)}\n${answer}\n`);
  else await out(call, verbose(answer, ''));
  return 0;
}

export async function queryActivities(_op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const read = readIntent(args, switches);
  if (read.problem !== null) return await complain(call, read.problem);
  const found = matching(call, read.intent, oneUser(args)).map(shortComponent);
  if (read.switches.has('--components')) await out(call, found.map((component) => `${component}\n`).join(''));
  else if (found.length === 0) await out(call, 'No activities found\n');
  else {
    const entries = found.map((component, index) => {
      const body = read.switches.has('--brief')
        ? `    ${matchLine(false)}\n    ${component}\n`
        : verbose(component, '    ');
      return `  Activity #${index}:\n${body}`;
    });
    await out(call, `${found.length} activities found:\n${entries.join('')}`);
  }
  return 0;
}

function verbose(component: string, indent: string): string {
  const [packageName = '', activity = ''] = component.split('/');
  const name = activity.startsWith('.') ? packageName + activity : activity;
  const lines = [
    matchLine(false),
    'ActivityInfo:',
    `  name=${name}`,
    `  packageName=${packageName}`,
    '  enabled=true exported=true',
  ];
  return lines.map((line) => `${indent}${line}\n`).join('');
}

/** `pkg/full.Class` of every match, in the order of packages and their activities. */
function matching(call: Call, intent: Intent, user: number): string[] {
  const packages = phoneOf(call).packagesOf(user);
  const wanted = intent.packageName ?? (intent.operand?.includes('/') === false ? intent.operand : null);
  const component = intent.component ?? (intent.operand?.includes('/') ? intent.operand : null);
  const all = [...packages.values()].flatMap((entry) =>
    entry.activities.map((activity) => ({
      ...activity,
      packageName: entry.name,
      component: `${entry.name}/${activity.name}`,
    })),
  );
  if (component !== null)
    return all
      .filter((entry) => entry.component === component || shortComponent(entry.component) === component)
      .map((entry) => entry.component);
  if (intent.uri !== null || (intent.action !== null && intent.action !== 'android.intent.action.MAIN'))
    return [];
  return all
    .filter((entry) => entry.launcher && (wanted === null || entry.packageName === wanted))
    .map((entry) => entry.component);
}

async function complain(call: Call, problem: string): Promise<number> {
  await err(call, `Error: ${problem}\n`);
  return 255;
}
