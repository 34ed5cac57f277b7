/**
 * A strict scanner for the XML that screen dumps are: elements with attributes, no text, no DTD, no namespaces. Why
 * it is our own: docs/decisions/0001-xml-parser.md. Meaning is ui-xml.ts's work. Source: [A1].
 */
import { Malformed } from '@mobile-debug/core/malformed.ts';

/** Attributes in document order: name, value, name, value, ... Reused between elements: copy what is to be kept. */
export type AttributeList = readonly string[];

export interface ScanHandler {
  /** `offset` is where the element begins. */
  open(name: string, attributes: AttributeList, offset: number): void;
  close(name: string): void;
  /** Roots that may come more than once, as where dumps were written one after another. */
  readonly roots?: ReadonlySet<string>;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Throws Malformed at the first character that does not fit. */
export function scanXml(text: string, handler: ScanHandler): void {
  new Scanner(text, handler).run();
}

class Scanner {
  readonly #text: string;
  readonly #handler: ScanHandler;
  readonly #open: string[] = [];
  readonly #attributes: string[] = [];
  /** `name=`, name, ... of the element before: the next one mostly has the same attributes in the same order. */
  readonly #shape: string[] = [];
  #at = 0;
  #rootSeen: boolean = false;
  /** The next `&` at or after #at; looked up once, so that values without one cost nothing. */
  #ampersand: number;

  constructor(text: string, handler: ScanHandler) {
    this.#text = text;
    this.#handler = handler;
    this.#ampersand = indexOrEnd(text, '&', 0);
  }

  run(): void {
    while (this.#toMarkup()) this.#markup();
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) this.#stop(`the text ends inside <${unclosed.slice(0, 60)}>`);
    if (!this.#rootSeen) this.#stop('there is no element');
  }

  /** Between tags only white space may stand. False at the end of the text. */
  #toMarkup(): boolean {
    this.#skipSpace();
    if (this.#at >= this.#text.length) return false;
    if (this.#text.charCodeAt(this.#at) !== 0x3c) this.#stop('text where a tag should be');
    return true;
  }

  #markup(): void {
    const next = this.#text.charCodeAt(this.#at + 1);
    if (next === 0x2f) this.#closeTag();
    else if (next === 0x3f) this.#skipPast('?>');
    else if (this.#text.startsWith('<!--', this.#at)) this.#skipPast('-->');
    else this.#openTag();
  }

  #openTag(): void {
    const start = this.#at;
    this.#at += 1;
    const name = this.#name('an element');
    if (this.#rootSeen && this.#open.length === 0 && this.#handler.roots?.has(name) !== true)
      this.#stop('a second root element', start);
    // In a whole tag no '<' comes before its end: one search a tag finds values that were cut or mixed up.
    const nextTag = indexOrEnd(this.#text, '<', this.#at);
    const empty = this.#readAttributes(nextTag);
    this.#rootSeen = true;
    this.#handler.open(name, this.#attributes, start);
    if (empty) this.#handler.close(name);
    else this.#open.push(name);
  }

  /** True when the tag closes itself. */
  #readAttributes(nextTag: number): boolean {
    this.#attributes.length = 0;
    for (;;) {
      const spaced = this.#skipSpace();
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x3e) {
        this.#at += 1;
        return false;
      }
      if (code === 0x2f) {
        if (this.#text.charCodeAt(this.#at + 1) !== 0x3e) this.#stop('"/" inside a tag');
        this.#at += 2;
        return true;
      }
      if (!spaced) this.#stop('no white space before an attribute');
      this.#readAttribute(nextTag);
    }
  }

  #readAttribute(nextTag: number): void {
    const text = this.#text;
    const name = this.#attributeName();
    const quote = text.charCodeAt(this.#at);
    if (quote !== 0x22 && quote !== 0x27) this.#stop(`the value of ${name.slice(0, 60)} is not quoted`);
    const start = this.#at + 1;
    const end = text.indexOf(quote === 0x22 ? '"' : "'", start);
    if (end < 0 || end > nextTag) this.#stop(`the value of ${name.slice(0, 60)} does not end`);
    this.#attributes.push(name, this.#ampersand >= end ? text.slice(start, end) : this.#decode(start, end));
    this.#at = end + 1;
  }

  /** The name, with everything up to the quote passed. */
  #attributeName(): string {
    const index = this.#attributes.length;
    const usual = this.#shape[index];
    if (usual !== undefined && this.#text.startsWith(usual, this.#at)) {
      this.#at += usual.length;
      this.#skipSpace();
      return this.#shape[index + 1] ?? '';
    }
    const name = this.#name('an attribute');
    for (let known = 0; known < index; known += 2)
      if (this.#attributes[known] === name) this.#stop(`the attribute ${name.slice(0, 60)} comes twice`);
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== 0x3d) this.#stop(`no "=" after ${name.slice(0, 60)}`);
    this.#at += 1;
    this.#skipSpace();
    // What stands before this place has just been seen and holds no name twice; what stood after is void now.
    this.#shape.length = index;
    this.#shape.push(`${name}=`, name);
    return name;
  }

  #decode(start: number, end: number): string {
    const text = this.#text;
    let value = '';
    let from = start;
    for (let at = text.indexOf('&', start); at >= 0 && at < end; at = text.indexOf('&', from)) {
      const semicolon = text.indexOf(';', at);
      const entity = semicolon < 0 || semicolon > at + 12 ? '' : text.slice(at + 1, semicolon);
      const decoded = named[entity] ?? characterOf(entity);
      if (decoded === null) this.#stop('"&" that begins no known entity', at);
      value += text.slice(from, at) + decoded;
      from = semicolon + 1;
    }
    this.#ampersand = indexOrEnd(text, '&', end);
    return joinHalves(value + text.slice(from, end));
  }

