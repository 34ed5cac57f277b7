/** Small questions about texts that other programs print. */

/** Trimmed; empty where nothing was printed. */
export function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.trim() ?? '';
}
