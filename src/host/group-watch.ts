/**
 * Ends a program's group when this server is gone, also when it was killed and can end nothing itself: a shell of a few
 * hundred kilobytes waits on a pipe that only the server holds, and the pipe's end is the server's.
 */

import { spawn } from 'node:child_process';

/** `done` is read before the end of the pipe, so a program that has ended leaves its id to whoever gets it next. */
const script = 'read -r word && exit 0; kill -KILL "-$1" 2>/dev/null';

/** Watches the group that `pid` leads. The returned function ends the watch. */
export function watchGroup(pid: number | undefined): () => void {
  if (pid === undefined || process.platform === 'win32') return () => {};
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    // Of its own, since a client may kill the whole group of its server.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
  });
  // Without the watch the next server that starts ends what was left.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return () => shell.stdin.end('done\n');
}
