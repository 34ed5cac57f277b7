/** JSON as Apple's tools print it: indented by two, a blank on both sides of the colon, slashes escaped. */

export function appleJson(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const rows = value.map((each: unknown) => `${inner}${appleJson(each, inner)}`);
    return rows.length === 0 ? `[\n\n${indent}]` : `[\n${rows.join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const rows = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => `${inner}${text(key)} : ${appleJson(each, inner)}`);
    return rows.length === 0 ? `{\n\n${indent}}` : `{\n${rows.join(',\n')}\n${indent}}`;
  }
  return text(value);
}

function text(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/');
}
