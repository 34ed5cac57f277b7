import { describe, expect, it } from 'vitest';
import { readStartOutput } from './adb-start.ts';

describe('readStartOutput', () => {
  it('passes chatter', () => {
    const words = '* daemon not running; starting now at tcp:5037\n* daemon started successfully\n';
    expect(readStartOutput(words, 'adb')).toEqual({ failure: null, warning: null });
  });

  it('warns once of a replaced server, with both versions and the path', () => {
    const words =
      "adb server version (32) doesn't match this client (36); killing...\n* daemon started successfully *";
    const { failure, warning } = readStartOutput(words, '/sdk/adb');
    expect(failure).toBeNull();
    for (const part of ['32', '36', '/sdk/adb']) expect(warning).toContain(part);
  });

  it('takes a port in use as a failure', () => {
    const words =
      "adb server version (31) doesn't match this client (39); killing..\nerror: could not install *smartsocket* listener: Address already in use\nadb server didn't ACK";
    expect(readStartOutput(words, 'adb').failure).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
      message: 'The adb server could not start (port in use).',
    });
    expect(readStartOutput("adb server didn't ACK", 'adb').failure).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
    });
  });
});
