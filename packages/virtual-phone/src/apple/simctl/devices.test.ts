import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { afterEach, expect, test } from 'vitest';
import { type AppleBed, makeAppleBed, udid } from '../testing/apple-bed.ts';

let bed: AppleBed;
afterEach(async () => {
  expect(bed.appleTools.defects).toEqual([]);
  await bed.close();
});

async function states(): Promise<string[]> {
  const { stdout } = await bed.simctl('list', 'devices');
  return [...stdout.matchAll(/\((Booted|Booting|Shutdown|Shutting Down)\)/g)].map(([, state = '']) => state);
}

test('boot returns before the system is up; bootstatus waits for it', async () => {
  const clock = new ManualClock();
  bed = await makeAppleBed({ clock, timing: 'emulator', state: 'Shutdown' });
  expect(await bed.simctl('boot', udid)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await states()).toEqual(['Booting']);
  const waiting = bed.start('xcrun', ['simctl', 'bootstatus', udid, '-b']);
  await waiting.printed('Waiting on System App');
  await clock.advance(8_100);
  const { code, stdout } = await waiting.result;
  expect(code).toBe(0);
  expect(stdout).toContain(`Monitoring boot status for iPhone 17 (${udid}).\n`);
  expect(stdout).toMatch(/\] Status=4, isTerminal=NO, Elapsed=00:00\.\n\tWaiting on System App\n/);
  expect(stdout).toMatch(/isTerminal=YES, Elapsed=00:08\./);
  expect(await states()).toEqual(['Booted']);
});

test('a boot that hangs stays in Booting, and bootstatus with it', async () => {
  bed = await makeAppleBed({ state: 'Shutdown' });
  bed.appleTools.faults.add({ do: { kind: 'boot_hang' } });
  const waiting = bed.start('xcrun', ['simctl', 'bootstatus', udid, '-b']);
  await waiting.printed('Waiting on System App');
  expect(await states()).toEqual(['Booting']);
  waiting.kill('SIGTERM');
  expect((await waiting.result).signal).toBe('SIGTERM');
});

test('states that do not fit are told in the sentence, with an exit code that is the error code mod 256', async () => {
  bed = await makeAppleBed();
  expect(await bed.simctl('boot', udid)).toMatchObject({
    code: 149,
    stderr:
      'An error was encountered processing the command (domain=com.apple.CoreSimulator.SimError, code=405):\nUnable to boot device in current state: Booted\n',
  });
  expect((await bed.simctl('erase', udid)).stderr).toContain('in current state: Booted');
  expect((await bed.simctl('delete', udid)).stderr).toContain('in current state: Booted');
  expect(await bed.simctl('shutdown', udid)).toMatchObject({ code: 0 });
  expect((await bed.simctl('shutdown', udid)).stderr).toContain(
    'Unable to shutdown device in current state: Shutdown',
  );
  expect((await bed.simctl('launch', udid, 'com.example.shop')).stderr).toContain(
    'in current state: Shutdown',
  );
  expect(await bed.simctl('launch', 'booted', 'com.example.shop')).toMatchObject({
    code: 148,
    stderr: 'No devices are booted.\n',
  });
  expect(await bed.simctl('boot', 'NOPE')).toMatchObject({ code: 148, stderr: 'Invalid device: NOPE\n' });
});

test('shutting down ends the apps', async () => {
  bed = await makeAppleBed();
  const console = bed.start('xcrun', ['simctl', 'launch', '--console-pty', udid, 'com.example.shop']);
  await console.printed('com.example.shop: ');
  await bed.simctl('shutdown', 'all');
  expect((await console.result).code).toBe(0);
  await expect.poll(() => bed.appleTools.runningPrograms()).toEqual([]);
});

test('a simulator can be made, copied, named, cleared and removed', async () => {
  bed = await makeAppleBed();
  const { stdout } = await bed.simctl('create', 'Small', 'iPhone SE (3rd generation)', 'iOS 26.3');
  const made = stdout.trim();
  expect(made).toMatch(/^[0-9A-F-]{36}$/);
  expect(bed.appleTools.simulators[1]).toMatchObject({ name: 'Small', state: 'Shutdown', scale: 2 });
  await bed.simctl('rename', made, 'Tiny');
  expect(bed.appleTools.simulators[1]?.name).toBe('Tiny');
  expect((await bed.simctl('clone', made, 'Twin')).code).toBe(0);
  await bed.simctl('shutdown', udid);
  await bed.simctl('erase', udid);
  expect(bed.phone.packages.has('com.example.shop')).toBe(false);
  await bed.simctl('delete', made);
  expect(bed.appleTools.simulators.map(({ name }) => name)).toEqual(['iPhone 17', 'Twin']);
  expect((await bed.simctl('create', 'X', 'iPhone 3')).stderr).toBe('Invalid device type: iPhone 3\n');
  expect((await bed.simctl('create', 'X', 'iPhone 17', 'iOS 9')).stderr).toBe('Invalid runtime: iOS 9\n');
});
