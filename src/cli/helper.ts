/** The resident helper in the terminal: what it is, whether it is there and how fast, putting it on and taking it off. */

import { asFault, Fault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type { Config } from '../config.ts';
import type { AdbDevice } from '../devices/android/adb/adb-types.ts';
import { AndroidSource } from '../devices/android/android-source.ts';
import {
  helperPin,
  installedHelper,
  installHelper,
  removeHelper,
} from '../devices/android/uia2/helper-packages.ts';
import { startAdbServer } from '../host/adb-start.ts';
import { adbServerAddress } from './assemble.ts';
import { helperApks, helperChoice } from './helper-choice.ts';

const budgetMs = 300_000;

const cost = `Appium UiAutomator2 server ${helperPin.version} (Apache License 2.0), fetched with your npm: 17 MB to download, 18 MB on the device.
While it runs it holds the one UiAutomation connection of the device and listens on port 6790 of the device, on all its
networks and without authentication: anyone who can reach that port can read and control the screen. It runs only while this
server uses it. Remove it with: mobile-debug-mcp helper remove`;

type Say = (line: string) => void;

interface At {
  readonly config: Config;
  readonly source: AndroidSource;
  readonly id: string;
  readonly adb: AdbDevice;
  readonly say: Say;
}

const actions: Readonly<Record<string, (op: Operation, at: At) => Promise<number>>> = {
  status,
  install,
  remove,
};

export async function helper(config: Config, say: Say = print): Promise<number> {
  const [word = 'status'] = config.words;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (!action) {
    throw new Fault('INVALID_ARGUMENT', `helper: there is no ${JSON.stringify(word)}.`, {
      nextStep: `Use helper ${Object.keys(actions).join(', helper ')}.`,
    });
  }
  const address = adbServerAddress(config);
  const source = new AndroidSource({
    address,
    startServer: async (op) => void (await startAdbServer(op, { address, env: config.environment })),
    clock: systemClock,
    helper: helperChoice(config),
  });
  using op = Operation.start(budgetMs);
  try {
    const id = await chosen(op, source, config.values.device);
    return await action(op, { config, source, id, adb: await source.connect(op, id), say });
  } finally {
    await source.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function chosen(op: Operation, source: AndroidSource, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) return wanted;
  const ready = (await source.list(op)).filter(({ state }) => state === 'ready').map(({ id }) => id);
  const [only] = ready;
  if (only === undefined) throw new Fault('DEVICE_NOT_FOUND', 'No Android device is ready.');
  if (ready.length === 1) return only;
  throw new Fault('DEVICE_AMBIGUOUS', 'Several Android devices are connected.', {
    nextStep: `Name one: --device ${ready.join(', --device ')}.`,
  });
}

async function status(op: Operation, { config, source, id, adb, say }: At): Promise<number> {
  const { versions, complete } = await installedHelper(op, adb);
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  say(`device    ${id}`);
  say(`mode      ${config.values['android-helper'] ?? 'auto'}`);
  say(`packages  ${names.length === 0 ? 'none' : names.join(', ')}`);
  say(`reading   ${await measured(op, source, id)}`);
  if (!complete)
    say(`\nTo read the screen about a hundred times faster: mobile-debug-mcp helper install\n\n${cost}`);
  return complete ? 0 : 1;
}

/** By whichever tier answers; the second reading is a warm one. */
async function measured(op: Operation, source: AndroidSource, id: string): Promise<string> {
  const device = await source.open(op, id);
  try {
    await device.screen?.read(op);
    const startedMs = op.clock.monotonicMs();
    const tree = await device.screen?.read(op);
    const took = Math.round(op.clock.monotonicMs() - startedMs);
    const advice = device.screen?.advice?.() ?? null;
    return [`${tree?.source.tier} in ${took} ms`, ...(advice === null ? [] : [advice])].join('; ');
  } catch (error) {
    return asFault(error).message;
  } finally {
    await device.close();
  }
}

async function install(op: Operation, { config, adb, id, say }: At): Promise<number> {
  say(`${cost}\n`);
  const apks = await helperApks(op, config.environment);
  say(`fetched   ${helperPin.name}@${helperPin.version}, digest as recorded`);
  await installHelper(op, adb, apks);
  say(`installed on ${id}`);
  return 0;
}

async function remove(op: Operation, { adb, id, say }: At): Promise<number> {
  const removed = await removeHelper(op, adb);
  say(removed.length === 0 ? `It was not installed on ${id}.` : `Removed ${removed.join(', ')} from ${id}.`);
  return 0;
}
