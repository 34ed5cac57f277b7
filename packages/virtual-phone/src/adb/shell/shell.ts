/** Runs parsed command lines: pipelines, redirections, variables, exit codes. Programs do the work. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { evaluate } from './arithmetic.ts';
import { type BuiltinOutcome, builtins } from './builtins.ts';
import { resolvePath } from './device-files.ts';
import { expandToString, expandWords, type Surroundings } from './expand.ts';
import { parseScript } from './parser.ts';
import { BrokenPipe, type ByteSink, CollectingSink, createPipe, print } from './pipes.ts';
import { type Call, runProgram, type Session } from './program.ts';
import { redirect } from './redirect.ts';
import { type Command, type List, type Pipeline, ShellSyntaxError, type Word } from './syntax.ts';

export interface Streams {
  readonly stdin: ByteReader;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
}

/** `exit`, and what `exec` ends with. */
export class ShellExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

export class Shell {
  readonly session: Session;
  readonly variables: Map<string, string>;
  readonly positional: readonly string[];
  readonly pid: number;
  cwd: string;
  lastStatus = 0;
  readonly #background: Promise<number>[] = [];

  constructor(session: Session, from?: Shell) {
    this.session = session;
    this.variables = new Map(from?.variables ?? defaultVariables);
    this.positional = from?.positional ?? [];
    this.cwd = from?.cwd ?? '/';
    this.lastStatus = from?.lastStatus ?? 0;
    this.pid = session.device.nextPid();
  }

  /** Runs a whole script; syntax errors are reported on stderr. Resolves when background commands ended too. */
  async run(op: Operation, source: string, streams: Streams): Promise<number> {
    const code = await this.runText(op, source, streams).catch((error: unknown) => {
      if (error instanceof ShellExit) return error.code;
      throw error;
    });
    await Promise.all(this.#background);
    return code;
  }

  async runText(op: Operation, source: string, streams: Streams): Promise<number> {
    try {
      return await this.runList(op, parseScript(source), streams);
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error;
      await print(streams.stderr, `/system/bin/sh: ${error.message}\n`);
      return 1;
    }
  }

  async runList(op: Operation, list: List, streams: Streams): Promise<number> {
    let skip = false;
    for (const { pipeline, connector } of list) {
      if (!skip) {
        op.check();
        if (connector === '&') {
          const child = new Shell(this.session, this);
          const job = child.#contained(child.#runPipeline(op, pipeline, streams));
          job.catch(() => {}); // `run` and `wait` hear of it; until then it is nobody's
          this.#background.push(job);
          this.lastStatus = 0;
        } else this.lastStatus = await this.#runPipeline(op, pipeline, streams);
      }
      if (connector === '&&') skip = this.lastStatus !== 0;
      else if (connector === '||') skip = this.lastStatus === 0;
      else skip = false;
    }
    return this.lastStatus;
  }

  async waitForBackground(): Promise<void> {
    await Promise.all(this.#background.splice(0));
  }

  async #runPipeline(op: Operation, { commands, negated }: Pipeline, streams: Streams): Promise<number> {
    const [only] = commands;
    const status =
      commands.length === 1 && only
        ? await this.#runCommand(op, only, streams)
        : await this.#runStages(op, commands, streams);
    return negated ? Number(status === 0) : status;
  }

  async #runStages(op: Operation, commands: readonly Command[], streams: Streams): Promise<number> {
    let stdin = streams.stdin;
    let abandonInput = (): void => {};
    const stages: Promise<number>[] = [];
    for (const [index, command] of commands.entries()) {
      const child = new Shell(this.session, this);
      const pipe = index < commands.length - 1 ? createPipe() : null;
      const stage = { ...streams, stdin, stdout: pipe?.sink ?? streams.stdout };
      const abandon = abandonInput;
      const done = child.#contained(child.#runCommand(op, command, stage));
      stages.push(
        done.finally(() => {
          pipe?.sink.close();
          abandon();
        }),
      );
      if (pipe) {
        stdin = pipe.reader;
        abandonInput = pipe.abandon;
      }
    }
    return (await Promise.all(stages)).at(-1) ?? 0;
  }

