/** Component names as Android writes and reads them: `pkg/full.Class` and the short `pkg/.Class`. */

/** `pkg/.Class` where the class lies in the package, else the full form. */
export function shortComponent(component: string): string {
  const [packageName = '', activity = ''] = component.split('/');
  return activity.startsWith(`${packageName}.`)
    ? `${packageName}/${activity.slice(packageName.length)}`
    : component;
}

export interface Component {
  readonly packageName: string;
  /** Full class name. */
  readonly activity: string;
}

/** Null when there is no slash with something on both sides. */
export function parseComponent(text: string): Component | null {
  const match = /^([^/]+)\/(.+)$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { packageName: match[1], activity: match[2].startsWith('.') ? match[1] + match[2] : match[2] };
}

/** A stable hex word for something that dumpsys shows with an identity hash. */
export function identityHash(name: string): string {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash >>> 4).toString(16).padStart(7, '0');
}
