/** `screencap`, `wm`, `settings`, `dumpsys display` and kin: the screen and its state. */
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startBed } from '../testing/bed.ts';
import { exec, shell } from '../testing/raw-client.ts';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const small = { display: { width: 320, height: 480, density: 160 } };

test('screencap: PNG, raw with the header of the version, compressed on the way', async () => {
  const bed = await startBed(small);
  const png = await exec(bed, 'screencap -p');
  expect(png.subarray(0, 8)).toEqual(pngSignature);
  const raw = await exec(bed, 'screencap');
  expect([raw.readUInt32LE(0), raw.readUInt32LE(4), raw.readUInt32LE(8), raw.length]).toEqual([
    320,
    480,
    1,
    320 * 480 * 4 + 16,
  ]);
  expect(gunzipSync(await exec(bed, 'screencap | gzip -1')).equals(raw)).toBe(true);
  expect(await exec(await startBed({ ...small, version: '8' }), 'screencap')).toHaveLength(
    320 * 480 * 4 + 12,
  );
  expect((await shell(bed, 'screencap -p /sdcard/a.png; ls /sdcard/a.png')).stdout).toBe('/sdcard/a.png\n');
  expect(await shell(bed, 'screencap -d 0')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Display Id '0' is not valid."),
  });
});

test('screencap faults: nothing, warning first, black, failure', async () => {
  const bed = await startBed(small);
  const once = (how: 'empty' | 'warning' | 'black' | 'failed'): unknown =>
    bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'screencap', how } });
  once('empty');
  expect(await exec(bed, 'screencap -p')).toHaveLength(0);
  once('warning');
  const warned = await exec(bed, 'screencap -p');
  expect(warned.toString('latin1', 0, 40)).toBe('[Warning] Multiple displays were found, ');
  expect(warned.indexOf(pngSignature)).toBeGreaterThan(100);
  once('black');
  const black = await exec(bed, 'screencap');
  expect(black.subarray(16, 24)).toEqual(Buffer.from([0, 0, 0, 255, 0, 0, 0, 255]));
  once('failed');
  expect(await shell(bed, 'screencap -p')).toMatchObject({
    stdout: '',
    stderr: 'Capturing failed.\n',
    code: 1,
  });
});

test('two displays: warning without -d, physical ids from SurfaceFlinger', async () => {
  const bed = await startBed({
    ...small,
    moreDisplays: [{ width: 200, height: 300, on: true }],
  });
  expect((await exec(bed, 'screencap -p')).toString('latin1', 0, 9)).toBe('[Warning]');
  const ids = [
    ...(await shell(bed, 'dumpsys SurfaceFlinger --display-id')).stdout.matchAll(
      /^Display (\d+) \(HWC display \d\)/gm,
    ),
  ].map((match) => match[1]);
  expect(ids).toHaveLength(2);
  const second = await exec(bed, `screencap -p -d ${ids[1]}`);
  expect([second.readUInt32BE(16), second.readUInt32BE(20)]).toEqual([200, 300]);
});

test('wm and settings', async () => {
  const bed = await startBed();
  expect((await shell(bed, 'wm size; wm density')).stdout).toBe(
    'Physical size: 1080x2400\nPhysical density: 420\n',
  );
  await shell(bed, 'wm size 720x1600; wm density 300');
  expect((await shell(bed, 'wm size; wm density')).stdout).toBe(
    'Physical size: 1080x2400\nOverride size: 720x1600\nPhysical density: 420\nOverride density: 300\n',
  );
  await shell(bed, 'wm size reset; wm density reset');
  expect((await shell(bed, 'wm size')).stdout).toBe('Physical size: 1080x2400\n');
  expect(await shell(bed, 'wm frob')).toMatchObject({ code: 255, stdout: 'Unknown command: frob\n' });
  expect(
    (
      await shell(
        bed,
        'settings get system nope; settings put global x 1; settings get global x; settings delete global x',
      )
    ).stdout,
  ).toBe('null\n1\nDeleted 1 rows\n');
  expect((await shell(bed, 'settings get wrong x')).stderr).toBe("Invalid namespace 'wrong'\n");
});

test('rotation shows in every place that clients read', async () => {
  const bed = await startBed({ version: '11' });
  await shell(bed, 'settings put system accelerometer_rotation 0; settings put system user_rotation 1');
  expect(bed.phone.displays[0]?.rotation).toBe(1);
  expect((await shell(bed, 'dumpsys input | grep SurfaceOrientation')).stdout.trim()).toBe(
    'SurfaceOrientation: 1',
  );
  expect((await shell(bed, 'dumpsys display | grep -m1 mCurrentOrientation')).stdout.trim()).toBe(
    'mCurrentOrientation=1',
  );
  expect((await shell(bed, 'dumpsys window displays | grep -m1 cur=')).stdout).toContain('cur=2400x1080');
  expect((await exec(bed, 'uiautomator dump /dev/tty')).toString()).toContain('<hierarchy rotation="1">');
});

test('power, keyboard and properties', async () => {
  const bed = await startBed();
  expect((await shell(bed, 'dumpsys power | grep mWakefulness=')).stdout.trim()).toBe('mWakefulness=Awake');
  bed.phone.setScreenOn(false);
  expect((await shell(bed, 'dumpsys power | grep mWakefulness=')).stdout.trim()).toBe('mWakefulness=Asleep');
  expect((await shell(bed, 'dumpsys input_method | grep mInputShown')).stdout).toContain('mInputShown=false');
  const properties = (await shell(bed, 'getprop')).stdout;
  expect(properties).toMatch(/^\[ro\.build\.version\.sdk\]: \[34\]$/m);
  expect((await shell(bed, 'getprop nope; getprop nope fallback')).stdout).toBe('\nfallback\n');
  expect((await shell(bed, 'dumpsys nope')).stderr).toBe("Can't find service: nope\n");
});
