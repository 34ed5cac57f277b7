/** Apps started, ended and reset, and what devices there are. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed } from '../../harness.ts';
import { envelopeFields, good, refusal, sentDuring, works } from '../reading.ts';
import type { ToolBed } from './tool-bed.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';
const none = { verificationMode: 'none' } as const;
const light = { verificationMode: 'light' } as const;

export function manageContract({ made, call, start, same }: ToolBed): void {
  let bed: TestBed;
  beforeEach(() => {
    bed = made();
  });

  describe('manage', () => {
    test('list_devices names the phone and whether the app is there', async () => {
      const { devices } = good(await call('list_devices', { appId: shop }));
      expect(devices).toMatchObject([
        {
          id: bed.serials[0],
          platform: bed.traits.platform,
          osVersion: bed.traits.osVersion,
          simulator: true,
          state: 'ready',
          booted: true,
          virtual: true,
          appInstalled: true,
        },
      ]);
      expect(good(await call('list_devices', { appId: 'com.example.absent' }))['devices']).toMatchObject([
        { appInstalled: false },
      ]);
    });

    test('start_app launches, measures and proves what is in front', async () => {
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('start_app', { appId: shop }));
        for (const field of envelopeFields) expect(data, field).toHaveProperty(field);
        expect(data).toMatchObject({
          action_type: 'start_app',
          success: true,
          lifecycle_state: 'verified',
          delivery_status: 'delivered',
          source_module: 'manage',
          controls: { verificationMode: 'full', responseMode: 'debug', actionTimeoutMs: 10_000 },
          details: {
            device_id: bed.serials[0],
            observed_app: {
              appId: shop,
              package: shop,
              ...(bed.traits.activities ? { activity: `${shop}.LoginActivity` } : {}),
              matchedTarget: true,
            },
          },
        });
        const details = data['details'] as Record<string, unknown>;
        expect(details['launch_time_ms']).toBeGreaterThanOrEqual(0);
        // Android before 10 does not print the launch state.
        if (bed.traits.platform === 'android' && bed.phone.version.sdk >= 29)
          expect(details['launch_state']).toBe('COLD');
        expect((details['observed_app'] as { pid: number }).pid).toBe(
          bed.phone.processes.find(({ name }) => name === shop)?.pid,
        );
      });
      expect(sent.map(({ kind }) => kind)).toEqual(['start']);
    });

    same('start_app of what is not installed or cannot be launched', async () => {
      const sent = await sentDuring(bed, async () => {
        const answer = await call('start_app', { appId: 'com.example.missing' });
        expect(answer.data).toMatchObject({
          success: false,
          failure_code: 'APP_NOT_INSTALLED',
          dispatch_started: false,
          delivery_status: 'not_delivered',
          retryable: false,
          lifecycle_state: 'failed',
        });
        for (const field of envelopeFields) expect(answer.data, field).toHaveProperty(field);
        expect(answer.data['next_step']).not.toBe('');
      });
      expect(sent).toEqual([]);
      await works(bed);
    });

    test('restart_app ends the old process first', async () => {
      start(notes);
      const pid = bed.phone.processes.find(({ name }) => name === notes)?.pid;
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('restart_app', { appId: notes, ...light }));
        expect(data['details']).toMatchObject({ terminated_before_restart: true });
      });
      expect(sent.map(({ kind }) => kind)).toEqual(['stop', 'start']);
      expect(bed.phone.processes.find(({ name }) => name === notes)?.pid).not.toBe(pid);
    });

    same('terminate_app ends an app, and says when there is none', async () => {
      start(notes);
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('terminate_app', { appId: notes }));
        expect(data).toMatchObject({
          terminated: true,
          device: { id: bed.serials[0], platform: bed.traits.platform },
        });
      });
      expect(sent.map(({ kind }) => kind)).toEqual(['stop']);
      expect(bed.phone.processes.some(({ name }) => name === notes)).toBe(false);
      const fault = refusal(await call('terminate_app', { appId: 'com.example.missing' }));
      expect(fault.code).toBe('APP_NOT_INSTALLED');
      await works(bed);
    });

    test('reset_app_data clears, and says how', async () => {
      const sent = await sentDuring(bed, async () => {
        const data = good(await call('reset_app_data', { appId: notes }));
        expect(data).toMatchObject({
          reset: true,
          how: bed.traits.platform === 'android' ? 'pm clear' : expect.stringMatching(/container/),
        });
      });
      // A simulator's data is a folder of the computer: the app finds it empty when it starts.
      const again = async () => void good(await call('start_app', { appId: notes, ...none }));
      const fresh = bed.traits.platform === 'ios' ? await sentDuring(bed, again) : sent;
      expect(fresh.map(({ kind }) => kind)).toContain('clear');
      expect(refusal(await call('reset_app_data', { appId: 'com.example.missing' })).code).toBe(
        'APP_NOT_INSTALLED',
      );
    });
  });
}
