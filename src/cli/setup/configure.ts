/** Writes, shows and takes back the configuration of one client. Each gives the lines to tell. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { readConfigFile, removeConfigFile, replaceConfigFile } from '../../host/config-file.ts';
import { type ClientState, entryPlace, serverName } from './client-state.ts';
import type { Client, ServerCommand } from './clients.ts';
import {
  type Entry,
  type EntryPlace,
  entryAlone,
  entryIn,
  isEmptyConfig,
  withEntry,
  withoutEntry,
} from './config-text.ts';

export interface ClientSetup {
  readonly name: string;
  readonly client: Client;
  readonly state: ClientState;
  readonly server: ServerCommand;
}

/** The file as it was before the first change, beside it. */
function backupOf(file: string): string {
  return `${file}.before-${serverName}`;
}

export async function printed({ client, state, server }: ClientSetup): Promise<readonly string[]> {
  return [
    `${client.title}: in ${state.file}`,
    '',
    entryAlone(entryPlace(client), client.entry(server)).trimEnd(),
  ];
}

export async function configured(setup: ClientSetup): Promise<readonly string[]> {
  const { name, client, state, server } = setup;
  if (state.broken) throw state.broken;
  const place = entryPlace(client);
  const entry = client.entry(server);
  const text = state.text ?? '';
  if (JSON.stringify(entryIn(text, place)) === JSON.stringify(entry)) {
    return [`${client.title}: is configured already in ${state.file}. Check: ${client.check}`];
  }
  const backup = backupOf(state.file);
  // While our entry stands in the file, the older copy is the one from before us.
  const before = state.entry === undefined ? null : await readConfigFile(backup);
  const untouched = before !== null && isOurs({ before, text, place });
  const next = withEntry(untouched ? before : text, place, entry);
  if (state.text !== null && before === null) await replaceConfigFile(backup, state.text);
  if (state.text === null) await removeConfigFile(backup);
  await replaceConfigFile(state.file, next);
  return [
    `${client.title}: ${state.entry === undefined ? 'added' : 'replaced'} "${serverName}" in ${state.file}`,
    ...(state.found
      ? []
      : [`  ${client.title} was not found on this computer; it reads this file once it is installed.`]),
    ...(state.text === null ? [] : [`  The file as it was: ${backup}`]),
    ...Object.keys(server.env).map((variable) => `  With ${variable} as it is set here.`),
    ...transient(server),
    `  Check: ${client.check}. Undo: setup ${name} --undo`,
  ];
}

/** INVALID_ARGUMENT when there is nothing to take back. */
export async function undone({ client, state }: ClientSetup): Promise<readonly string[]> {
  const place = entryPlace(client);
  const { file, text } = state;
  if (state.broken) throw state.broken;
  if (text === null || entryIn(text, place) === undefined) {
    throw new Fault('INVALID_ARGUMENT', `${client.title}: ${file} has no "${serverName}" to take out.`, {
      nextStep: 'Nothing was changed. "setup" lists what is configured where.',
    });
  }
  const backup = backupOf(file);
  const before = await readConfigFile(backup);
  await putBack({ client, file, text, before });
  await removeConfigFile(backup);
  return [`${client.title}: ${file} is as it was without the change of "setup".`];
}

/** Whether the text is the earlier one with our entry and nothing else. */
function isOurs({ before, text, place }: { before: string; text: string; place: EntryPlace }): boolean {
  return withEntry(before, place, entryIn(text, place) as Entry) === text;
}

interface Changed {
  readonly client: Client;
  readonly file: string;
  readonly text: string;
  readonly before: string | null;
}

/** To the letter where nobody else has changed the file since; else only our entry goes back to what it was. */
async function putBack({ client, file, text, before }: Changed): Promise<void> {
  const place = entryPlace(client);
  const ours = entryIn(text, place) as Readonly<Record<string, unknown>>;
  if (before !== null && withEntry(before, place, ours) === text)
    return await replaceConfigFile(file, before);
  const earlier = before === null ? undefined : entryIn(before, place);
  if (earlier !== undefined) {
    return await replaceConfigFile(file, withEntry(text, place, earlier as Entry));
  }
  const without = withoutEntry(text, place, before === null);
  if (before === null && isEmptyConfig(without, client.format)) return await removeConfigFile(file);
  await replaceConfigFile(file, without);
}

/** Folders that other programs clear. */
function transient({ args }: ServerCommand): readonly string[] {
  const [script = ''] = args;
  if (!/[\\/]_npx[\\/]/.test(script)) return [];
  return [
    '  This runs from the cache of npx, which npm clears at times: install it in a folder of its own to be safe.',
  ];
}
