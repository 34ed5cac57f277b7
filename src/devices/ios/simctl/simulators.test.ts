import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { scripted } from '../testing/scripted-xcrun.ts';
import { parseSimulators } from './sim-list.ts';
import { Simulators } from './simulators.ts';

const image = { name: 'iPhone 17', platform: 'ios', id: 'A-1' } as const;

function simulators(stderr = '', exitCode = 0, list = '{"devices":{}}') {
  const { xcrun, calls } = scripted(() => ({ stderr, exitCode }));
  const changed: string[] = [];
  const images = new Simulators({
    xcrun: () => xcrun,
    list: async () => parseSimulators(list, { virtual: false }),
    onChange: (id) => changed.push(id),
  });
  return { images, calls, changed };
}

it('gives those that can be used, in every spelling of the list, by the state that simctl names', async () => {
  const list = JSON.stringify({
    devices: {
      'iOS 12.1': [
        { name: 'Old', udid: '1', state: 'Booted', availability: '(available)' },
        { name: 'No', udid: '2', state: 'Booted', availability: '(unavailable)' },
      ],
      'com.apple.CoreSimulator.SimRuntime.iOS-26-3': [
        { name: 'New', udid: '4', state: 'Shutting Down', isAvailable: true },
      ],
      'watchOS 5.1': [{ name: 'Watch', udid: '3', state: 'Booted', availability: '(available)' }],
    },
  });
  using op = Operation.start(5_000);
  expect(await simulators('', 0, list).images.list(op)).toEqual([
    { name: 'Old', platform: 'ios', id: '1', state: 'booted' },
    { name: 'New', platform: 'ios', id: '4', state: 'shutting down' },
  ]);
});

it.each([
  ['boot', 'Booted'],
  ['boot', 'Booting'],
  ['awaitBoot', 'Booted'],
  ['shutdown', 'Shutdown'],
  ['shutdown', 'Shutting Down'],
] as const)('%s is content with one that is %s already', async (method, state) => {
  const { images } = simulators(`Unable to do that in current state: ${state}`, 149);
  using op = Operation.start(5_000);
  await images[method](op, image);
});

it('says what else went wrong, and that the simulator may not be what it was', async () => {
  const { images, changed, calls } = simulators('Unable to boot device in current state: Creating', 149);
  using op = Operation.start(5_000);
  await expect(images.boot(op, image)).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  expect(calls).toEqual([['simctl', 'boot', 'A-1']]);
  expect(changed).toEqual(['A-1']);
});