  /** In a subshell `exit` ends only that subshell. */
  async #contained(work: Promise<number>): Promise<number> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ShellExit) return error.code;
      if (error instanceof BrokenPipe) return 141;
      throw error;
    }
  }

  async #runCommand(op: Operation, command: Command, outer: Streams): Promise<number> {
    const expand = async (word: Word): Promise<string> =>
      await expandToString(word, this.#surroundings(op, outer));
    const redirected = await redirect(this, command.redirects, outer, expand);
    if (!redirected) return 1;
    try {
      return await this.#runRedirected(op, command, redirected);
    } catch (error) {
      if (!(error instanceof BrokenPipe)) throw error;
      return 141;
    }
  }

  async #runRedirected(op: Operation, command: Command, streams: Streams): Promise<number> {
    switch (command.kind) {
      case 'simple':
        return await this.#runSimple(op, command, streams);
      case 'group': {
        if (!command.subshell) return await this.runList(op, command.body, streams);
        const child = new Shell(this.session, this);
        return await child.#contained(child.runList(op, command.body, streams));
      }
      case 'if':
        for (const { condition, body } of command.branches) {
          if ((await this.runList(op, condition, streams)) === 0)
            return await this.runList(op, body, streams);
        }
        return command.otherwise ? await this.runList(op, command.otherwise, streams) : 0;
      case 'loop': {
        let status = 0;
        while (((await this.runList(op, command.condition, streams)) === 0) !== command.until) {
          status = await this.runList(op, command.body, streams);
        }
        return status;
      }
      case 'for': {
        let status = 0;
        for (const item of await expandWords(command.items, this.#surroundings(op, streams))) {
          this.variables.set(command.variable, item);
          status = await this.runList(op, command.body, streams);
        }
        return status;
      }
    }
  }

  async #runSimple(
    op: Operation,
    command: Extract<Command, { kind: 'simple' }>,
    streams: Streams,
  ): Promise<number> {
    const around = this.#surroundings(op, streams);
    const [name, ...args] = await expandWords(command.words, around);
    const assigned = new Map<string, string>();
    for (const { name: variable, value } of command.assignments) {
      assigned.set(variable, await expandToString(value, around));
    }
    if (name === undefined) {
      for (const [variable, value] of assigned) this.variables.set(variable, value);
      return command.words.length > 0 ? this.lastStatus : 0;
    }
    return await this.execute(op, [name, ...args], streams, assigned);
  }

  /** Runs one builtin or program by name. */
  async execute(
    op: Operation,
    [name = '', ...args]: readonly string[],
    streams: Streams,
    assigned: ReadonlyMap<string, string> = new Map(),
  ): Promise<number> {
    const builtin = builtins.get(name);
    if (builtin) return await this.#finish(await builtin(this, args, streams), op, streams);
    const program = this.session.programs.get(name.slice(name.lastIndexOf('/') + 1));
    const inPath = !name.includes('/') || /^\/(?:system|vendor|apex\/[^/]+|product)\/x?bin\//.test(name);
    if (!program || !inPath) return await this.#notFound(name, streams);
    this.session.record.programs.push(program.name);
    const call: Call = {
      name: program.name,
      args,
      ...streams,
      cwd: this.cwd,
      env: new Map([...this.variables, ...assigned]),
      pid: this.session.device.nextPid(),
      session: this.session,
    };
    return await runProgram(op, program, call);
  }

  async #finish(outcome: BuiltinOutcome, op: Operation, streams: Streams): Promise<number> {
    if (typeof outcome === 'number') return outcome;
    switch (outcome.kind) {
      case 'exit':
        throw new ShellExit(outcome.code ?? this.lastStatus);
      case 'replace':
        throw new ShellExit(await this.execute(op, outcome.args, streams));
      case 'run':
        return await this.execute(op, outcome.args, streams);
      case 'evaluate':
        return await this.runText(op, outcome.source, streams);
    }
  }

  async #notFound(name: string, streams: Streams): Promise<number> {
    const { sdk } = this.session.device.phone.version;
    const stat = name.includes('/')
      ? this.session.device.phone.files.stat(resolvePath(this.cwd, name))
      : null;
    if (stat) {
      const reason = stat.directory ? 'Is a directory' : "can't execute: Permission denied";
      await print(streams.stderr, `/system/bin/sh: ${name}: ${reason}\n`);
      return 126;
    }
    const words = sdk >= 29 ? 'inaccessible or not found' : 'not found';
    await print(streams.stderr, `/system/bin/sh: ${name}: ${words}\n`);
    return 127;
  }

  #surroundings(op: Operation, streams: Streams): Surroundings {
    return {
      cwd: this.cwd,
      positional: this.positional,
      parameter: (name) => this.#parameter(name),
      arithmetic: (source) => evaluate(source, (name) => this.variables.get(name) ?? ''),
      list: (folder) => this.session.device.phone.files.list(folder),
      substitute: async (list) => {
        const sink = new CollectingSink();
        const child = new Shell(this.session, this);
        this.lastStatus = await child.#contained(child.runList(op, list, { ...streams, stdout: sink }));
        return sink.bytes.toString('utf8');
      },
    };
  }

  #parameter(name: string): string | null {
    if (name === '?') return String(this.lastStatus);
    if (name === '$') return String(this.pid);
    if (name === '#') return String(this.positional.length);
    if (name === '0') return '/system/bin/sh';
    if (name === 'PWD') return this.cwd;
    if (/^[1-9]$/.test(name)) return this.positional[Number(name) - 1] ?? null;
    if (name === '!' || name === '-') return '';
    return this.variables.get(name) ?? null;
  }
}

const defaultVariables: ReadonlyMap<string, string> = new Map([
  ['HOME', '/'],
  ['PATH', '/product/bin:/apex/com.android.runtime/bin:/system/bin:/odm/bin:/vendor/bin'],
  ['SHELL', '/bin/sh'],
  ['TERM', 'dumb'],
  ['TMPDIR', '/data/local/tmp'],
  ['USER', 'shell'],
  ['LOGNAME', 'shell'],
  ['HOSTNAME', 'virtual'],
  ['ANDROID_ROOT', '/system'],
  ['ANDROID_DATA', '/data'],
  ['EXTERNAL_STORAGE', '/sdcard'],
]);
