/** Regular expressions that come from a command line: what can't be compiled is the tool's complaint, not a crash. */

/** Null when the source is no valid expression. */
export function expressionOf(source: string, flags = ''): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** In basic expressions `+ ? | ( ) { }` are plain and their escaped forms are operators. */
export function basicToExtended(pattern: string): string {
  return pattern.replace(/\\?[+?|(){}]|\[[^\]]*\]/g, (token) => {
    if (token.startsWith('\\')) return token.slice(1);
    return token.startsWith('[') ? token : `\\${token}`;
  });
}
