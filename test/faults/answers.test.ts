/** What exactly a caller is told in each trouble: the code, whether it may try again, and what was delivered. */

import type { FaultRule } from '@mobile-debug/virtual-phone/adb/fault-script.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { codeOf, good, quiet, refusal, sentDuring, viewOf, works } from '../contract/reading.ts';
import type { TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const selector = { text: 'Remember me' } as const;
const dump = /uiautomator dump/;
const input = /\binput tap/;
const any = /^(?!.*(?:exec:logcat|getprop))/;
const brief = { actionTimeoutMs: 3_000, verificationTimeoutMs: 3_000 } as const;

function onHastyBed(): () => TestBed {
  const made = oneBed({ speed: 10 });
  beforeEach(async () => {
    made().open(shop);
    await expect
      .poll(async () => codeOf(await made().call('get_current_screen')), { interval: 10 })
      .toBe(null);
  });
  return made;
}

describe('a reading that fails', () => {
  const made = onHastyBed();
  const during = async (rule: FaultRule, name: string, args: Record<string, unknown> = {}) => {
    made().faults.add(rule);
    const answer = await made().call(name, args);
    made().faults.clear();
    await works(made());
    return answer;
  };

  test('once null: read again, and said', async () => {
    const answer = await during({ when: { times: 1 }, do: { kind: 'null_root' } }, 'get_ui_tree');
    expect(good(answer)['source']).toContain('retried: null root');
    expect(answer.data['quality']).toBe('ok');
  });

  test('always null: OBSERVATION_FAILED that says so', async () => {
    const fault = refusal(await during({ do: { kind: 'null_root' } }, 'get_ui_tree'));
    expect(fault).toMatchObject({ code: 'OBSERVATION_FAILED', details: { reason: 'null_root' } });
  });

  test('never idle: the views there are, with their doubt', async () => {
    const tree = good(await during({ do: { kind: 'idle_error' } }, 'get_ui_tree'));
    expect(tree['source']).toContain('dumpsys-activity-top');
    expect(tree['quality']).toMatchObject({ status: 'suspect' });
  });

  test('a doubtful reading proves no absence', async () => {
    const gone = { selector: { text: 'Loading' }, condition: 'not_exists', timeout_ms: 4_000 };
    expect(good(await during({ do: { kind: 'idle_error' } }, 'wait_for_ui', gone))['status']).toBe('timeout');
    const absent = { selector: { text: 'Never there' }, timeout_ms: 4_000 };
    expect(
      good(await during({ do: { kind: 'idle_error' } }, 'expect_element_visible', absent)),
    ).toMatchObject({ success: false, failure_code: 'OBSERVATION_FAILED' });
  });

  test('UiAutomation is taken: the other client is named as the cause', async () => {
    const fault = refusal(await during({ do: { kind: 'already_registered' } }, 'get_ui_tree'));
    expect(fault.code).toBe('OBSERVATION_FAILED');
    expect(`${fault.message} ${fault.next_step}`).toMatch(/UiAutomation/);
  });

  test('half an answer once is read again; always is a fault and never half a tree', async () => {
    const cut = { kind: 'truncate', share: 0.4 } as const;
    const once = await during({ when: { service: dump, times: 1 }, do: cut }, 'get_ui_tree');
    if (once.isError) expect(refusal(once).code).toBe('OBSERVATION_FAILED');
    else expect(good(once)['quality']).toBeDefined();
    const fault = refusal(await during({ when: { service: dump }, do: cut }, 'get_ui_tree'));
    expect(['OBSERVATION_FAILED', 'DEVICE_UNAVAILABLE']).toContain(fault.code);
  });

  test('garbage before the XML does no harm', async () => {
    const garbage = { kind: 'garbage', before: 'WARNING: linker: /data/x: unsupported\n<<&>>\n' } as const;
    const tree = good(await during({ when: { service: dump }, do: garbage }, 'get_ui_tree'));
    expect(tree['quality']).toBe('ok');
    expect(JSON.stringify(tree['elements'])).toContain('Remember me');
  });

  test('a fingerprint that cannot be had is null with its error', async () => {
    const data = good(await during({ do: { kind: 'null_root' } }, 'get_screen_fingerprint'));
    expect(data).toMatchObject({ fingerprint: null, activity: null });
    expect(data['error']).not.toBe('');
  });

  test.each([
    ['empty', 'without data'],
    ['failed', 'could not take a screenshot'],
  ] as const)('a screenshot that is %s: typed, and no image block', async (how, words) => {
    const answer = await during({ do: { kind: 'screencap', how } }, 'capture_screenshot');
    const fault = refusal(answer);
    expect(fault.code).toBe('OBSERVATION_FAILED');
    expect(fault.message).toContain(words);
    expect(answer.images).toEqual([]);
  });

  test('a screenshot with warnings or garbage before it is a right picture', async () => {
    const warned = await during({ do: { kind: 'screencap', how: 'warning' } }, 'capture_screenshot');
    expect(good(warned)['result']).toMatchObject({ source_resolution: { width: 1_080, height: 2_400 } });
    const noisy: FaultRule = {
      when: { service: 'screencap' },
      do: { kind: 'garbage', before: 'WARNING: linker\n' },
    };
    expect((await during(noisy, 'capture_screenshot')).images).toHaveLength(1);
    const black = await during({ do: { kind: 'screencap', how: 'black' } }, 'capture_screenshot');
    expect(JSON.stringify(good(black)['result'])).toContain('single colour');
  });

  test('a screenshot cut off is a fault', async () => {
    const cut: FaultRule = { when: { service: 'screencap' }, do: { kind: 'cut', afterBytes: 3_000 } };
    const answer = await during(cut, 'capture_screenshot');
    expect(refusal(answer).code).toMatch(/OBSERVATION_FAILED|DEVICE_UNAVAILABLE/);
    expect(answer.images).toEqual([]);
  });

  test('a log stream that breaks is taken up again', async () => {
    good(await made().call('get_logs', { limit: 1 }));
    const stream = made()
      .adbServer.commands()
      .find(({ service, outcome }) => service.includes('exec:logcat') && outcome === 'running');
    made().adbServer.setState(made().phone.serial, 'offline');
    made().adbServer.setState(made().phone.serial, 'device');
    await expect.poll(() => stream?.outcome).not.toBe('running');
    made().phone.log.append({
      uid: 1,
      pid: 1,
      tid: 1,
      priority: 'E',
      tag: 'AfterTheBreak',
      message: 'still heard',
      buffer: 'main',
    });
    await expect
      .poll(async () => (await made().call('get_logs', { tag: 'AfterTheBreak' })).texts.join(''), {
        timeout: 10_000,
      })
      .toContain('still heard');
  });
});

describe('an input that fails', () => {
  const made = onHastyBed();

  test('hangs: ACTION_TIMEOUT, delivery unknown, not to be repeated blindly; nothing comes late', async () => {
    const bed = made();
    const sent = await sentDuring(bed, async () => {
      bed.faults.add({ when: { service: input }, do: { kind: 'hang' } });
      const answer = await bed.call('tap', { x: 540, y: 1_900, ...brief });
      expect(answer.isError).toBe(true);
      expect(answer.data).toMatchObject({
        success: false,
        failure_code: 'ACTION_TIMEOUT',
        dispatch_started: true,
        delivery_status: 'unknown',
        retryable: false,
        verification: { status: 'not_requested' },
        recovery: { failure_class: 'ExecutionFailure', runtime_code: 'ACTION_TIMEOUT' },
        timing: { total_ms: expect.any(Number) },
      });
      bed.faults.clear();
    });
    expect(sent).toEqual([]);
    await works(bed);
  });

  test('is slower than its budget: the device never acts on it', async () => {
    const bed = made();
    const checked = viewOf(bed, 'remember_me')?.checked;
    const sent = await sentDuring(bed, async () => {
      bed.faults.add({ when: { service: input, times: 1 }, do: { kind: 'delay', ms: 600 } });
      const answer = await bed.call('tap_element', { selector, ...brief, verificationMode: 'none' });
      expect(codeOf(answer)).toBe('ACTION_TIMEOUT');
      expect(answer.data).toMatchObject({ delivery_status: 'unknown', retryable: false });
    });
    expect(sent).toEqual([]);
    expect(viewOf(bed, 'remember_me')?.checked).toBe(checked);
    // The next one is its own and comes once.
    const next = await sentDuring(bed, async () => {
      good(await bed.call('tap_element', { selector, verificationMode: 'none' }));
    });
    expect(next).toHaveLength(1);
  });

  test('its target cannot be read in time: nothing was sent, it may be tried again', async () => {
    const bed = made();
    const sent = await sentDuring(bed, async () => {
      bed.faults.add({ when: { service: any }, do: { kind: 'hang' } });
      const answer = await bed.call('tap_element', { selector, ...brief });
      expect(answer.data).toMatchObject({
        failure_code: expect.stringMatching(/ACTION_TIMEOUT|OBSERVATION_FAILED/),
        dispatch_started: false,
        delivery_status: 'not_delivered',
        retryable: true,
      });
      bed.faults.clear();
    });
    expect(sent).toEqual([]);
    await works(bed);
  });

  test('was delivered and the look afterwards fails: success, verification unavailable', async () => {
    const bed = made();
    const sent = await sentDuring(bed, async () => {
      bed.faults.add({ when: { service: dump }, do: { kind: 'null_root' } });
      bed.faults.add({ do: { kind: 'null_root' } });
      const answer = await bed.call('tap', { x: 540, y: 1_900, ...brief, verificationMode: 'light' });
      expect(good(answer)).toMatchObject({
        success: true,
        delivery_status: 'delivered',
        lifecycle_state: 'pending_verification',
        verification: { mode: 'light', status: 'unavailable', retryable: true },
      });
      bed.faults.clear();
    });
    expect(sent.map(({ kind }) => kind)).toEqual(['tap']);
  });

  test('the device vanishes under it: typed, delivery unknown; back again it works', async () => {
    const bed = made();
    const sent = await sentDuring(bed, async () => {
      bed.faults.add({ when: { service: input }, do: { kind: 'delay', ms: 300 } });
      bed.faults.add({
        when: { service: input, times: 1 },
        do: { kind: 'state', state: 'gone', afterMs: 5 },
      });
      const answer = await bed.call('tap', { x: 540, y: 1_900, verificationMode: 'none' });
      expect(codeOf(answer)).toMatch(/^DEVICE_/);
      expect(answer.data['delivery_status']).toBe('unknown');
      bed.faults.clear();
      expect(refusal(await bed.call('get_ui_tree')).code).toBe('DEVICE_NOT_FOUND');
      bed.adbServer.setState(bed.phone.serial, 'device');
    });
    expect(sent).toEqual([]);
    await expect.poll(async () => codeOf(await bed.call('get_current_screen'))).toBe(null);
    await works(bed);
  });

  test('a launch that times out is not called a success', async () => {
    const bed = made();
    bed.phone.forceStop('com.example.notes');
    bed.faults.add({ do: { kind: 'launch_timeout' } });
    const answer = await bed.call('start_app', { appId: 'com.example.notes', ...brief });
    if (answer.isError) expect(codeOf(answer)).toMatch(/LAUNCH_FAILED|ACTION_TIMEOUT/);
    else expect(JSON.stringify(answer.data['details'])).toContain('com.example.notes');
    bed.faults.clear();
    await works(bed);
  });
});

describe('a device in another state', () => {
  const made = onHastyBed();

  test.each([
    ['offline', 'DEVICE_UNAVAILABLE', 'offline'],
    ['unauthorized', 'DEVICE_UNAUTHORIZED', 'unauthorized'],
    ['authorizing', 'DEVICE_UNA', ''],
    ['no permissions', 'DEVICE_UNAVAILABLE', ''],
    ['recovery', 'DEVICE_UNAVAILABLE', ''],
    ['gone', 'DEVICE_NOT_FOUND', ''],
  ] as const)(
    '%s: %s for every kind of tool, nothing sent, and right again afterwards',
    async (state, code, listed) => {
      const bed = made();
      const { serial } = bed.phone;
      const sent = await sentDuring(bed, async () => {
        bed.adbServer.setState(serial, state);
        await expect
          .poll(async () => JSON.stringify((await bed.call('list_devices')).data))
          .not.toContain('"state":"ready"');
        for (const deviceId of [undefined, serial]) {
          const named = deviceId === undefined ? {} : { deviceId };
          for (const [name, args] of [
            ['get_ui_tree', {}],
            ['tap', { x: 1, y: 1 }],
            ['start_app', { appId: shop }],
            ['capture_screenshot', {}],
            ['get_logs', {}],
          ] as const) {
            const fault = refusal(await bed.call(name, { ...args, ...named }));
            expect(fault.code).toContain(code);
            expect(fault.message.length + fault.next_step.length).toBeGreaterThan(20);
          }
        }
        const { devices } = good(await bed.call('list_devices')) as { devices: Record<string, unknown>[] };
        if (state === 'gone') expect(devices).toEqual([]);
        else {
          expect(devices).toMatchObject([
            { id: serial, problem: expect.any(String), fix: expect.any(String) },
          ]);
          if (listed !== '') expect(devices[0]?.['state']).toBe(listed);
        }
        bed.adbServer.setState(serial, 'device');
      });
      expect(sent).toEqual([]);
      await expect.poll(async () => codeOf(await bed.call('get_current_screen'))).toBe(null);
      await works(bed);
    },
  );

  test('the adb server goes and comes back: DEVICE_UNAVAILABLE in between, no restart of ours needed', async () => {
    const bed = made();
    await bed.adbServer.stopServer();
    await expect
      .poll(async () => codeOf(await bed.call('get_ui_tree')))
      .toMatch(/^(DEVICE_UNAVAILABLE|TOOL_NOT_FOUND|DEVICE_NOT_FOUND)$/);
    const tap = await bed.call('tap', { x: 1, y: 1 });
    expect(codeOf(tap)).toMatch(/^(DEVICE_UNAVAILABLE|TOOL_NOT_FOUND|DEVICE_NOT_FOUND)$/);
    await bed.adbServer.startServer();
    await expect.poll(async () => codeOf(await bed.call('get_current_screen'))).toBe(null);
    await works(bed);
    await quiet(bed);
  });

  test('a handle of before the break names nothing afterwards', async () => {
    const bed = made();
    const found = good(await bed.call('find_element', { query: 'Remember me', exact: true }));
    const { elementId } = found['element'] as { elementId: string };
    bed.adbServer.setState(bed.phone.serial, 'gone');
    bed.adbServer.setState(bed.phone.serial, 'device');
    const sent = await sentDuring(bed, async () => {
      await expect
        .poll(async () => codeOf(await bed.call('tap_element', { elementId })))
        .toBe('STALE_REFERENCE');
    });
    expect(sent).toEqual([]);
  });
});
