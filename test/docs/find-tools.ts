/** All tools, read from disk rather than through the generated index: otherwise a new tool would need two runs. */
import { readdirSync } from 'node:fs';
import type { Tool } from '../../src/tools/define-tool.ts';

export interface FoundTool {
  readonly path: string;
  readonly variable: string;
  readonly tool: Tool;
}

export async function findTools(): Promise<readonly FoundTool[]> {
  const files = readdirSync('src/tools', { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.includes('/') && file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(/* @vite-ignore */ `../../src/tools/${file}`)) as Record<string, Tool>;
      return Object.entries(module).map(([variable, tool]) => ({ path: `./${file}`, variable, tool }));
    }),
  );
  // Without its ending and by code units: the order into which Biome brings imports, on every computer.
  const key = ({ path }: FoundTool): string => path.slice(0, -'.ts'.length);
  return found.flat().sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
