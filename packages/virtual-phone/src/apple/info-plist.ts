/** Information property lists of app bundles: the XML form, written and read as far as installing needs it. */

export type PlistValue =
  | string
  | number
  | boolean
  | readonly PlistValue[]
  | { readonly [key: string]: PlistValue };

const head = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
`;

export function writeXmlPlist(value: PlistValue): string {
  return `${head}${element(value, '')}\n</plist>\n`;
}

function element(value: PlistValue, indent: string): string {
  if (typeof value === 'string') return `${indent}<string>${escaped(value)}</string>`;
  if (typeof value === 'number') {
    const name = Number.isInteger(value) ? 'integer' : 'real';
    return `${indent}<${name}>${value}</${name}>`;
  }
  if (typeof value === 'boolean') return `${indent}<${value}/>`;
  if (isList(value)) {
    const rows = value.map((each) => `${element(each, `${indent}\t`)}\n`);
    return `${indent}<array>\n${rows.join('')}${indent}</array>`;
  }
  const rows = Object.entries(value).map(
    ([key, each]) => `${indent}\t<key>${escaped(key)}</key>\n${element(each, `${indent}\t`)}\n`,
  );
  return `${indent}<dict>\n${rows.join('')}${indent}</dict>`;
}

export function isList(value: PlistValue): value is readonly PlistValue[] {
  return Array.isArray(value);
}

export type PlistReading =
  | { readonly ok: true; readonly value: PlistValue }
  | { readonly ok: false; readonly reason: 'binary' | 'malformed' };

/** Reads what `writeXmlPlist` and Xcode write; dates and data come as text. */
export function readXmlPlist(bytes: Uint8Array): PlistReading {
  const text = Buffer.from(bytes).toString('utf8');
  if (text.startsWith('bplist')) return { ok: false, reason: 'binary' };
  const body = text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/g, '');
  const tokens = body.match(/<[^>]+>|[^<]+/g) ?? [];
  const reader = new Reader(tokens);
  const value = reader.document();
  return value === undefined ? { ok: false, reason: 'malformed' } : { ok: true, value };
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  document(): PlistValue | undefined {
    if (!this.#tag().startsWith('<plist')) return undefined;
    const value = this.#value(this.#tag());
    return this.#tag() === '</plist>' ? value : undefined;
  }

  /** The next tag, blanks before it left out; empty when text or nothing comes. */
  #tag(): string {
    while ((this.#tokens[this.#at] ?? '<').trim() === '') this.#at++;
    const token = this.#tokens[this.#at] ?? '';
    if (!token.startsWith('<')) return '';
    this.#at++;
    return token;
  }

  #text(name: string): string | undefined {
    let text = '';
    if (!this.#tokens[this.#at]?.startsWith('<')) text = this.#tokens[this.#at++] ?? '';
    return this.#tag() === `</${name}>` ? unescaped(text) : undefined;
  }

  #value(tag: string): PlistValue | undefined {
    const name = /^<(\w+)/.exec(tag)?.[1] ?? '';
    if (tag.endsWith('/>')) return emptyOf(name);
    switch (name) {
      case 'string':
      case 'date':
      case 'data':
        return this.#text(name);
      case 'integer':
      case 'real': {
        const text = this.#text(name);
        return text === undefined || !Number.isFinite(Number(text)) ? undefined : Number(text);
      }
      case 'array':
        return this.#array();
      case 'dict':
        return this.#dict();
      default:
        return undefined;
    }
  }

  #array(): PlistValue | undefined {
    const values: PlistValue[] = [];
    for (let tag = this.#tag(); tag !== '</array>'; tag = this.#tag()) {
      const value = this.#value(tag);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }

  #dict(): PlistValue | undefined {
    const entries: [string, PlistValue][] = [];
    for (let tag = this.#tag(); tag !== '</dict>'; tag = this.#tag()) {
      const key = tag === '<key>' ? this.#text('key') : undefined;
      const value = key === undefined ? undefined : this.#value(this.#tag());
      if (key === undefined || value === undefined) return undefined;
      entries.push([key, value]);
    }
    return Object.fromEntries(entries);
  }
}

function emptyOf(name: string): PlistValue | undefined {
  if (name === 'true') return true;
  if (name === 'false') return false;
  if (name === 'array') return [];
  if (name === 'dict') return {};
  return name === 'string' ? '' : undefined;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
