/** The file tree as programs see it: the phone's files plus /dev nodes and the few /proc files that clients read. */
import type { Phone } from '../../phone/phone-types.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { type ByteSink, nullSink } from './pipes.ts';
import type { Session } from './program.ts';

export type OpenResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string };

export function resolvePath(cwd: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Bytes of a file, or why not, in the words of strerror. */
export function readFile(session: Session, path: string): OpenResult<Uint8Array> {
  const { phone } = session.device;
  if (path === '/dev/null') return { ok: true, value: new Uint8Array() };
  if (path === '/dev/tty') return fail(session.tty ? 'Input/output error' : 'No such device or address');
  const proc = path.startsWith('/proc/') ? procFile(phone, path) : null;
  if (proc !== null) return { ok: true, value: Buffer.from(proc) };
  const bytes = phone.files.read(path);
  if (bytes) return { ok: true, value: bytes };
  return fail(phone.files.stat(path)?.directory ? 'Is a directory' : 'No such file or directory');
}

export function openReader(session: Session, path: string): OpenResult<ByteReader> {
  const file = readFile(session, path);
  return file.ok ? { ok: true, value: ByteReader.of(file.value) } : file;
}

/** A sink that the file grows by; the file exists (emptied unless appending) once this returns ok. */
export function openWriter(session: Session, path: string, append: boolean): OpenResult<ByteSink> {
  if (path === '/dev/null') return { ok: true, value: nullSink };
  if (path === '/dev/tty') {
    return session.tty ? { ok: true, value: unclosed(session.tty) } : fail('No such device or address');
  }
  const { phone } = session.device;
  const refused = writeRefusal(session);
  if (refused) return fail(refused);
  let content = append ? Buffer.from(phone.files.read(path) ?? []) : Buffer.alloc(0);
  if (!phone.files.write(path, content)) return fail(unwritableReason(phone, path));
  return {
    ok: true,
    value: {
      async write(bytes) {
        content = Buffer.concat([content, bytes]);
        phone.files.write(path, content);
      },
      close() {},
    },
  };
}

/** Why nothing can be written now because a fault says so; null when it can. */
export function writeRefusal(session: Session): string | null {
  const { faults, serial } = session.device;
  if (faults.take('permission_denied', serial, session.record.service)) return 'Permission denied';
  if (faults.take('disk_full', serial, session.record.service)) return 'No space left on device';
  return null;
}

export function unwritableReason(phone: Phone, path: string): string {
  const stat = phone.files.stat(path);
  if (stat?.directory) return 'Is a directory';
  const folder = path.slice(0, path.lastIndexOf('/')) || '/';
  if (phone.files.list(folder) === null) return 'No such file or directory';
  return folder === '/' || folder.startsWith('/system') ? 'Read-only file system' : 'Permission denied';
}

function procFile(phone: Phone, path: string): string | null {
  if (path === '/proc/sys/kernel/random/boot_id') return `${phone.bootId}\n`;
  if (path === '/proc/uptime') return `${(phone.clock.monotonicMs() / 1000).toFixed(2)} 0.00\n`;
  const match = /^\/proc\/(\d+)\/(stat|cmdline|status)$/.exec(path);
  const process = match && phone.processes.find((candidate) => candidate.pid === Number(match[1]));
  if (!process) return null;
  if (match[2] === 'cmdline') return `${process.name}\0`;
  if (match[2] === 'status') {
    const ids = [process.uid, process.uid, process.uid, process.uid].join('\t');
    return `Name:\t${process.name.slice(-15)}\nPid:\t${process.pid}\nPPid:\t${process.ppid}\nUid:\t${ids}\nGid:\t${ids}\n`;
  }
  const startTicks = Math.max(0, Math.round(process.startedAtEpochMs / 10) % 1_000_000_000);
  const zeros = Array.from({ length: 17 }, () => '0').join(' ');
  return `${process.pid} (${process.name.slice(-15)}) S ${process.ppid} ${zeros} ${startTicks} 0 0\n`;
}

function unclosed(sink: ByteSink): ByteSink {
  return { write: (bytes) => sink.write(bytes), close() {} };
}

function fail(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
