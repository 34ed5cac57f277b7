import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AccessibilitySwitch } from '../screen/accessibility.ts';
import { simctlFor } from '../simctl/simctl.ts';
import { type Answer, scripted } from '../testing/scripted-xcrun.ts';
import { AppCatalog } from './app-catalog.ts';
import { iosApps } from './apps.ts';

const udid = 'U';
const shop = 'com.example.shop';
const missing: Answer = {
  exitCode: 2,
  stderr:
    'An error was encountered processing the command (domain=NSPOSIXErrorDomain, code=2):\nNo such file or directory',
};
const notKnown: Answer = {
  exitCode: 4,
  stderr: `An error was encountered processing the command (domain=FBSOpenApplicationServiceErrorDomain, code=1):\nThe request to open "${shop}" failed.\nUnderlying error (domain=FBSOpenApplicationErrorDomain, code=4):\n\tNotFound`,
};
const there: Answer = { stdout: '/sim/Shop.app\n' };
const listapps = `{ "${shop}" = { ApplicationType = User; CFBundleIdentifier = "${shop}"; CFBundleExecutable = "Shop App"; CFBundleDisplayName = Shop; CFBundleVersion = 7; Path = "/sim/Shop.app"; }; }`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ios-apps-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function bed(answers: Record<string, Answer | Answer[]>, osVersion = '18.2') {
  const script = scripted((args) => {
    const asked = args
      .slice(1)
      .filter((each) => each !== udid)
      .join(' ');
    const key = Object.keys(answers).find((each) => asked.startsWith(each));
    const answer = key === undefined ? undefined : answers[key];
    return Array.isArray(answer) ? answer.shift() : answer;
  });
  const simctl = simctlFor(udid, script.xcrun);
  const catalog = new AppCatalog(simctl, script.xcrun);
  const launches: [string, number | null][] = [];
  const apps = iosApps({
    simctl,
    xcrun: script.xcrun,
    catalog,
    accessibility: new AccessibilitySwitch(simctl, osVersion),
    environment: { HOME: '/home/me' },
    onLaunch: (appId, pid) => launches.push([appId, pid]),
  });
  const asked = () => script.calls.map((args) => args.join(' '));
  return { apps, catalog, launches, asked };
}

/** In steps, so that long chains of promises get to their waits. */
async function pass(clock: ManualClock) {
  for (let step = 0; step < 50; step++) await clock.advance(100);
}

it('starts an app by one command and measures it, once it was seen to be there', async () => {
  using dispatch = startDispatch(10_000);
  const { apps, catalog, launches, asked } = bed({
    launch: { stdout: `${shop}: 4321\n` },
    get_app_container: there,
  });
  const launched = await apps.start(dispatch, shop);
  expect(launched).toMatchObject({ pid: 4321, launchState: 'UNKNOWN', output: `${shop}: 4321` });
  expect(launched.launchTimeMs).toBeLessThan(1_000);
  const [look, launch] = [`simctl get_app_container U ${shop} app`, `simctl launch U ${shop}`];
  expect(asked()).toEqual([look, launch]);
  expect([eventsOf(dispatch), launches]).toEqual([['sending', 'answered'], [[shop, 4321]]]);
  expect((await apps.start(dispatch, shop)).launchState).toBe('HOT');
  expect(asked()).toEqual([look, launch, launch]);
  catalog.forget();
  await apps.start(dispatch, shop);
  expect(asked().slice(3)).toEqual([look, launch]);
});

it('switches accessibility on before the first launch of iOS 26, once', async () => {
  using dispatch = startDispatch(10_000);
  const off: Answer = {
    exitCode: 1,
    stderr: 'The domain/default pair of (com.apple.Accessibility, X) does not exist',
  };
  const { apps, asked } = bed(
    { get_app_container: there, 'spawn defaults read': off, launch: { stdout: `${shop}: 5` } },
    '26.3.1',
  );
  expect((await apps.start(dispatch, shop)).output).toContain('accessibility was off');
  await apps.start(dispatch, shop);
  expect(asked().slice(1)).toEqual([
    'simctl spawn U defaults read com.apple.Accessibility ApplicationAccessibilityEnabled',
    'simctl spawn U defaults write com.apple.Accessibility AccessibilityEnabled -bool true',
    'simctl spawn U defaults write com.apple.Accessibility ApplicationAccessibilityEnabled -bool true',
    `simctl launch --terminate-running-process U ${shop}`,
    `simctl launch U ${shop}`,
  ]);
});

it('says that an app is not installed before anything else', async () => {
  using dispatch = startDispatch(10_000);
  const { apps, asked } = bed({ launch: notKnown, get_app_container: missing });
  await expect(apps.start(dispatch, shop)).rejects.toMatchObject({ code: 'APP_NOT_INSTALLED' });
  expect(asked()).toEqual([`simctl get_app_container U ${shop} app`]);
});