  #closeTag(): void {
    const start = this.#at;
    const expected = this.#open.pop() ?? this.#stop('a closing tag too many');
    this.#at += 2;
    if (!this.#text.startsWith(expected, this.#at))
      this.#stop(`a closing tag that is not </${expected.slice(0, 60)}>`, start);
    this.#at += expected.length;
    this.#skipSpace();
    if (this.#text.charCodeAt(this.#at) !== 0x3e)
      this.#stop(`a closing tag that is not </${expected.slice(0, 60)}>`, start);
    this.#at += 1;
    this.#handler.close(expected);
  }

  #skipPast(delimiter: string): void {
    const end = this.#text.indexOf(delimiter, this.#at + 2);
    if (end < 0) this.#stop(`"${delimiter}" is missing`);
    this.#at = end + delimiter.length;
  }

  #name(what: string): string {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    while (at < text.length && isNameCode(text.charCodeAt(at))) at += 1;
    if (at === start || !isNameStart(text.charCodeAt(start))) this.#stop(`not the name of ${what}`);
    this.#at = at;
    return text.slice(start, at);
  }

  #skipSpace(): boolean {
    const start = this.#at;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return this.#at > start;
      this.#at += 1;
    }
  }

  #stop(what: string, at = this.#at): never {
    throw new Malformed(what, at);
  }
}

function indexOrEnd(text: string, delimiter: string, from: number): number {
  const index = text.indexOf(delimiter, from);
  return index < 0 ? text.length : index;
}

/** Class names of Appium's dialect hold letters of any script, `.`, `$`, `-`; white space and markup end a name. */
function isNameCode(code: number): boolean {
  if (code >= 0x61 && code <= 0x7a) return true;
  if (code >= 0x80 || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x3a)) return true;
  return code === 0x2d || code === 0x2e || code === 0x5f || code === 0x24;
}

function isNameStart(code: number): boolean {
  return isNameCode(code) && code !== 0x2d && code !== 0x2e && !(code >= 0x30 && code <= 0x39);
}

/** A halved emoji (`&#55357;&#56832;`, written by older serialisers) gives its halves; `joinHalves` looks after them. */
function characterOf(entity: string): string | null {
  const match = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(entity);
  if (!match) return null;
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
  if (code > 0x10ffff || (code < 0x20 && code !== 9 && code !== 10 && code !== 13)) return '\ufffd';
  return String.fromCodePoint(code);
}

/** Halves that found each other are whole characters now; those that did not become U+FFFD. */
function joinHalves(value: string): string {
  return value.replace(/[\ud800-\udfff]/gu, '\ufffd');
}
