/** Process ids by app, from `ps` in the columns of toolbox (Android 7) and toybox (8 and newer). Source: [A10]. */

/** The command line for `ps` that names whole process names. */
export function psCommand(sdk: number): string {
  return sdk >= 26 ? 'ps -A -o PID,NAME' : 'ps';
}

/** The command line for `ps` that also names whose processes they are. */
export function userProcesses(sdk: number): string {
  return sdk >= 26 ? 'ps -A -o USER,PID,NAME' : 'ps';
}

/** The user is in the name of the uid: `u10_a123`, and no prefix for the owner's system processes [A21]. */
export function parseUserProcesses(
  psOutput: string,
): { readonly user: number; readonly pid: number; readonly name: string }[] {
  const lines = psOutput.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  return lines.flatMap(([owner = '', pid = '', ...rest]) => {
    const name = rest.at(-1);
    if (name === undefined || !/^\d+$/.test(pid)) return [];
    return [{ user: Number(/^u(\d+)_/.exec(owner)?.[1] ?? 0), pid: Number(pid), name }];
  });
}

/** Pids of `appId` and its `appId:name` processes, main process first, then in the order of the list. */
export function parsePids(psOutput: string, appId: string): number[] {
  const lines = psOutput.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  const headerAt = lines.findIndex((words) => words.includes('PID'));
  const pidColumn = lines[headerAt]?.indexOf('PID') ?? -1;
  if (pidColumn < 0) return [];
  const main: number[] = [];
  const others: number[] = [];
  for (const words of lines.slice(headerAt + 1)) {
    // The name is last; toolbox has a state column without a title before it.
    const name = words.at(-1) ?? '';
    const pid = Number(words[pidColumn]);
    if (!Number.isInteger(pid) || pid <= 0) continue;
    if (name === appId) main.push(pid);
    else if (name.startsWith(`${appId}:`)) others.push(pid);
  }
  return [...main, ...others];
}

/** The same of one user, from the output of `userProcesses`. */
export function pidsOfUser(
  psOutput: string,
  { appId, user }: { readonly appId: string; readonly user: number },
): number[] {
  const own = parseUserProcesses(psOutput).filter((one) => one.user === user);
  const main = own.filter(({ name }) => name === appId);
  const others = own.filter(({ name }) => name.startsWith(`${appId}:`));
  return [...main, ...others].map(({ pid }) => pid);
}
