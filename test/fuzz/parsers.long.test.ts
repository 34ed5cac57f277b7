/**
 * 20,000 damaged inputs for every parser of what other programs and devices send: each answers or refuses with an error of
 * its kind, and in time. A TypeError is a bug, and so is an input that takes a second.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Malformed } from '@mobile-debug/core/malformed.ts';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { expect, test } from 'vitest';
import { parseDeviceLines } from '../../src/devices/android/adb/device-lines.ts';
import { encodeShellPacket, ShellDecoder } from '../../src/devices/android/adb/shell-command.ts';
import { parseMdnsServices } from '../../src/devices/android/adb/wireless-words.ts';
import { parseLaunchOutput } from '../../src/devices/android/apps/launch-output.ts';
import { parsePackages } from '../../src/devices/android/apps/packages.ts';
import { parsePids } from '../../src/devices/android/apps/processes.ts';
import { parseUsers } from '../../src/devices/android/apps/users.ts';
import { readLogDump } from '../../src/devices/android/logs/logs-command.ts';
import { parseProperties } from '../../src/devices/android/properties.ts';
import { parseActivityTop } from '../../src/devices/android/screen/activity-top.ts';
import { parseKeyguard } from '../../src/devices/android/screen/keyguard.ts';
import { readFrame, splitAnswer } from '../../src/devices/android/screen/screen-command.ts';
import { parseSecureWindows } from '../../src/devices/android/screen/secure-windows.ts';
import { parseUiXml } from '../../src/devices/android/screen/ui-xml.ts';
import { AnswerDecoder } from '../../src/devices/android/uia2/http-codec.ts';
import { parseLaunchctl } from '../../src/devices/ios/apps/app-record.ts';
import { parsePlist } from '../../src/devices/ios/apps/openstep-plist.ts';
import { parseRealDevices } from '../../src/devices/ios/real/real-device-list.ts';
import { parseAx, parseAxPoint } from '../../src/devices/ios/screen/ax/ax-json.ts';
import { encodeFrame, FrameDecoder } from '../../src/devices/ios/screen/companion/wire/message-frames.ts';
import { MessageReader, readFields } from '../../src/devices/ios/screen/companion/wire/protobuf.ts';
import { parseStates } from '../../src/devices/ios/screen/lock-state.ts';
import { parseSimulators } from '../../src/devices/ios/simctl/sim-list.ts';
import { TransportProblem } from '../../src/devices/port/transport-problem.ts';
import { cutPng } from '../../src/host/image/png-cut.ts';
import { parsePs } from '../../src/host/process-facts.ts';
import { parseIps } from '../../src/logs/parse-ips.ts';
import { LogcatParser } from '../../src/logs/parse-threadtime.ts';
import { parseUnified } from '../../src/logs/parse-unified.ts';
import { mutated, numbersOf } from './mutate.ts';

const inputs = 20_000;
const recorded = 'test/fixtures/recorded';
/** Larger ones only slow the series down: what they hold, smaller ones hold too. */
const largestSeed = 20_000;

function seeds(folder: string, name = /./): readonly Buffer[] {
  const found = readdirSync(join(recorded, folder))
    .filter((file) => name.test(file))
    .sort()
    .map((file) => readFileSync(join(recorded, folder, file)).subarray(0, largestSeed));
  if (found.length === 0) throw new Error(`No seed in ${folder}.`);
  return found;
}

const text = (bytes: Buffer): string => bytes.toString('utf8');

/** In pieces, as a socket hands them over. */
function inPieces(bytes: Buffer, push: (piece: Buffer) => unknown): void {
  for (let at = 0; at < bytes.length; at += 97) push(bytes.subarray(at, at + 97));
}

