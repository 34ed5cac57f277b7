/** The clients that `setup` knows: where each keeps its MCP servers, and in which shape. */
import { posix, win32 } from 'node:path';
import type { Environment } from '@mobile-debug/core/environment.ts';

/** What starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type ConfigFormat = 'json' | 'toml';

export interface Client {
  readonly title: string;
  /** Other names that people use for it. */
  readonly aliases?: readonly string[];
  /** Its program, where it has one that stands on the PATH. */
  readonly program?: string;
  readonly format: ConfigFormat;
  /** Where the file may be; the first that exists is used, else the first. */
  readonly files: (place: UserFolders) => readonly string[];
  /** The object that holds the servers by name. */
  readonly servers: string;
  readonly entry: (server: ServerCommand) => Readonly<Record<string, unknown>>;
  /** How a person sees that it is connected. */
  readonly check: string;
}

/** Where this user's configuration lives. */
export interface UserFolders {
  readonly env: Environment;
  readonly join: (...parts: string[]) => string;
  readonly home: string;
  /** `~/.config`, or what XDG_CONFIG_HOME names. */
  readonly config: string;
  /** Of desktop programs: `~/Library/Application Support`, `%APPDATA%`, `~/.config`. */
  readonly applications: string;
}

export function userFolders(env: Environment, platform: string, home: string): UserFolders {
  const { join } = platform === 'win32' ? win32 : posix;
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config');
  const applications: Readonly<Record<string, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env['APPDATA'] || join(home, 'AppData', 'Roaming'),
  };
  return { env, join, home, config, applications: applications[platform] ?? config };
}

const plain = ({ command, args, env }: ServerCommand) => ({ command, args, ...withEnv('env', env) });
const stdio = (server: ServerCommand) => ({ type: 'stdio', ...plain(server) });

/** Files and shapes as the documentation of each client gives them in 2026. */
export const clients = {
  'claude-code': {
    title: 'Claude Code',
    aliases: ['claude'],
    program: 'claude',
    format: 'json',
    files: ({ env, join, home }) => [join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json')],
    servers: 'mcpServers',
    entry: stdio,
    check: 'claude mcp list',
  },
  codex: {
    title: 'Codex',
    program: 'codex',
    format: 'toml',
    files: ({ env, join, home }) => [join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml')],
    servers: 'mcp_servers',
    entry: plain,
    check: 'codex mcp list',
  },
  cursor: {
    title: 'Cursor',
    program: 'cursor',
    format: 'json',
    files: ({ join, home }) => [join(home, '.cursor', 'mcp.json')],
    servers: 'mcpServers',
    entry: plain,
    check: 'Settings, MCP',
  },
  vscode: {
    title: 'VS Code',
    aliases: ['code', 'vs-code'],
    program: 'code',
    format: 'json',
    files: ({ join, applications }) =>
      ['Code', 'Code - Insiders', 'VSCodium'].map((name) => join(applications, name, 'User', 'mcp.json')),
    servers: 'servers',
    entry: stdio,
    check: 'the command "MCP: List Servers"',
  },
  'copilot-cli': {
    title: 'Copilot CLI',
    aliases: ['copilot'],
    program: 'copilot',
    format: 'json',
    files: ({ env, join, home }) => [join(env['COPILOT_HOME'] || join(home, '.copilot'), 'mcp-config.json')],
    servers: 'mcpServers',
    entry: (server) => ({ type: 'local', ...plain(server), tools: ['*'] }),
    check: 'copilot mcp list',
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    aliases: ['gemini'],
    program: 'gemini',
    format: 'json',
    files: ({ join, home }) => [join(home, '.gemini', 'settings.json')],
    servers: 'mcpServers',
    entry: plain,
    check: 'gemini mcp list',
  },
  opencode: {
    title: 'opencode',
    program: 'opencode',
    format: 'json',
    files: ({ join, config }) =>
      ['opencode.json', 'opencode.jsonc'].map((name) => join(config, 'opencode', name)),
    servers: 'mcp',
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      enabled: true,
      ...withEnv('environment', env),
    }),
    check: 'opencode mcp list',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    files: ({ join, applications }) => [join(applications, 'Claude', 'claude_desktop_config.json')],
    servers: 'mcpServers',
    entry: plain,
    check: 'quit Claude Desktop and start it again; then Settings, Developer',
  },
  windsurf: {
    title: 'Windsurf',
    program: 'windsurf',
    format: 'json',
    files: ({ join, home }) => [join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    servers: 'mcpServers',
    entry: plain,
    check: 'Cascade, MCP servers, refresh',
  },
  zed: {
    title: 'Zed',
    program: 'zed',
    format: 'json',
    files: ({ join, home, env, config }) => [
      env['APPDATA'] ? join(env['APPDATA'], 'Zed', 'settings.json') : join(config, 'zed', 'settings.json'),
      join(home, '.config', 'zed', 'settings.json'),
    ],
    servers: 'context_servers',
    entry: plain,
    check: 'Agent panel, settings',
  },
  jetbrains: {
    title: 'JetBrains (Junie)',
    aliases: ['junie'],
    format: 'json',
    files: ({ join, home }) => [join(home, '.junie', 'mcp', 'mcp.json')],
    servers: 'mcpServers',
    entry: plain,
    check:
      'Settings, Tools, Junie, MCP Settings. AI Assistant keeps its own list: Settings, Tools, AI Assistant, MCP, Add, As JSON',
  },
} as const satisfies Record<string, Client>;

export type ClientName = keyof typeof clients;

/** By its name or another that people use; undefined for a client that is not known. */
export function clientNamed(word: string): ClientName | undefined {
  const wanted = word.toLowerCase();
  return (Object.keys(clients) as ClientName[]).find((name) => {
    const { aliases = [] }: Client = clients[name];
    return name === wanted || aliases.includes(wanted);
  });
}

function withEnv(name: string, env: ServerCommand['env']): Readonly<Record<string, unknown>> {
  return Object.keys(env).length === 0 ? {} : { [name]: env };
}
