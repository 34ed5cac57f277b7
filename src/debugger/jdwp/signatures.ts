/** Names of classes and types: as people write them, and as the machine does (JVM specification, section 4.3). */

const primitives: ReadonlyMap<string, string> = new Map([
  ['B', 'byte'],
  ['C', 'char'],
  ['D', 'double'],
  ['F', 'float'],
  ['I', 'int'],
  ['J', 'long'],
  ['S', 'short'],
  ['Z', 'boolean'],
  ['V', 'void'],
]);

/** `com.example.Foo$Bar` to `Lcom/example/Foo$Bar;`. */
export function signatureOf(className: string): string {
  return `L${className.replaceAll('.', '/')};`;
}

/** `Lcom/example/Foo;` to `com.example.Foo`, `[I` to `int[]`. */
export function typeName(signature: string): string {
  const depth = /^\[*/.exec(signature)?.[0].length ?? 0;
  const element = signature.slice(depth);
  const name = element.startsWith('L')
    ? element.slice(1, -1).replaceAll('/', '.')
    : (primitives.get(element) ?? element);
  return name + '[]'.repeat(depth);
}

/** As the source names it: `com.example.Foo$Bar` to `Bar`, `Foo$1` and `int[]` to themselves. */
export function shortName(name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return /\$([A-Za-z_]\w*(?:\[\])*)$/.exec(last)?.[1] ?? last;
}

/** The descriptor's parameter list is empty: `()I`. */
export function takesNothing(methodSignature: string): boolean {
  return methodSignature.startsWith('()');
}
