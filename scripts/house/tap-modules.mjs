/**
 * How many modules of ours one warm `tap_element` by selector passes (`verificationMode: none`, over stdio), on the
 * virtual Android phone and the virtual iPhone, and the CPU time that the server spends on it, which a busy computer
 * changes little. The sources are built without bundling, so that a module is a file, and V8 counts one tap alone.
 *
 *     node scripts/house/tap-modules.mjs [list] [write]
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';

const out = resolve('node_modules/.cache/house');
const program = `${out}/main.mjs`;
const preload = resolve('scripts/house/count-calls.mjs');
const warmups = 20;
const timed = 200;
const rounds = 4;
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
  const taken = [];
  for (let round = 0; round < rounds; round++) {
    await tap(counted, deviceId, 1);
    taken.push((await counted.ask('take')).flatMap(ours));
  }
  await counted.close();
  // What a timer did meanwhile (a look at the parent, tidying) is no part of a tap: it is not in every round.
  const [first, ...others] = taken;
  const modules = first
    .filter(({ module }) => others.every((round) => round.some((each) => each.module === module)))
    .sort((a, b) => a.module.localeCompare(b.module));
  // Counting costs time: what a tap takes is asked of a server that nobody watches.
  const plain = await startServer(args(phone), phone.environment);
  await openShop(plain, deviceId);
  await tap(plain, deviceId, warmups);
  const before = await plain.ask('cpu');
  await tap(plain, deviceId, timed);
  const cpuMs = ((await plain.ask('cpu')) - before) / timed;
  await plain.close();
  await phone.close();
  return { modules, cpuMs };
}

async function openShop(server, deviceId) {
  await server.call('start_app', { appId: shop, deviceId });
}

async function tap(server, deviceId, times) {
  const selector = { text: 'Welcome back' };
  const given = { selector, deviceId, verificationMode: 'none', responseMode: 'compact' };
  for (let n = 0; n < times; n++) await server.call('tap_element', given);
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
  for (const { name, modules, cpuMs } of measured) {
    const functions = modules.reduce((sum, module) => sum + module.functions.length, 0);
    const rooms = byRoom(modules)
      .map(([room, count]) => `${room} ${count}`)
      .join(', ');
    process.stdout.write(
      `${name}: ${modules.length} modules, ${functions} functions, ${cpuMs.toFixed(2)} ms of CPU a tap (${rooms})\n`,
    );
    if (process.argv.includes('list')) {
      for (const { module, functions: names } of modules)
        process.stdout.write(`  ${module}: ${names.join(' ')}\n`);
    }
  }
  if (process.argv.includes('write')) write(measured);
}

function byRoom(modules) {
  const rooms = new Map();
  for (const { module } of modules) rooms.set(roomOf(module), (rooms.get(roomOf(module)) ?? 0) + 1);
  return [...rooms];
}

/** The table "now" of the page, and under it the modules themselves. */
function write(measured) {
  const rows = measured.map(({ name, modules, cpuMs }) => {
    const functions = modules.reduce((sum, module) => sum + module.functions.length, 0);
    return `| ${name} | ${modules.length} | ${functions} | ${cpuMs.toFixed(1)} |`;
  });
  const lists = measured.map(({ name, modules }) => {
    const rooms = byRoom(modules).map(([room]) => {
      const names = modules.filter(({ module }) => roomOf(module) === room);
      return `${room} (${names.length}): ${names.map(({ module }) => module.split('/').at(-1)).join(', ')}`;
    });
    return `${name}: ${rooms.join('; ')}.`;
  });
  const table = ['| | modules | functions | CPU ms a tap |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const page = readFileSync('docs/benchmarks/house.md', 'utf8');
  const now = `<!-- now -->\n\n${table}\n\n${lists.join('\n\n')}\n\n<!-- /now -->`;
  writeFileSync(
    'docs/benchmarks/house.md',
    page.replace(/<!-- now -->[\s\S]*<!-- \/now -->/, () => now),
  );
}

function roomOf(module) {
  return /^(packages\/[^/]+|devices\/[^/]+|[^/]+)/.exec(module)?.[1] ?? module;
}
