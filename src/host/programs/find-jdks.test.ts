import { expect, test } from 'vitest';
import { findJdks, javacRelease } from './find-jdks.ts';

const on = (files: readonly string[], env: Readonly<Record<string, string>>) => ({
  env,
  platform: 'linux' as const,
  exists: (path: string) => files.includes(path),
  list: (folder: string) => (folder === '/usr/lib/jvm' ? ['java-21'] : []),
});

test('what a variable names comes before the path and the usual folders, each once', () => {
  const bins = ['/jdk/bin', '/usr/bin', '/usr/lib/jvm/java-21/bin'];
  const files = bins.flatMap((folder) => [`${folder}/java`, `${folder}/javac`]);
  const found = findJdks(on(files, { JAVA_HOME: '/jdk', GRADLE_JAVA_HOME: '/jdk', PATH: '/bin:/usr/bin' }));
  expect(found.map(({ javac }) => javac)).toEqual(bins.map((folder) => `${folder}/javac`));
});

test('a runtime without a compiler is no JDK', () => {
  expect(findJdks(on(['/jre/bin/java'], { JAVA_HOME: '/jre', PATH: '' }))).toEqual([]);
});

test.each([
  ['javac 17.0.15', 17],
  ['javac 21', 21],
  ['javac 1.8.0_392', 8],
  ['Picked up JAVA_TOOL_OPTIONS: -Dx=y\njavac 22.0.1', 22],
  ['command not found', null],
])('%s', (words, release) => {
  expect(javacRelease(words)).toBe(release);
});
