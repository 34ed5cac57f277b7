/**
 * How many modules of ours one warm `tap_element` by selector passes (`verificationMode: none`, over stdio), on the
 * virtual Android phone and the virtual iPhone, and how long it takes. The sources are built without bundling, so that
 * a module is a file, and V8 counts the calls of one tap alone.
 *
 *     node scripts/house/tap-modules.mjs [--list] [--json]
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const out = resolve('node_modules/.cache/house');
const program = `${out}/main.mjs`;
const preload = resolve('scripts/house/count-calls.mjs');
const warmups = 20;
const timed = 200;
const shop = 'com.example.shop';

const platforms = [
  { name: 'Android', deviceId: 'virtual-android-1', args: (phone) => ['--adb-server', phone.adbServer] },
  { name: 'iOS', deviceId: 'virtual-ios-1', args: () => ['--ios-driver', 'idb'] },
];

rmSync(out, { recursive: true, force: true });
await build({ outDir: out, unbundle: true, logLevel: 'error' });
const results = [];
for (const platform of platforms) results.push({ name: platform.name, ...(await measure(platform)) });
print(results);

async function measure({ deviceId, args }) {
  const phone = await startPhone();
  const counted = await startServer(args(phone), phone.environment);
  await openShop(counted, deviceId);
  await tap(counted, deviceId, warmups);
  await counted.ask('start');
  await tap(counted, deviceId, 1);
  await counted.ask('take');
  await tap(counted, deviceId, 1);
  const modules = (await counted.ask('take')).flatMap(ours).sort((a, b) => a.module.localeCompare(b.module));
  await counted.close();
  // Counting costs time: what a tap takes is asked of a server that nobody watches.
  const plain = await startServer(args(phone), phone.environment);
  await openShop(plain, deviceId);
  await tap(plain, deviceId, warmups);
  const times = await tap(plain, deviceId, timed);
  await plain.close();
  await phone.close();
  return { modules, medianMs: times.sort((a, b) => a - b)[timed >> 1] };
}

async function openShop(server, deviceId) {
  await server.call('start_app', { appId: shop, deviceId });
}

async function tap(server, deviceId, times) {
  const given = {
    selector: { text: 'Welcome back' },
    deviceId,
    verificationMode: 'none',
    responseMode: 'compact',
  };
  const tookMs = [];
  for (let n = 0; n < times; n++) {
    const from = performance.now();
    await server.call('tap_element', given);
    tookMs.push(performance.now() - from);
  }
  return tookMs;
}

/** Modules of the product and of core; not of packages, nor what the bundler adds. */
function ours({ url, names }) {
  const path = fileURLToPath(url);
  const module = path.startsWith(`${out}/`) ? path.slice(out.length + 1).replace(/\.mjs$/, '') : '';
  const foreign = module === '' || module.startsWith('node_modules') || module.startsWith('_virtual');
  return foreign ? [] : [{ module, functions: names }];
}

async function startPhone() {
  const child = spawn(process.execPath, [program, 'virtual-phone', '--virtual-timing', 'instant'], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise((done) => createInterface({ input: child.stdout }).once('line', done));
  return { ...JSON.parse(line), close: () => ended(child) };
}

async function startServer(args, more) {
  const child = spawn(process.execPath, ['--import', preload, program, ...args], {
    env: environment(more),
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let nextId = 1;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params) =>
    new Promise((done) => {
      waiting.set(nextId, done);
      send({ id: nextId++, method, params });
    });
  const clientInfo = { name: 'house', version: '0' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  return {
    async call(name, given) {
      const { result, error } = await request('tools/call', { name, arguments: given });
      if (error || result.isError) throw new Error(`${name}: ${JSON.stringify(error ?? result)}`);
    },
    ask: (message) =>
      new Promise((done) => {
        child.once('message', done);
        child.send(message);
      }),
    close: () => ended(child),
  };
}

/** Without what would lead the server to real devices or programs of this computer. */
function environment(more = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(MOBILE_DEBUG_|ANDROID_|ADB_|NODE_)/.test(name),
  );
  return { ...Object.fromEntries(kept), ADB_PATH: '/nowhere/adb', ...more };
}

async function ended(child) {
  const exited = new Promise((done) => child.once('exit', done));
  child.stdin.end();
  await exited;
}

function print(measured) {
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
    return;
  }
  for (const { name, modules, medianMs } of measured) {
    const functions = modules.reduce((sum, module) => sum + module.functions.length, 0);
    const rooms = new Map();
    for (const { module } of modules) {
      const room = roomOf(module);
      rooms.set(room, (rooms.get(room) ?? 0) + 1);
    }
    const byRoom = [...rooms].map(([room, count]) => `${room} ${count}`).join(', ');
    process.stdout.write(
      `${name}: ${modules.length} modules, ${functions} functions, ${medianMs.toFixed(2)} ms a tap (${byRoom})\n`,
    );
    if (process.argv.includes('--list')) {
      for (const { module, functions: names } of modules)
        process.stdout.write(`  ${module}: ${names.join(' ')}\n`);
    }
  }
}

function roomOf(module) {
  return /^(packages\/[^/]+|devices\/[^/]+|[^/]+)/.exec(module)?.[1] ?? module;
}
