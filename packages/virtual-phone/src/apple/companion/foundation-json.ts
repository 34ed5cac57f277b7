/** JSON as Foundation writes it: slashes escaped, and by its older writer doubles with 17 significant digits. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface JsonStyle {
  /** 15.999999999999986 and 0.33333333333333331, as JSONSerialization has it; JSONEncoder writes the shortest form. */
  readonly seventeenDigits: boolean;
  readonly sortedKeys?: boolean;
}

export function foundationJson(value: Json, style: JsonStyle): string {
  if (typeof value === 'string') return JSON.stringify(value).replaceAll('/', '\\/');
  if (typeof value === 'number') return numberText(value, style);
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map((each) => foundationJson(each, style)).join(',')}]`;
  const entries = Object.entries(value);
  if (style.sortedKeys) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const members = entries.map(([key, each]) => `${JSON.stringify(key)}:${foundationJson(each, style)}`);
  return `{${members.join(',')}}`;
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}

function numberText(value: number, { seventeenDigits }: JsonStyle): string {
  if (!Number.isFinite(value)) return 'null';
  if (Number.isInteger(value) || !seventeenDigits) return String(value);
  const text = value.toPrecision(17);
  return text.includes('e') ? text : text.replace(/0+$/, '');
}
