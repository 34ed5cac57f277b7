/** The tools as the README lists them: by what a caller wants to do, the entry tools first. */
import type { Tool } from '../../src/tools/define-tool.ts';
import type { FoundTool } from './find-tools.ts';

export interface ToolGroup {
  readonly title: string;
  readonly tools: readonly Tool[];
}

const order = ['Look', 'Act', 'Wait', 'Prove', 'Apps', 'Build', 'Devices', 'Logs', 'Debug', 'Performance'];

/** Where the folder of a tool says too little. */
const byName: Readonly<Record<string, string>> = {
  build_app: 'Build',
  build_and_install: 'Build',
  install_app: 'Build',
  get_job: 'Build',
  cancel_job: 'Build',
  run_journey: 'Act',
  list_apps: 'Apps',
  uninstall_app: 'Apps',
  open_url: 'Apps',
  set_permission: 'Apps',
  get_logs: 'Logs',
  get_network_activity: 'Logs',
  start_log_stream: 'Logs',
  read_log_stream: 'Logs',
  stop_log_stream: 'Logs',
  get_action_timeline: 'Logs',
};

const byFolder: Readonly<Record<string, string>> = {
  observe: 'Look',
  interact: 'Act',
  journey: 'Act',
  wait: 'Wait',
  expect: 'Prove',
  manage: 'Apps',
  device: 'Devices',
  system: 'Devices',
  debug: 'Debug',
  perf: 'Performance',
  trace: 'Performance',
};

export function toolGroups(found: readonly FoundTool[]): readonly ToolGroup[] {
  const groups = new Map<string, Tool[]>(['Start here', ...order].map((title) => [title, []]));
  for (const { tool, path } of found) {
    const folder = path.split('/')[1] ?? '';
    const title = tool.entry ? 'Start here' : (byName[tool.name] ?? byFolder[folder]);
    const group = title === undefined ? undefined : groups.get(title);
    if (!group) throw new Error(`${path}: name the task of this folder in test/docs/tool-groups.ts.`);
    group.push(tool);
  }
  return [...groups].filter(([, tools]) => tools.length > 0).map(([title, tools]) => ({ title, tools }));
}
