import { describe, expect, it } from 'vitest';
import { usabilityOf } from '../device-list.ts';
import { parseDeviceLines } from './device-lines.ts';

const none = { remark: null, model: null, product: null, transportId: null };

describe('parseDeviceLines', () => {
  it.each([
    ['tab', 'emulator-5554\tdevice\n', { ...none, serial: 'emulator-5554', state: 'device' }],
    ['spaces', '192.0.2.21:40559     device', { ...none, serial: '192.0.2.21:40559', state: 'device' }],
    [
      'long form',
      'R58M12ABCDE            device usb:1-1 product:beyond1 model:SM_G973F device:beyond1 transport_id:3',
      {
        ...none,
        serial: 'R58M12ABCDE',
        state: 'device',
        model: 'SM G973F',
        product: 'beyond1',
        transportId: 3,
      },
    ],
    [
      'a serial with spaces and a number',
      'Galaxy S9 (2)          device usb:3-2 product:x model:y device:z transport_id:12',
      { ...none, serial: 'Galaxy S9 (2)', state: 'device', model: 'y', product: 'x', transportId: 12 },
    ],
    [
      'a serial that holds a state word',
      'my device (2)          offline transport_id:4',
      { ...none, serial: 'my device (2)', state: 'offline', transportId: 4 },
    ],
    [
      'a libusb path',
      '0A021FDD4001AB         device 20-3.1 product:p model:m device:d transport_id:9',
      { ...none, serial: '0A021FDD4001AB', state: 'device', model: 'm', product: 'p', transportId: 9 },
    ],
    [
      'a TLS peer',
      'adb-1A2B3C-xYz (2)._adb-tls-connect._tcp device product:p model:m device:d transport_id:2',
      {
        ...none,
        serial: 'adb-1A2B3C-xYz (2)._adb-tls-connect._tcp',
        state: 'device',
        model: 'm',
        product: 'p',
        transportId: 2,
      },
    ],
    [
      'missing fields',
      'ABC unauthorized transport_id:4',
      { ...none, serial: 'ABC', state: 'unauthorized', transportId: 4 },
    ],
    [
      'unknown serial',
      '????????????    no permissions',
      { ...none, serial: '????????????', state: 'no permissions', remark: '' },
    ],
    [
      'no permissions with words and a link',
      '0123456789abcdef        no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]',
      {
        ...none,
        serial: '0123456789abcdef',
        state: 'no permissions',
        remark:
          '(user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]',
      },
    ],
    [
      'no permissions with fields behind',
      '0123 no permissions (missing udev rules?); see [http://x] usb:1-4 transport_id:5',
      {
        ...none,
        serial: '0123',
        state: 'no permissions',
        remark: '(missing udev rules?); see [http://x]',
        transportId: 5,
      },
    ],
  ])('reads %s', (_what, line, device) => {
    expect(parseDeviceLines(line)).toEqual([device]);
  });

  it('skips the header and chatter wherever they stand', () => {
    const text = [
      '* daemon not running. starting it now on port 5037 *',
      'List of devices attached',
      "adb server version (32) doesn't match this client (36); killing...",
      '* daemon started successfully *',
      '0816f00000000000        device',
      '',
    ].join('\r\n');
    expect(parseDeviceLines(text).map(({ serial }) => serial)).toEqual(['0816f00000000000']);
    expect(
      parseDeviceLines("adb server didn't ACK\nerror: could not install *smartsocket* listener"),
    ).toEqual([]);
  });
});

describe('usabilityOf', () => {
  it.each([
    'offline',
    'connecting',
    'detached',
    'unauthorized',
    'authorizing',
    'bootloader',
    'recovery',
    'rescue',
    'sideload',
    'host',
    'no permissions',
    'unheard of',
  ])('has a problem and a fix for %s', (state) => {
    const usability = usabilityOf({ state, remark: null });
    expect(usability.state).not.toBe('ready');
    expect(usability.problem).toMatch(/\w/);
    expect(usability.fix).toMatch(/\w/);
  });

  it('is ready for device', () =>
    expect(usabilityOf({ state: 'device', remark: null })).toEqual({ state: 'ready' }));
});
