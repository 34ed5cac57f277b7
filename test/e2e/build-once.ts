/** Builds the bundle before the tests over stdio, once, and only when a source is newer than it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { program } from './program.ts';

export default function buildOnce(): void {
  if (builtAt() > newestSource()) return;
  try {
    execFileSync(process.execPath, ['node_modules/tsdown/dist/run.mjs'], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    // Without the cause: the runner would print all output a second and a third time.
    throw new Error(`The bundle could not be built.\n${stdout ?? ''}\n${stderr ?? ''}`);
  }
}

function builtAt(): number {
  return statSync(program, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestSource(): number {
  const sources = ['src', 'packages']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const all = [...sources, 'package.json', 'tsdown.config.ts'];
  return Math.max(...all.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