it('tells a device build from one for the simulator', async () => {
  using dispatch = startDispatch(10_000);
  const { apps } = bed({
    launch: notKnown,
    get_app_container: { stdout: '/sim/Shop.app\n' },
    listapps: { stdout: listapps },
    '-l /sim/Shop.app/Shop App': { stdout: '      cmd LC_BUILD_VERSION\n platform 2\n' },
  });
  await expect(apps.start(dispatch, shop)).rejects.toMatchObject({
    code: 'LAUNCH_FAILED',
    details: { reason: 'device_build' },
  });
});

it('tries again right after an install, and says the words of the system in the end', async () => {
  const clock = new ManualClock();
  using dispatch = startDispatch(60_000, { clock });
  const answers = {
    launch: [notKnown, { stdout: `${shop}: 9` }],
    get_app_container: { stdout: '/sim/Shop.app\n' },
    listapps: { stdout: listapps },
    '-l': { stdout: 'LC_BUILD_VERSION\n platform 7\n' },
  };
  const { apps } = bed(answers);
  const launched = apps.start(dispatch, shop);
  await pass(clock);
  expect((await launched).pid).toBe(9);
  const never = bed({ ...answers, launch: notKnown });
  const failed = expect(never.apps.start(dispatch, shop)).rejects.toMatchObject({
    code: 'LAUNCH_FAILED',
    details: { errors: [{ code: 1 }, { domain: 'FBSOpenApplicationErrorDomain', code: 4 }] },
  });
  await pass(clock);
  await failed;
});

it('ends an idle app with success, and an app that is not there with the truth', async () => {
  using dispatch = startDispatch(10_000);
  const idle: Answer = { exitCode: 3, stderr: 'found nothing to terminate' };
  const there = bed({ terminate: idle, get_app_container: { stdout: '/sim/Shop.app' } });
  await there.apps.terminate(dispatch, shop);
  const gone = bed({ terminate: idle, get_app_container: missing });
  await expect(gone.apps.terminate(dispatch, shop)).rejects.toMatchObject({ code: 'APP_NOT_INSTALLED' });
});

it('empties the data container after telling the keeper of defaults', async () => {
  using dispatch = startDispatch(10_000);
  const data = join(folder, 'a', 'b', 'data');
  await mkdir(join(data, 'Documents', 'x'), { recursive: true });
  await mkdir(join(data, 'tmp'));
  await writeFile(join(data, 'Documents', 'cart.json'), '{}');
  const { apps, asked } = bed({ get_app_container: { stdout: `${data}\n` } });
  expect((await apps.reset(dispatch, { appId: shop, user: null })).how).toContain('data container emptied');
  expect(await readdir(join(data, 'Documents'))).toEqual([]);
  expect(asked()).toEqual([
    `simctl terminate U ${shop}`,
    `simctl get_app_container U ${shop} data`,
    `simctl spawn U defaults delete ${data}/Library/Preferences/${shop}`,
  ]);
});

it('installs an app anew whose container cannot be reached, from a copy', async () => {
  using dispatch = startDispatch(10_000);
  const bundle = join(folder, 'Shop.app');
  await mkdir(bundle);
  const { apps, asked } = bed({
    [`get_app_container ${shop} data`]: { stdout: '/nowhere/data\n' },
    [`get_app_container ${shop} app`]: { stdout: `${bundle}\n` },
    listapps: { stdout: listapps },
  });
  expect((await apps.reset(dispatch, { appId: shop, user: null })).how).toBe(
    'terminated, uninstalled and installed again',
  );
  expect(asked().slice(-2)).toEqual([
    `simctl uninstall U ${shop}`,
    expect.stringMatching(/^simctl install U .*mobile-debug-.*\/Shop\.app$/),
  ]);
});

it('reads process ids from launchd and names from the list of apps', async () => {
  using dispatch = startDispatch(10_000);
  const { apps, catalog } = bed({
    'spawn launchctl list': {
      stdout: `PID\tStatus\tLabel\n4321\t0\tUIKitApplication:${shop}[8b2e][rb-legacy]\n-\t0\tUIKitApplication:com.example.gone[1][rb]\n77\t0\tcom.apple.cfprefsd.xpc.daemon\n`,
    },
    listapps: { stdout: listapps },
  });
  expect(await apps.pids(dispatch, shop)).toEqual([4321]);
  expect(await apps.pids(dispatch, 'com.example.gone')).toEqual([]);
  expect([
    await catalog.byPid(dispatch, 4321),
    await catalog.byName(dispatch, 'Shop'),
    await catalog.byName(dispatch, 'No'),
  ]).toEqual([shop, shop, null]);
});

it.each(['', '-x', 'a b', '--terminate-running-process', 'a;b', '../x'])(
  'never sends the id %j',
  async (id) => {
    using dispatch = startDispatch(10_000);
    const { apps, asked } = bed({});
    for (const call of [
      apps.start(dispatch, id),
      apps.installed(dispatch, id),
      apps.reset(dispatch, { appId: id, user: null }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(asked()).toEqual([]);
  },
);