const answer = Buffer.from('{"sessionId":"one","value":"<hierarchy rotation=\\"0\\"><node/></hierarchy>"}');
const http = Buffer.concat([
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n`,
  ),
  answer,
  Buffer.from(
    'HTTP/1.1 500 Internal Server Error\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nWiki\r\n0\r\n\r\n',
  ),
]);
const packets = Buffer.concat([
  encodeShellPacket(1, Buffer.from('hello\n')),
  encodeShellPacket(2, Buffer.from('warning\n')),
  encodeShellPacket(3, Buffer.from([0])),
]);
// Fields 1 (varint), 2 (text), 3 (a message with a double and a fixed32).
const protobuf = Buffer.from([
  8, 150, 1, 18, 5, 104, 101, 108, 108, 111, 26, 14, 9, 0, 0, 0, 0, 0, 0, 240, 63, 21, 1, 0, 0, 0,
]);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const parsers: readonly (readonly [
  name: string,
  seeds: readonly Buffer[],
  parse: (bytes: Buffer) => unknown,
])[] = [
  ['dumps of the screen', seeds('uiautomator', /xml$/), (bytes) => parseUiXml(bytes)],
  ['answers of the dump command', seeds('uiautomator'), (bytes) => splitAnswer(bytes, 'hierarchy')],
  ['dumpsys window', seeds('dumpsys', /^window/), (bytes) => readFrame(text(bytes))],
  ['dumpsys activity activities', seeds('dumpsys', /^activity-act/), (bytes) => readFrame(text(bytes))],
  ['dumpsys activity top', seeds('dumpsys', /^activity-top/), (bytes) => parseActivityTop(text(bytes), null)],
  ['secure windows', seeds('dumpsys', /secure/), (bytes) => parseSecureWindows(text(bytes))],
  ['the keyguard', seeds('dumpsys', /^(?:power|window)/), (bytes) => parseKeyguard(text(bytes))],
  ['adb devices', seeds('adb'), (bytes) => parseDeviceLines(text(bytes))],
  ['mDNS services', seeds('adb'), (bytes) => parseMdnsServices(text(bytes))],
  ['getprop', seeds('getprop'), (bytes) => parseProperties(text(bytes))],
  ['am start', seeds('am'), (bytes) => parseLaunchOutput(text(bytes))],
  ['pm list', seeds('package-manager'), (bytes) => [parsePackages(text(bytes)), parseUsers(text(bytes))]],
  ['ps', seeds('ps'), (bytes) => [parsePids(text(bytes), 'com.example.shop'), parsePs(text(bytes))]],
  [
    'logcat',
    seeds('logcat'),
    (bytes) => {
      const parser = new LogcatParser();
      for (const line of readLogDump(text(bytes)).lines) parser.line(line);
    },
  ],
  ['the unified log', seeds('unified-log'), (bytes) => text(bytes).split('\n').map(parseUnified)],
  ['crash reports', seeds('crash-reports'), (bytes) => parseIps(text(bytes))],
  ['simctl list', seeds('simctl', /^list-/), (bytes) => parseSimulators(text(bytes), { virtual: false })],
  ['simctl listapps', seeds('simctl', /^listapps/), (bytes) => parsePlist(text(bytes))],
  ['launchctl list', seeds('simctl', /^launchctl/), (bytes) => parseLaunchctl(text(bytes))],
  ['the lock of a simulator', seeds('simctl'), (bytes) => parseStates(text(bytes))],
  ['devicectl', seeds('devicectl'), (bytes) => parseRealDevices(text(bytes))],
  ['idb describe-all', seeds('idb', /all|wda/), (bytes) => parseAx(text(bytes))],
  ['idb describe-point', seeds('idb', /point/), (bytes) => parseAxPoint(text(bytes))],
  ['protobuf', [protobuf], (bytes) => [readFields(bytes), new MessageReader(bytes).message(3)?.number(1)]],
  [
    'gRPC frames',
    [Buffer.concat([encodeFrame(protobuf), encodeFrame(answer)])],
    (bytes) => inPieces(bytes, pushed(new FrameDecoder(1 << 20))),
  ],
  ['shell packets', [packets], (bytes) => inPieces(bytes, pushed(new ShellDecoder()))],
  ['HTTP of the helper', [http], (bytes) => inPieces(bytes, pushed(new AnswerDecoder()))],
  ['screenshots', [png, Buffer.concat([Buffer.from('WARNING: several displays\n'), png])], cutPng],
];

function pushed(decoder: { push(piece: Buffer): unknown }): (piece: Buffer) => unknown {
  return (piece) => decoder.push(piece);
}

function isForeseen(error: unknown): boolean {
  if (error instanceof Fault) return error.code !== 'INTERNAL_ERROR';
  return error instanceof Malformed || error instanceof TransportProblem;
}

test.each(parsers)('%s', (name, from, parse) => {
  const below = numbersOf(20_261_201 + name.length);
  let [refused, slowestMs] = [0, 0];
  for (let at = 0; at < inputs; at++) {
    const input = mutated(from[below(from.length)] ?? Buffer.alloc(0), below);
    const began = performance.now();
    try {
      parse(input);
    } catch (error) {
      if (!isForeseen(error)) {
        throw new Error(`Input ${at}, base64: ${input.toString('base64').slice(0, 2_000)}`, { cause: error });
      }
      refused++;
    }
    slowestMs = Math.max(slowestMs, performance.now() - began);
  }
  process.stdout.write(`${name}: ${inputs} inputs, ${refused} refused, slowest ${slowestMs.toFixed(1)} ms\n`);
  expect(slowestMs).toBeLessThan(limitMs(1_000, slowestMs));
});
