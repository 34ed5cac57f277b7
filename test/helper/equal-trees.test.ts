import { describe, expect, it } from 'vitest';
import { makeBed } from '../harness.ts';
it('x', async () => {
  const bed = await makeBed({ helper: true });
  bed.open('com.example.shop');
  const a = await bed.call('get_ui_tree', { responseMode: 'outline' });
  console.log(a.texts.join('\n').slice(0, 1500));
  await bed.close();
});
