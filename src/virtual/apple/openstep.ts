/** Old-style property lists as `simctl listapps` prints them: bare words unquoted, everything else between quotes. */
import { isList, type PlistValue } from './info-plist.ts';

export function writeOpenStep(value: PlistValue, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return quoted(String(value));
  if (typeof value === 'boolean') return value ? '1' : '0';
  const inner = `${indent}    `;
  if (isList(value)) {
    const rows = value.map((each) => `${inner}${writeOpenStep(each, inner)}`);
    return value.length === 0 ? `(\n${indent})` : `(\n${rows.join(',\n')}\n${indent})`;
  }
  const rows = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => {
      const gap = typeof each === 'object' ? '     ' : ' ';
      return `${inner}${quoted(key)} =${gap}${writeOpenStep(each, inner)};\n`;
    });
  return `{\n${rows.join('')}${indent}}`;
}

function quoted(text: string): string {
  if (/^[A-Za-z0-9_]+$/.test(text)) return text;
  const safe = text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  return `"${safe.replace(/[\u0080-\uffff]/g, (c) => `\\U${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
