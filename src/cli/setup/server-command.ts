/** The command by which a client starts what runs now: this Node, this file, and the settings that are in effect. */
import { type Config, type SettingName, settings, variables } from '../../config.ts';
import type { ServerCommand } from './clients.ts';

/** Settings of other commands, and of this one. */
const notServed: ReadonlySet<SettingName> = new Set([
  'print',
  'undo',
  'port',
  'device',
  'json',
  'report',
  'help',
  'version',
]);

/** Of one shell or one build, and what only `setup` reads. */
const notKept: ReadonlySet<string> = new Set([
  'MCP_TARGET_PACKAGE',
  'MCP_TARGET_APP_ID',
  'XDG_CONFIG_HOME',
  'APPDATA',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
]);

/**
 * Clients started from a desktop have not the variables of this shell, and Codex hands on only a few: those that lead to
 * programs are written down with the server.
 */
export function serverCommand(
  { flags, values, environment }: Config,
  { execPath, script }: { readonly execPath: string; readonly script: string },
): ServerCommand {
  const given = (Object.keys(settings) as SettingName[]).filter((name) => !notServed.has(name));
  const args = given.flatMap((name) => {
    const value = values[name];
    if (value !== undefined) return [`--${name}`, value];
    return flags.has(name) || name === 'lean' ? [`--${name}`] : [];
  });
  const env = Object.keys(variables)
    .filter((name) => !notKept.has(name))
    .flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    });
  return { command: execPath, args: [script, ...args], env: Object.fromEntries(env) };
}
