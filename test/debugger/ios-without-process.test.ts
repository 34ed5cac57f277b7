/** iPhones on which nothing can be attached to: why not, and what would be needed. */
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import { startVirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { expect, test } from 'vitest';
import { virtualAppPrograms } from '../../src/cli/virtual-app-programs.ts';
import { IosSource } from '../../src/devices/ios/ios-source.ts';
import { hostedPrograms } from '../../src/host/testing/hosted-programs.ts';
import { SessionPool } from '../../src/session/session-pool.ts';
import { makeTestBed } from '../harness.ts';

const appId = 'com.example.shop';

test('a virtual iPhone on a computer without compiler or LLDB says what is missing', async () => {
  const programs = virtualAppPrograms({ PATH: '/nowhere' });
  const bed = await makeTestBed({ ios: { programs } });
  try {
    const target = { platform: 'ios', appId };
    expect((await bed.call('start_app', target)).data).toMatchObject({ success: true });
    const { texts } = await bed.call('attach_debugger', target);
    expect(texts[0]).toContain('DEBUGGER_UNSUPPORTED');
    expect(texts[0]).toContain('apt install g++ lldb');
    const { data } = await bed.call('get_debugger_capabilities', target);
    expect(data).toMatchObject({
      result: { can_attach: false, problem: expect.stringContaining('DEBUGGER_UNSUPPORTED'), processes: [] },
    });
  } finally {
    await bed.close();
    await programs.close();
  }
});

test('a process of this computer that has the number of a simulated one is nobody to attach to', async () => {
  const run = async () => ({ pid: process.pid, ended: new Promise<'exited'>(() => {}), end: () => {} });
  const bed = await makeTestBed({ ios: { programs: { built: async () => process.execPath, run } } });
  try {
    const target = { platform: 'ios', appId };
    const started = await bed.call('start_app', target);
    expect(started.data).toMatchObject({ details: { observed_app: { pid: process.pid } } });
    const { texts } = await bed.call('attach_debugger', { ...target, processId: process.pid });
    expect(texts[0]).toContain('DEBUGGER_UNSUPPORTED');
  } finally {
    await bed.close();
  }
});

test('a real iPhone: unsupported, with what would be needed', async () => {
  const udid = '00008110-001C2D3E4F50801E';
  const appleTools = await startVirtualAppleTools({
    clock: systemClock,
    simulators: [],
    realDevices: [
      {
        udid,
        identifier: 'F15D9E1B-0000-5000-8000-2C0C1D3A4B5C',
        name: 'iPhone',
        phone: createIphone({ serial: udid, clock: systemClock }),
      },
    ],
  });
  const environment = appleTools.environment();
  const source = new IosSource({
    environment,
    clock: systemClock,
    driver: 'auto',
    ...hostedPrograms(appleTools),
  });
  const pool = new SessionPool([source], systemClock);
  try {
    using op = Operation.start(15_000);
    const session = await pool.session(op, { platform: 'ios', deviceId: udid });
    expect(() => session.with(['debug'])).toThrow(
      expect.objectContaining({
        code: 'DEBUGGER_UNSUPPORTED',
        message: expect.stringMatching(/debugserver of the device and a development-signed build/),
      }),
    );
  } finally {
    await pool.close();
    await appleTools.close();
  }
});
