/** With --restore-on-exit a server that ends puts back what set_device changed; without it nothing is touched. */

import { systemClock } from '@mobile-debug/core/operation.ts';
import { startVirtualAdbServer } from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import { startVirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { androidVersions } from '@mobile-debug/virtual-phone/phone/versions.ts';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { runTool } from '../server/run-tool.ts';
import { everything, OfferedTools } from '../server/toolsets.ts';
import { tools } from '../tools/index.ts';
import { assemble } from './assemble.ts';

const sets = new OfferedTools(tools, everything);

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
  const adbServer = await startVirtualAdbServer({ phones: [phone] });
  const config = readConfig([...flags, '--adb-server', `tcp:127.0.0.1:${adbServer.port}`], {});
  const { context, close } = await assemble(config);
  const tool = tools.find(({ name }) => name === 'set_device');
  if (!tool) throw new Error('There is no set_device.');
  await runTool(tool, context, { fontScale: 2 }, { sets, progress: () => {} });
  expect(phone.settings.get('system', 'font_scale')).toBe('2');
  await close();
  expect(phone.settings.get('system', 'font_scale')).toBe(expected);
  await adbServer.close();
  phone.close();
});

it.each([
  [['--restore-on-exit'], 'light'],
  [[], 'dark'],
])('%j leaves a simulator %s', async (flags, expected) => {
  const phone = createIphone({ serial: 'S', clock: systemClock, timing: timingProfiles.instant });
  const appleTools = await startVirtualAppleTools({
    clock: systemClock,
    simulators: [{ udid: 'S', name: 'iPhone 17', phone }],
  });
  const { context, close } = await assemble(readConfig(flags, appleTools.environment()));
  const tool = tools.find(({ name }) => name === 'set_device');
  if (!tool) throw new Error('There is no set_device.');
  await runTool(tool, context, { platform: 'ios', darkMode: true }, { sets, progress: () => {} });
  expect(appleTools.simulators[0]?.memory.appearance).toBe('dark');
  await close();
  expect(appleTools.simulators[0]?.memory.appearance).toBe(expected);
  expect(appleTools.runningPrograms()).toEqual([]);
  await appleTools.close();
  phone.close();
});
