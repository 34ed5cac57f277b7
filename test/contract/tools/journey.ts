/** Several steps in one call. */
import { expect } from 'vitest';
import { good, sentDuring } from '../reading.ts';
import type { ToolBed } from './tool-bed.ts';

const shop = 'com.example.shop';

export function journeyContract({ made, call, same }: ToolBed): void {
  same('run_journey goes on to the first failure and says where it stopped', async () => {
    const journey = {
      platform: made().traits.platform,
      defaults: { verificationMode: 'light' },
      steps: [
        { id: 'launch', type: 'start_app', appId: shop },
        { id: 'form', type: 'wait', selector: { text: 'Remember me' }, condition: 'clickable' },
        { id: 'forget', type: 'tap', selector: { text: 'Remember me' } },
        {
          id: 'proof',
          type: 'assert',
          assertion: {
            kind: 'state_equals',
            selector: { text: 'Remember me' },
            property: 'checked',
            expected: false,
          },
        },
        {
          id: 'wrong',
          type: 'assert',
          timeoutMs: 100,
          assertion: { kind: 'element_visible', selector: { text: 'Order complete' } },
        },
        { id: 'never', type: 'tap', selector: { text: 'Remember me' } },
      ],
    };
    const sent = await sentDuring(made(), async () => {
      const data = good(await call('run_journey', journey));
      expect(data).toMatchObject({ success: false, stopped_at_step_id: 'wrong' });
      const steps = data['steps'] as { id: string; status: string }[];
      expect(steps.slice(0, 5).map(({ id, status }) => [id, status])).toEqual([
        ['launch', 'passed'],
        ['form', 'passed'],
        ['forget', 'passed'],
        ['proof', 'passed'],
        ['wrong', 'failed'],
      ]);
    });
    expect(sent.map(({ kind }) => kind)).toEqual(['start', 'tap']);
  });
}
