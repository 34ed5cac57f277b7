/** `sync:`: file transfer. Requests follow each other on one stream until QUIT. Records live in sync-records.ts. */

import type { HostedPhone } from '../hosted-phone.ts';
import { unwritableReason } from '../shell/device-files.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { dent, done, failRecord, listEnd, statRecord, statV2Record, u32 } from './sync-records.ts';

const maxDataBytes = 64 * 1024;
const maxPathBytes = 1024;
const flagCompressions = 0x7;
const flagDryRun = 0x8000_0000;

export async function serveSync(device: HostedPhone, stream: ServiceStream): Promise<void> {
  for (;;) {
    const request = await readRequest(stream);
    if (!request || request.id === 'QUIT') return;
    const handled = await handle(device, stream, request.id, request.path);
    if (!handled) return;
  }
}

async function readRequest(stream: ServiceStream): Promise<{ id: string; path: string } | null> {
  const header = await stream.input.readExact(8);
  if (!header) return null;
  const id = header.toString('latin1', 0, 4);
  const length = header.readUInt32LE(4);
  if (length > maxPathBytes) {
    await stream.write(failRecord('path too long'));
    return null;
  }
  const path = await stream.input.readExact(length);
  return path ? { id, path: path.toString('utf8') } : null;
}

/** False when the stream must end. */
async function handle(
  device: HostedPhone,
  stream: ServiceStream,
  id: string,
  path: string,
): Promise<boolean> {
  const { files } = device.phone;
  const has = (feature: string): boolean => device.features.includes(feature);
  switch (id) {
    case 'STAT':
      await stream.write(statRecord(files.stat(path)));
      return true;
    case 'STA2':
    case 'LST2':
      if (!has('stat_v2')) break;
      await stream.write(statV2Record(id, files.stat(path)));
      return true;
    case 'LIST':
    case 'LIS2':
      if (id === 'LIS2' && !has('ls_v2')) break;
      await list(device, stream, id, path);
      return true;
    case 'SEND': {
      const comma = path.lastIndexOf(',');
      await receiveFile(device, stream, path.slice(0, comma), Number(path.slice(comma + 1)));
      return true;
    }
    case 'SND2': {
      const setup = has('sendrecv_v2') ? await stream.input.readExact(12) : null;
      if (!setup || setup.readUInt32LE(8) & flagCompressions) break;
      const dryRun = (setup.readUInt32LE(8) & flagDryRun) !== 0;
      await receiveFile(device, stream, dryRun ? null : path, setup.readUInt32LE(4));
      return true;
    }
    case 'RCV2': {
      const setup = has('sendrecv_v2') ? await stream.input.readExact(8) : null;
      if (!setup || setup.readUInt32LE(4) & flagCompressions) break;
      await sendFile(device, stream, path);
      return true;
    }
    case 'RECV':
      await sendFile(device, stream, path);
      return true;
  }
  await stream.write(failRecord(`unknown command ${id}`));
  return false;
}

async function list(
  device: HostedPhone,
  stream: ServiceStream,
  id: 'LIST' | 'LIS2',
  path: string,
): Promise<void> {
  const { files } = device.phone;
  const records: Buffer[] = [];
  for (const name of files.list(path) ?? []) {
    const stat = files.stat(`${path === '/' ? '' : path.replace(/\/$/, '')}/${name}`);
    if (stat) records.push(dent(id, name, stat));
  }
  await stream.write(Buffer.concat([...records, listEnd(id)]));
}

async function sendFile(device: HostedPhone, stream: ServiceStream, path: string): Promise<void> {
  const { files } = device.phone;
  const bytes = files.read(path);
  if (!bytes) {
    const reason = files.stat(path)?.directory
      ? 'read failed: Is a directory'
      : 'open failed: No such file or directory';
    await stream.write(failRecord(reason));
    return;
  }
  for (let at = 0; at < bytes.length; at += maxDataBytes) {
    const part = bytes.subarray(at, at + maxDataBytes);
    await stream.write(Buffer.concat([Buffer.from('DATA'), u32(part.length), part]));
  }
  await stream.write(done(0));
}

/** Reads DATA records up to DONE also when it can't keep them: the client goes on sending. */
async function receiveFile(
  device: HostedPhone,
  stream: ServiceStream,
  path: string | null,
  mode: number,
): Promise<void> {
  const parts: Buffer[] = [];
  for (;;) {
    const header = await stream.input.readExact(8);
    if (!header) return;
    const id = header.toString('latin1', 0, 4);
    if (id === 'DONE') break;
    const size = header.readUInt32LE(4);
    if (id !== 'DATA' || size > maxDataBytes) {
      await stream.write(failRecord('invalid data message'));
      return;
    }
    const data = await stream.input.readExact(size);
    if (!data) return;
    parts.push(data);
  }
  const failure = path === null ? null : store(device, path, Buffer.concat(parts), mode & 0o777);
  await stream.write(failure === null ? Buffer.concat([Buffer.from('OKAY'), u32(0)]) : failRecord(failure));
}

function store(device: HostedPhone, path: string, bytes: Uint8Array, mode: number): string | null {
  const { faults, serial, phone } = device;
  if (faults.take('disk_full', serial, 'sync:')) return 'write failed: No space left on device';
  if (faults.take('permission_denied', serial, 'sync:')) return "couldn't create file: Permission denied";
  if (phone.files.write(path, bytes, mode)) return null;
  return `couldn't create file: ${unwritableReason(phone, path)}`;
}
