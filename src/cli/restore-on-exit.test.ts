/** With --restore-on-exit a server that ends puts back what set_device changed; without it nothing is touched. */
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/operation.ts';
import { runTool } from '../server/run-tool.ts';
import { tools } from '../tools/index.ts';
import { startAdbFace } from '../virtual/adb/face.ts';
import { startAppleFace } from '../virtual/apple/apple-face.ts';
import { createIphone } from '../virtual/apple/simulator.ts';
import { createPhone } from '../virtual/phone/phone.ts';
import { timingProfiles } from '../virtual/phone/timing.ts';
import { androidVersions } from '../virtual/phone/versions.ts';
import { assemble } from './assemble.ts';

it.each([
  [['--restore-on-exit'], '1.0'],
  [[], '2'],
])('%j leaves the font scale at %s', async (flags, expected) => {
  const phone = createPhone({
    serial: 'p',
    version: androidVersions['14'],
    timing: timingProfiles.instant,
    clock: systemClock,
  });
  const face = await startAdbFace({ phones: [phone] });
  const config = readConfig([...flags, '--adb-server', `tcp:127.0.0.1:${face.port}`], {});
  const { place, close } = await assemble(config);
  const tool = tools.find(({ name }) => name === 'set_device');
  if (!tool) throw new Error('There is no set_device.');
  await runTool(tool, place, { fontScale: 2 }, { progress: () => {} });
  expect(phone.settings.get('system', 'font_scale')).toBe('2');
  await close();
  expect(phone.settings.get('system', 'font_scale')).toBe(expected);
  await face.close();
  phone.close();
});

it.each([
  [['--restore-on-exit'], 'light'],
  [[], 'dark'],
])('%j leaves a simulator %s', async (flags, expected) => {
  const phone = createIphone({ serial: 'S', clock: systemClock, timing: timingProfiles.instant });
  const face = await startAppleFace({
    clock: systemClock,
    simulators: [{ udid: 'S', name: 'iPhone 17', phone }],
  });
  const { place, close } = await assemble(readConfig(flags, face.environment()));
  const tool = tools.find(({ name }) => name === 'set_device');
  if (!tool) throw new Error('There is no set_device.');
  await runTool(tool, place, { platform: 'ios', darkMode: true }, { progress: () => {} });
  expect(face.simulators[0]?.memory.appearance).toBe('dark');
  await close();
  expect(face.simulators[0]?.memory.appearance).toBe(expected);
  expect(face.runningPrograms()).toEqual([]);
  await face.close();
  phone.close();
});
