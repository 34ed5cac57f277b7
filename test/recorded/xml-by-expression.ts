/** A second reading of a dump that shares nothing with the parser: tags by regular expression, depth by counting. */

export interface CountedDump {
  readonly nodes: number;
  readonly roots: number;
  /** Centres of what can be tapped, `x,y`. */
  readonly clickable: readonly string[];
  readonly texts: readonly string[];
}

export function countByExpression(bytes: Buffer): CountedDump {
  const text = bytes[0] === 0xff ? bytes.toString('utf16le') : bytes.toString('utf8');
  const clickable: string[] = [];
  const texts: string[] = [];
  let nodes = 0;
  let roots = 0;
  let depth = 0;
  const xml = text.slice(text.indexOf('<?xml'));
  for (const [tag, slash, name = '', inside = ''] of xml.matchAll(/<(\/?)([A-Za-z][\w.$]*)([^<>]*)>/g)) {
    if (['hierarchy', 'displays', 'display', 'window'].includes(name)) continue;
    if (slash === '/') {
      depth -= 1;
      continue;
    }
    nodes += 1;
    if (depth === 0) roots += 1;
    if (!tag.endsWith('/>')) depth += 1;
    const bounds = /\bbounds="([^"]*)"/.exec(inside)?.[1] ?? '';
    const [left = 0, top = 0, right = 0, bottom = 0] = [...bounds.matchAll(/-?\d+/g)].map(Number);
    if (/\sclickable="true"/.test(inside)) clickable.push(`${(left + right) / 2},${(top + bottom) / 2}`);
    const own = /\stext="([^"]*)"/.exec(inside)?.[1];
    if (own && !/showing-hint="true"/.test(inside)) texts.push(unescapeXml(own));
  }
  return { nodes, roots, clickable, texts };
}

function unescapeXml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
