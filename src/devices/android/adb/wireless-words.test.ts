/** What adb says of the network, in the spellings of its versions. */
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  isNetworked,
  parseAddress,
  parseMdnsServices,
  readConnected,
  readPaired,
} from './wireless-words.ts';

it('reads services with tabs, with the dot of the domain, and leaves out what is none', () => {
  const text = [
    'List of discovered mdns services',
    'adb-A-x1\t_adb-tls-connect._tcp.\t192.0.2.4:41235',
    'adb-A-x1\t_adb-tls-pairing._tcp\t192.0.2.4:38655',
    'adb-B (2)\t_adb._tcp\t192.0.2.5:5555\r',
    'adb-C\t_adb-tls-connect._tcp\t[2001:db8::7]:41001',
    'printer\t_ipp._tcp\t192.0.2.6:631',
    'adb-D\t_adb-tls-connect._tcp\t192.0.2.7:0',
    '',
  ].join('\n');
  expect(parseMdnsServices(text)).toEqual([
    { name: 'adb-A-x1', kind: 'connect', host: '192.0.2.4', port: 41235 },
    { name: 'adb-A-x1', kind: 'pairing', host: '192.0.2.4', port: 38655 },
    { name: 'adb-B (2)', kind: 'plain', host: '192.0.2.5', port: 5555 },
    { name: 'adb-C', kind: 'connect', host: '2001:db8::7', port: 41001 },
  ]);
});

it('knows which serials are connections over the network', () => {
  for (const serial of [
    '192.0.2.1:5555',
    '[2001:db8::1]:40001',
    'phone.local:5555',
    'adb-A-x1._adb-tls-connect._tcp',
    'adb-A._adb._tcp.',
  ])
    expect([serial, isNetworked(serial)]).toEqual([serial, true]);
  for (const serial of [
    'emulator-5554',
    '127.0.0.1:6555',
    'localhost:5555',
    '0123456789abcdef',
    'phone (2)',
    'usb:1-4',
    '????????????',
  ])
    expect([serial, isNetworked(serial)]).toEqual([serial, false]);
});

it('puts addresses together and takes them apart', () => {
  for (const text of ['192.0.2.1:5555', '[2001:db8::1]:40001', 'phone.local:1']) {
    const address = parseAddress(text);
    expect(address && addressOf(address)).toBe(text);
  }
  for (const text of ['', 'a', 'a:', ':5', 'a:0', 'a:65536', 'a b:5', '2001:db8::1:5'])
    expect(parseAddress(text)).toBeNull();
});

describe('answers', () => {
  it.each([
    ['connected to 192.0.2.1:5555', { state: 'connected', serial: '192.0.2.1:5555' }],
    ['already connected to 192.0.2.1:5555', { state: 'already', serial: '192.0.2.1:5555' }],
    ["failed to connect to '192.0.2.1:5555': Connection refused", { state: 'failed' }],
    ['failed to connect to 192.0.2.1:5555', { state: 'failed' }],
    ['failed to authenticate to 192.0.2.1:5555', { state: 'unauthorized' }],
    ['', { state: 'failed' }],
  ])('connect: %j', (words, read) => expect(readConnected(words)).toEqual(read));

  it.each([
    ['Successfully paired to 192.0.2.1:37000 [guid=adb-A-x1]', { state: 'paired', name: 'adb-A-x1' }],
    ['Successfully paired to 192.0.2.1:37000', { state: 'paired', name: null }],
    ['Failed: Wrong password or connection was dropped.', { state: 'wrong_code' }],
    ['Failed: Unable to start pairing client.', { state: 'nobody' }],
    ['Failed to parse address for pairing: no host', { state: 'failed' }],
  ])('pair: %j', (words, read) => expect(readPaired(words)).toEqual(read));
});
