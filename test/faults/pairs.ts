/**
 * Which pairs of a call and a trouble are tried where. Above the port a tool meets fault codes, not troubles: so every
 * trouble is met by one call for each method of the port, and every call meets one trouble for each kind of failure. That
 * is `npm test`; all other pairs are the long project's.
 */
export type Call = readonly [tool: string, args: Record<string, unknown>];

export type Share = 'telling' | 'rest';

interface Scenario {
  readonly title: string;
  /** The tools that can meet it; all of them when left out. */
  readonly meets?: RegExp;
}

/** One tool for each method of the port; of several calls of it, the first. */
const methodTools = [
  ...['list_devices', 'get_ui_tree', 'get_current_screen', 'capture_screenshot', 'get_logs'],
  ...['start_app', 'terminate_app', 'reset_app_data', 'tap', 'swipe', 'type_text', 'press_key'],
  ...['open_url', 'set_clipboard', 'set_permission', 'set_device'],
];

/** One trouble for each kind of failure: no answer, a broken one, none at all, a device that went away, one that is of no use. */
const kindsOfFailure = new Set([
  ...['every command hangs', 'streams are cut without an exit packet', 'commands are refused'],
  ...['the device vanishes during the call', 'the root is null'],
  ...['the helper dies after every input', 'the helper hangs'],
  ...['every call hangs', 'the companion dies after a call', 'the root has no size'],
  ...['programs hang', 'programs print nothing and fail'],
]);

/** The calls of the list that are to meet this trouble. */
export function callsFor({ title, meets }: Scenario, calls: readonly Call[], share: Share): readonly Call[] {
  const first = new Set(methodTools.map((tool) => calls.find(([name]) => name === tool)));
  return calls.filter((call) => {
    if (meets && !meets.test(call[0])) return false;
    const telling = first.has(call) || kindsOfFailure.has(title);
    return telling === (share === 'telling');
  });
}
