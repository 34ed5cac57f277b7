/** A virtual phone with an adb server of its own: alone in a process, or inside a server started with --virtual. */
import { type Config, portOf } from '../config.ts';
import { Fault } from '../core/fault.ts';
import { systemClock } from '../core/operation.ts';
import { type AdbFace, startAdbFace } from '../virtual/adb/face.ts';
import { createPhone } from '../virtual/phone/phone.ts';
import { timingProfiles } from '../virtual/phone/timing.ts';
import { androidVersions } from '../virtual/phone/versions.ts';

export const virtualSerial = 'virtual-android-1';

export interface RunningPhone {
  readonly face: AdbFace;
  close(): Promise<void>;
}

export async function startVirtualPhone(config: Config): Promise<RunningPhone> {
  const version = chosen(androidVersions, config.values['virtual-android'] ?? '14', '--virtual-android');
  const timing = chosen(timingProfiles, config.values['virtual-timing'] ?? 'instant', '--virtual-timing');
  const phone = createPhone({ serial: virtualSerial, version, timing, clock: systemClock });
  const face = await startAdbFace({ phones: [phone], port: portOf(config.values.port ?? '0', '--port') });
  return {
    face,
    async close() {
      await face.close();
      phone.close();
    },
  };
}

/** Runs until standard input ends, so that it never outlives whoever started it. */
export async function virtualPhone(config: Config): Promise<number> {
  const { face, close } = await startVirtualPhone(config);
  process.stdout.write(
    `${JSON.stringify({ serial: virtualSerial, adbServer: `tcp:${face.host}:${face.port}` })}\n`,
  );
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve).resume();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  // After a signal standard input is still open and would keep the process.
  process.stdin.destroy();
  await close();
  return 0;
}

function chosen<T>(table: Readonly<Record<string, T>>, name: string, flag: string): T {
  const found = table[name];
  if (found !== undefined) return found;
  throw new Fault('INVALID_ARGUMENT', `${flag}: there is no ${JSON.stringify(name)}.`, {
    nextStep: `One of ${Object.keys(table).join(', ')}.`,
  });
}
