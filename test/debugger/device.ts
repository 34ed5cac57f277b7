/** For tests: the debuggee as an app of an Android device (test/device), where MOBILE_DEBUG_TEST_DEVICE names one. */
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { type RunningDebuggee, tcpChannel } from './jvm.ts';

/** Undefined where the program runs in a virtual machine of this computer. */
export const testDevice = process.env['MOBILE_DEBUG_TEST_DEVICE'];

const app = 'com.example.debuggee';
const socketName = 'localabstract:mobile-debug-debuggee';

/** Started anew, so that no class of an earlier scenario is loaded. */
export async function runOnDevice(serial: string): Promise<RunningDebuggee> {
  const adb = (...args: readonly string[]): string =>
    execFileSync('adb', ['-s', serial, ...args], { encoding: 'utf8' }).trim();
  adb('shell', 'am', 'force-stop', app);
  adb('shell', 'am', 'start', '-W', '-n', `${app}/debuggee.DebuggeeActivity`);
  const pid = Number(adb('shell', 'pidof', app));
  const [streams, port] = [socketName, `jdwp:${pid}`].map((to) => Number(adb('forward', 'tcp:0', to)));
  const socket = connect({ host: '127.0.0.1', port: streams ?? 0 });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await lines.next()).value);
  const first = await line();
  if (first !== 'ready') throw new Error(`The app answered ${first}.`);
  return {
    pid,
    port: port ?? 0,
    outerFrames: ['run'],
    line,
    say: (command) => void socket.write(`${command}\n`),
    channel: async () => await tcpChannel(port ?? 0),
    async end() {
      socket.destroy();
      for (const forward of [streams, port]) adb('forward', '--remove', `tcp:${forward}`);
      adb('shell', 'am', 'force-stop', app);
      await Promise.resolve();
    },
  };
}
