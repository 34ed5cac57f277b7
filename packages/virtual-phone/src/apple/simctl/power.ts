/** `simctl boot`, `bootstatus`, `shutdown`: a simulator comes up in its own time, or never. */
import { failureOf } from '../failure.ts';
import { stampOf } from '../log/log-event.ts';
import type { Simulator } from '../simulator.ts';
import { deviceOf, fail, flagsOf, momentOf, type SimctlCall, say, type Verb } from './call.ts';

const simError = 'com.apple.CoreSimulator.SimError';
/** How often a waiting bootstatus looks. */
const lookMs = 100;

const boot: Verb = {
  name: 'boot',
  usage: 'boot <device> [--arch=<arch>] [--disabledJob=<job>] [--enabledJob=<job>]',
  run(call) {
    const flags = flagsOf(call, { valued: ['--arch', '--disabledJob', '--enabledJob'] }, 1, 1);
    if (typeof flags === 'number') return flags;
    const device = deviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    if (device.state !== 'Shutdown')
      return fail(call, failureOf(simError, 405, `Unable to boot device in current state: ${device.state}`));
    startBoot(call, device);
    return 0;
  },
};

/** Returns at once; the system comes up later, or never. */
function startBoot(call: SimctlCall, device: Simulator): void {
  const { phone } = device;
  device.state = 'Booting';
  if (call.mac.faults.take('boot_hang', momentOf(call, device.udid))) return;
  const up = (): void => {
    if (device.state !== 'Booting') return;
    device.state = 'Booted';
    device.bootedAtMs = phone.clock.monotonicMs();
  };
  if (phone.timing.rebootMs === 0) up();
  else phone.clock.after(phone.timing.rebootMs, up);
}

const bootstatus: Verb = {
  name: 'bootstatus',
  usage: 'bootstatus <device> [-bcd]',
  async run(call) {
    const flags = flagsOf(call, { plain: ['-b', '-c', '-d'] }, 1, 1);
    if (typeof flags === 'number') return flags;
    const device = deviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    if (device.state === 'Booted') {
      say(call, 'Device already booted, nothing to do.\n');
      return 0;
    }
    if (device.state === 'Shutdown' && flags.plain.has('-b')) startBoot(call, device);
    say(call, `Monitoring boot status for ${device.name} (${device.udid}).\n`);
    const { clock } = call.mac;
    const startMs = clock.monotonicMs();
    const line = (status: number, terminal: 'YES' | 'NO', what: string): void => {
      const seconds = Math.round((clock.monotonicMs() - startMs) / 1_000);
      const elapsed = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
      const date = stampOf(clock.epochMs()).replace(/\.\d+/, ' ');
      say(call, `[${date}] Status=${status}, isTerminal=${terminal}, Elapsed=${elapsed}.\n\t${what}\n`);
    };
    line(1, 'NO', 'Waiting on BackBoard');
    line(4, 'NO', 'Waiting on System App');
    while (!isUp(device)) await call.context.op.sleep(lookMs);
    line(4_294_967_295, 'YES', 'Finished');
    return 0;
  },
};

/** Asked anew each time: the state changes while one waits. */
function isUp(device: Simulator): boolean {
  return device.state === 'Booted';
}

const shutdown: Verb = {
  name: 'shutdown',
  usage: 'shutdown <device> | all',
  async run(call) {
    const flags = flagsOf(call, {}, 1, 1);
    if (typeof flags === 'number') return flags;
    if (flags.operands[0] === 'all') {
      for (const device of call.mac.simulators) if (device.state !== 'Shutdown') await turnOff(call, device);
      return 0;
    }
    const device = deviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    if (device.state === 'Shutdown')
      return fail(call, failureOf(simError, 405, 'Unable to shutdown device in current state: Shutdown'));
    await turnOff(call, device);
    return 0;
  },
};

async function turnOff(call: SimctlCall, device: Simulator): Promise<void> {
  device.state = 'Shutting Down';
  // Each process ends by itself first: whoever waits for it hears of it.
  for (const { packageName } of device.phone.processes) device.phone.killProcess(packageName);
  await call.context.op.sleep(Math.round(device.phone.timing.rebootMs / 4));
  device.phone.reboot();
  device.state = 'Shutdown';
}

export const powerVerbs: readonly Verb[] = [boot, bootstatus, shutdown];
