/** Trees, screens, pictures and logs. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBed } from '../../harness.ts';
import { good, viewOf } from '../reading.ts';
import type { ToolBed } from './tool-bed.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';
const none = { verificationMode: 'none' } as const;

export function observeContract({ made, call, start, same }: ToolBed): void {
  let bed: TestBed;
  beforeEach(() => {
    bed = made();
  });

  describe('observe', () => {
    test('get_ui_tree: debug has every field, outline one line an element, compact what changed', async () => {
      start(shop);
      const answer = await call('get_ui_tree');
      expect(answer.structured).toBe(false);
      const tree = good(answer);
      for (const field of [
        'device',
        'screen',
        'resolution',
        'elements',
        'snapshot_session_id',
        'snapshot_revision',
        'captured_at_ms',
        'snapshot_delta',
        'loading_state',
        'readiness',
        'node_count',
        'quality',
        'source',
        'evidence',
      ]) {
        expect(tree, field).toHaveProperty(field);
      }
      expect(tree['quality']).toBe('ok');
      const elements = tree['elements'] as Record<string, unknown>[];
      const button = elements.find(({ resourceId }) => resourceId === bed.traits.resourceId(shop, 'sign_in'));
      expect(button).toMatchObject({ enabled: false, role: 'button' });
      const { bounds = [0, 0, 0, 0] } = viewOf(bed, 'sign_in') ?? {};
      expect(button?.['bounds']).toEqual(bed.traits.bounds(bounds));

      const outline = await call('get_ui_tree', { responseMode: 'outline' });
      expect(outline.texts[0]).toContain('"Remember me" #remember_me checked');
      expect(outline.texts[0]?.length).toBeLessThan(1_500);

      const since = tree['snapshot_revision'];
      expect(good(await call('get_ui_tree', { responseMode: 'compact' }))).toMatchObject({
        delta_available: false,
        snapshot_revision: since,
      });
      good(await call('tap_element', { selector: { text: 'Remember me' }, ...none }));
      const delta = good(
        await call('get_ui_tree', { responseMode: 'compact', sinceSnapshotRevision: since }),
      );
      expect(delta).toMatchObject({ delta_available: true, state_delta: {} });
      const { changed } = delta['state_delta'] as { changed: Record<string, unknown>[] };
      const box = elements.find(({ role }) => role === 'checkbox');
      expect(changed).toMatchObject([{ elementId: box?.['elementId'], state: { checked: false } }]);
      const gone = await call('get_ui_tree', { responseMode: 'compact', sinceSnapshotRevision: 99_999 });
      expect(good(gone)).toMatchObject({ delta_available: false, reason: 'BASE_REVISION_UNAVAILABLE' });
    });

    test('get_current_screen names package and activity', async () => {
      start(notes);
      expect(good(await call('get_current_screen'))).toMatchObject({
        device: { id: bed.serials[0] },
        package: notes,
        ...(bed.traits.activities
          ? { activity: `${notes}.NotesActivity`, shortActivity: '.NotesActivity' }
          : {}),
      });
    });

    same('get_screen_fingerprint is the same for the same screen and another for another', async () => {
      start(shop);
      const first = good(await call('get_screen_fingerprint'));
      const again = good(await call('get_screen_fingerprint'));
      start(notes);
      const other = good(await call('get_screen_fingerprint'));
      expect(first['fingerprint']).toBe(again['fingerprint']);
      expect(first['fingerprint']).not.toBe(other['fingerprint']);
      if (bed.traits.activities) expect(other['activity']).toBe(`${notes}.NotesActivity`);
    });

    test('capture_screenshot: scaled, with the scale that maps back to input coordinates', async () => {
      start(shop);
      const answer = await call('capture_screenshot', {
        format: 'png',
        savePath: 'shot.png',
        annotate: true,
      });
      const data = good(answer);
      const { pixels, size } = bed.traits;
      const { resolution, scale, sizeBytes, mimeType, source_resolution } = data['result'] as {
        resolution: { width: number; height: number };
        source_resolution: unknown;
        scale: number;
        sizeBytes: number;
        mimeType: string;
      };
      expect(source_resolution).toEqual(pixels);
      expect(resolution.height).toBe(1_024);
      expect(Math.abs(resolution.width * scale - size.width)).toBeLessThan(scale);
      expect(mimeType).toBe('image/png');
      expect(answer.images).toHaveLength(1);
      const bytes = Buffer.from(answer.images[0]?.data ?? '', 'base64');
      expect(bytes.length).toBe(sizeBytes);
      expect(bytes.readUInt32BE(16)).toBe(resolution.width);
      const saved = String(data['saved_to']);
      expect(existsSync(saved)).toBe(true);
      expect(readFileSync(saved).readUInt32BE(16)).toBe(pixels.width);
      expect(answer.structured).toBe(false);
    });

    test('get_logs: the app by its process, filters, and a running count', async () => {
      start(shop);
      bed.phone.log.append({
        uid: 10_142,
        pid: bed.phone.processes.find(({ name }) => name === shop)?.pid ?? 1,
        tid: 7,
        priority: 'E',
        tag: 'Checkout',
        message: 'card refused \u001b[31mred',
        buffer: 'main',
      });
      const answer = await call('get_logs', { appId: shop, level: 'ERROR', tag: 'Checkout' });
      const head = good(answer);
      expect(head).toMatchObject({ logCount: 1, meta: { app_running: true } });
      expect(['pid', 'process', 'package']).toContain(head['source']);
      const { logs } = JSON.parse(answer.texts[1] ?? '') as { logs: Record<string, unknown>[] };
      expect(logs).toMatchObject([{ level: 'ERROR', tag: expect.stringMatching(/(^|:)Checkout$/) }]);
      expect(logs[0]?.['message']).not.toContain('\u001b');
      const silent = good(await call('get_logs', { appId: shop, contains: 'no such words anywhere' }));
      expect(silent['logCount']).toBe(0);
    });

    same('get_app_readiness says settled of a quiet screen', async () => {
      start(notes);
      expect(good(await call('get_app_readiness', { stabilityWindowMs: 100 }))['state']).toBe('settled');
    });
  });
}
