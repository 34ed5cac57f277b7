/** A server that is killed can end nothing itself: its builds end all the same, and the next server ends what is left. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runningWith } from '../../src/host/testing/process-list.ts';
import { RawServer } from './raw-server.ts';

let folder: string;
let temporary: string;
let project: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'killed-'));
  temporary = mkdtempSync(join(tmpdir(), 'killed-tmp-'));
  project = join(folder, 'app');
  cpSync('test/fixtures/projects/gradle-app', project, { recursive: true });
  // A build that goes on for an hour, with a program of its own below it.
  writeFileSync(
    join(project, 'gradlew'),
    `#!/bin/sh\necho "> Task :app:compile"\ntail -f "${project}/build.gradle.kts" >/dev/null &\ntail -f "${project}/settings.gradle.kts" >/dev/null\n`,
  );
});

afterEach(() => {
  for (const pid of ofBuild()) process.kill(pid, 'SIGKILL');
  for (const each of [folder, temporary]) rmSync(each, { recursive: true, force: true });
});

const start = (): RawServer =>
  new RawServer(['--adb-server', 'tcp:127.0.0.1:1'], {
    TMPDIR: temporary,
    JAVA_HOME: join(process.cwd(), 'test/fixtures/tools/jdk'),
  });

/** The wrapper and its two programs, and the shell that watches them. */
const ofBuild = (): readonly number[] => runningWith(`${project}/`);

async function building(): Promise<RawServer> {
  const server = start();
  await server.open();
  server.ask('tools/call', { name: 'build_app', arguments: { projectPath: project } });
  await expect.poll(() => ofBuild().length).toBeGreaterThan(1);
  return server;
}

const notes = (): readonly string[] => {
  const [own = ''] = readdirSync(temporary).filter((name) => /^mobile-debug-mcp-\d+$/.test(name));
  return own === '' ? [] : readdirSync(join(temporary, own));
};

describe.runIf(process.platform !== 'win32')('SIGKILL while a build runs', () => {
  test('ends the build and what it started within two seconds', async () => {
    const server = await building();
    const from = performance.now();
    server.child.kill('SIGKILL');
    await server.exited;
    await expect.poll(() => ofBuild(), { interval: 20 }).toEqual([]);
    const tookMs = performance.now() - from;
    expect(tookMs).toBeLessThan(limitMs(2_000, tookMs));
  });

  test('the next server ends a build whose watch was killed too, says so, and forgets it', async () => {
    const server = await building();
    await expect.poll(() => notes().some((name) => name.startsWith('build-'))).toBe(true);
    const [note = ''] = notes();
    const { child } = JSON.parse(
      readFileSync(join(temporary, `mobile-debug-mcp-${process.getuid?.()}`, note), 'utf8'),
    ) as { child: { pid: number } };
    for (const watch of runningWith(`kill -KILL "-$1" 2>/dev/null sh ${child.pid} `))
      process.kill(watch, 'SIGKILL');
    server.child.kill('SIGKILL');
    await server.exited;
    expect(ofBuild().length).toBeGreaterThan(1);

    const next = start();
    await expect.poll(() => next.stderr()).toMatch(/killed.*ended: 1 build\n/);
    await expect.poll(() => ofBuild()).toEqual([]);
    await expect.poll(notes).toEqual([]);
    expect(await next.close()).toBe(0);
  });

  test('a build that ends by itself leaves no note and no watch', async () => {
    writeFileSync(join(project, 'gradlew'), `#!/bin/sh\necho "BUILD FAILED in 1s"; exit 1\n`);
    const server = start();
    await server.open();
    await server.call('build_app', { projectPath: project });
    expect(notes()).toEqual([]);
    expect(await server.close()).toBe(0);
    expect(server.stderr()).toBe('');
  });

  test('a server that finds nothing says nothing', async () => {
    const next = start();
    await next.open();
    expect(await next.close()).toBe(0);
    expect(next.stderr()).toBe('');
  });
});
