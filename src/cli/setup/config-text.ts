/** The text of a client's configuration with and without one server; everything else in it stays as it was written. */
import { isDeepStrictEqual } from 'node:util';
import { Fault } from '@mobile-debug/core/fault.ts';
import { applyEdits, modify, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import type { ConfigFormat } from './clients.ts';
import { withTable } from './toml-text.ts';

export interface EntryPlace {
  readonly format: ConfigFormat;
  /** The object that holds the servers by name, and the name of ours. */
  readonly servers: string;
  readonly name: string;
}

export type Entry = Readonly<Record<string, unknown>>;
type Document = Record<string, unknown>;

/** The server as the text configures it; undefined when it does not. INVALID_ARGUMENT when the text cannot be read. */
export function entryIn(text: string, { format, servers, name }: EntryPlace): unknown {
  return serversOf(parsed(text, format), servers)?.[name];
}

/** INVALID_ARGUMENT when the text cannot be read, or cannot be changed without touching something else. */
export function withEntry(text: string, place: EntryPlace, entry: Entry): string {
  return changed(text, place, entry);
}

/** Without the server, and without the object around it where nothing else is left in that and `emptied` asks for it. */
export function withoutEntry(text: string, place: EntryPlace, emptied: boolean): string {
  const without = changed(text, place, undefined);
  const left = serversOf(parsed(without, place.format), place.servers);
  if (!emptied || left === undefined || Object.keys(left).length > 0) return without;
  return place.format === 'json' ? jsonWith(without, [place.servers], undefined) : without;
}

/** Whether it configures nothing at all. */
export function isEmptyConfig(text: string, format: ConfigFormat): boolean {
  return Object.keys(parsed(text, format)).length === 0 && !/#|\/[/*]/.test(text);
}

/** As a person would paste it into an empty file. */
export function entryAlone(place: EntryPlace, entry: Entry): string {
  return withEntry('', place, entry);
}

const byteOrderMark = '\uFEFF';

function changed(given: string, place: EntryPlace, entry: Entry | undefined): string {
  const marked = given.startsWith(byteOrderMark);
  const text = marked ? given.slice(1) : given;
  const { format, servers, name } = place;
  const before = parsed(text, format);
  serversOf(before, servers);
  const after =
    format === 'json'
      ? jsonWith(text.trim() === '' ? '{}\n' : text, [servers, name], entry)
      : withTable(text, [servers, name], entry);
  assertOnly({ before, after: parsed(after, format) }, place, entry);
  return marked ? `${byteOrderMark}${after}` : after;
}

/** In the form of the file: its indentation, its line ends, and on one line where all of it is. */
function jsonWith(text: string, path: string[], value: unknown): string {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const onOneLine = !/[\r\n]/.test(text.trim()) && !/^\s*\{\s*\}\s*$/.test(text);
  return applyEdits(text, modify(text, path, value, onOneLine ? {} : { formattingOptions }));
}

function parsed(given: string, format: ConfigFormat): Document {
  const text = given.startsWith(byteOrderMark) ? given.slice(1) : given;
  const value = format === 'json' ? parsedJson(text) : parsedToml(text);
  if (isObject(value)) return value;
  throw unreadable('it is not an object');
}

/** With comments and commas at the end, which VS Code, Zed and opencode allow in theirs. */
function parsedJson(text: string): unknown {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw unreadable(`${printParseErrorCode(first.error)} in line ${line}`);
}

function parsedToml(text: string): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    throw unreadable((error as Error).message.split('\n')[0] ?? '');
  }
}

function serversOf(document: Document, servers: string): Document | undefined {
  const value = document[servers];
  if (value === undefined) return undefined;
  if (isObject(value)) return value;
  throw unreadable(`${JSON.stringify(servers)} is not an object`);
}

/** The editors of text are other people's: what they made is read again before it replaces a person's file. */
function assertOnly(
  { before, after }: { readonly before: Document; readonly after: Document },
  { servers, name }: EntryPlace,
  entry: Entry | undefined,
): void {
  const rest = (document: Document) => {
    const { [name]: _, ...others } = serversOf(document, servers) ?? {};
    return { ...document, [servers]: others };
  };
  const is = serversOf(after, servers)?.[name];
  if (isDeepStrictEqual(plainly(is), plainly(entry)) && isDeepStrictEqual(rest(before), rest(after))) return;
  throw unreadable('its form does not allow a change of one server alone');
}

/** Without the types of a parser: what it says. */
function plainly(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(why: string): Fault {
  return new Fault('INVALID_ARGUMENT', `The configuration cannot be changed: ${why}.`, {
    nextStep: 'Nothing was written. Mend the file, or add the block that --print shows by hand.',
  });
}
