/** `setup`: makes this program, by the command that runs now, an MCP server of the clients on this computer. */
import { homedir } from 'node:os';
import { pathFolders } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Config } from '../../config.ts';
import { realPath } from '../../host/config-file.ts';
import { searchPaths } from '../../host/programs/tool-search.ts';
import { assertServable } from '../assemble.ts';
import { type ClientState, clientState } from './client-state.ts';
import { type ClientName, clientNamed, clients, type ServerCommand, userFolders } from './clients.ts';
import { configured, printed, undone } from './configure.ts';
import { serverCommand } from './server-command.ts';

/** What it depends on; tests pass their own. */
export interface SetupPlace {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly execPath: string;
  /** The file that runs. */
  readonly script: string;
  readonly say: (line: string) => void;
}

export async function setup(config: Config, place: SetupPlace = here()): Promise<number> {
  const { platform, home, say } = place;
  if (config.flags.has('undo') && config.flags.has('print')) {
    throw new Fault('INVALID_ARGUMENT', 'setup: --print writes nothing, and --undo does.', {
      nextStep: 'Give one of the two.',
    });
  }
  assertServable(config);
  const folders = userFolders(config.environment, platform, home);
  const server = serverCommand(config, { ...place, script: await realPath(place.script) });
  const search = searchPaths(config.environment, platform);
  const onPath = (program: string): boolean =>
    pathFolders(config.environment, platform).some((folder) =>
      ['', '.cmd', '.exe'].some((ending) => search.exists(folders.join(folder, program + ending))),
    );
  const stateOf = async (name: ClientName): Promise<ClientState> =>
    await clientState(clients[name], { folders, onPath });

  if (config.words.length === 0) {
    if (config.flags.has('undo') || config.flags.has('print')) throw unnamed();
    return await listed(stateOf, { server, say });
  }
  const names = config.words.map(known);
  for (const name of names) {
    const state = await stateOf(name);
    const act = config.flags.has('undo') ? undone : config.flags.has('print') ? printed : configured;
    for (const line of await act({ name, client: clients[name], state, server })) say(line);
  }
  return 0;
}

function here(): SetupPlace {
  return {
    platform: process.platform,
    home: homedir(),
    execPath: process.execPath,
    script: process.argv[1] ?? '',
    say: (line) => process.stdout.write(`${line}\n`),
  };
}

async function listed(
  stateOf: (name: ClientName) => Promise<ClientState>,
  { server, say }: { readonly server: ServerCommand; readonly say: (line: string) => void },
): Promise<number> {
  const names = Object.keys(clients) as ClientName[];
  const rows = await Promise.all(names.map(async (name) => ({ name, state: await stateOf(name) })));
  say('Clients on this computer');
  for (const { name, state } of rows) {
    const found = state.found ? 'found    ' : 'not found';
    say(`  ${name.padEnd(15)} ${found}  ${wordsFor(state, name, server).padEnd(17)} ${state.file}`);
  }
  const example = rows.find(({ state }) => state.found)?.name ?? 'claude-code';
  say('');
  say(`Connect one: ${[server.command, server.args[0] ?? ''].map(quoted).join(' ')} setup ${example}`);
  say('--print shows the block without writing it; --undo takes it out again.');
  return 0;
}

function wordsFor({ entry, broken }: ClientState, name: ClientName, server: ServerCommand): string {
  if (broken) return 'cannot be read';
  if (entry === undefined) return 'not configured';
  const same = JSON.stringify(entry) === JSON.stringify(clients[name].entry(server));
  return same ? 'configured' : 'differs';
}

function quoted(path: string): string {
  return /[^\w./:\\-]/.test(path) ? `"${path}"` : path;
}

function known(word: string): ClientName {
  const name = clientNamed(word);
  if (name) return name;
  throw new Fault('INVALID_ARGUMENT', `setup: ${JSON.stringify(word)} is no client that is known here.`, {
    nextStep: `Clients: ${Object.keys(clients).join(', ')}. Most others take the block of setup cursor --print.`,
  });
}

function unnamed(): Fault {
  return new Fault('INVALID_ARGUMENT', 'setup: --print and --undo need the name of a client.', {
    nextStep: `Clients: ${Object.keys(clients).join(', ')}.`,
  });
}
