/**
 * The name of a thrown C++ type, from its mangled form in `std::type_info`
 * (Itanium C++ ABI, section 5.1.4: `<unscoped-name>` and `<nested-name>` of plain names).
 */

/** `St13runtime_error` is `std::runtime_error`, `N3app5ErrorE` is `app::Error`; null for what is no plain name. */
export function typeName(mangled: string): string | null {
  const std = /^St(.+)$/.exec(mangled)?.[1];
  if (std !== undefined) {
    const [name, rest] = sourceName(std) ?? ['', 'x'];
    return rest === '' ? `std::${name}` : null;
  }
  const nested = /^N(St)?(.+)E$/.exec(mangled);
  if (!nested) {
    const [name, rest] = sourceName(mangled) ?? ['', 'x'];
    return rest === '' ? name : null;
  }
  const parts = nested[1] === undefined ? [] : ['std'];
  let rest = nested[2] ?? '';
  while (rest !== '') {
    const part = sourceName(rest);
    if (!part) return null;
    parts.push(part[0] === '_GLOBAL__N_1' ? '(anonymous namespace)' : part[0]);
    rest = part[1];
  }
  return parts.join('::');
}

/** A length and so many characters. */
function sourceName(text: string): readonly [name: string, rest: string] | null {
  const digits = /^[1-9]\d{0,3}/.exec(text)?.[0];
  if (digits === undefined) return null;
  const end = digits.length + Number(digits);
  return text.length < end ? null : [text.slice(digits.length, end), text.slice(end)];
}
