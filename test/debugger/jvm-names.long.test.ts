/** How code is named when a breakpoint is set: classes, files, methods, and what is said of a name that fits nothing. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { throughBoth } from './backends.ts';
import { testDevice } from './device.ts';
import { type CompiledDebuggee, compileDebuggee, hasJava, lineOf } from './jvm.ts';
import type { Scene } from './scenarios.ts';

const java = hasJava();
const at = (name: string) => ({ kind: 'class_line', className: 'shop.Shop', line: lineOf(name) }) as const;

describe.skipIf(!java)(`names of code${java ? '' : ' (left out: no JDK here)'}`, () => {
  let compiled: CompiledDebuggee;
  let scene: Scene;

  beforeAll(() => {
    compiled = compileDebuggee('-g');
  });
  afterAll(() => compiled.remove());
  const scenario = (name: string, play: () => Promise<void>, { needsClassFiles = false } = {}): void =>
    test.skipIf(needsClassFiles && testDevice !== undefined)(name, () =>
      throughBoth(compiled, async (opened) => {
        scene = opened;
        await play();
      }),
    );

  scenario('without a class: the inner class that has the line; with the outer one it is named', async () => {
    scene.program.say('fields');
    await scene.program.line();
    const line = lineOf('item-name');
    expect(await scene.breakAt({ kind: 'file_line', file: 'Shop.java', line })).toMatchObject({
      status: 'verified',
      locations: [{ className: 'shop.Shop$Item', line }],
    });
    expect(await scene.breakAt(at('item-name'))).toMatchObject({
      status: 'rejected',
      candidates: expect.arrayContaining([`shop.Shop$Item:${line}`]),
    });
  });

  /** Compiled beside the program, and loaded by it. */
  async function load(file: string, text: string, ...classes: readonly string[]): Promise<void> {
    const source = join(compiled.folder, file);
    writeFileSync(source, text);
    execFileSync('javac', ['-g', '-d', compiled.folder, source], { stdio: 'pipe' });
    for (const name of classes) {
      scene.program.say(`load ${name}`);
      expect(await scene.program.line()).toMatch(/^loaded /);
    }
  }

  scenario(
    'two files of one name: candidates, until the path tells which',
    async () => {
      const line = lineOf('sum');
      const padding = '\n'.repeat(line - 2);
      const text = `package other; public class Shop { ${padding}\n static int add() { return 1; } }`;
      await load('Shop.java', text, 'other.Shop');
      expect(await scene.breakAt({ kind: 'file_line', file: 'Shop.java', line })).toMatchObject({
        status: 'rejected',
        candidates: expect.arrayContaining([`shop.Shop:${line}`, `other.Shop:${line}`]),
      });
      expect(await scene.breakAt({ kind: 'file_line', file: 'src/other/Shop.java', line })).toMatchObject({
        status: 'verified',
        locations: [{ className: 'other.Shop' }],
      });
    },
    { needsClassFiles: true },
  );

  scenario(
    'a file of the same name that is loaded later is not the one that is meant',
    async () => {
      const line = lineOf('sum');
      const padding = '\n'.repeat(line - 2);
      const wanted = { kind: 'file_line', line } as const;
      for (const file of ['src/shop/Shop.java', 'Shop.java']) {
        expect(await scene.breakAt({ ...wanted, file })).toMatchObject({
          locations: [{ className: 'shop.Shop' }],
        });
      }
      const text = `package later; public class Shop { ${padding}\n static int added = 1 + 1; }`;
      await load('Shop.java', text, 'later.Shop');
      expect(scene.events).toEqual([]);
      scene.program.say('add');
      expect(await scene.stop()).toMatchObject({ breakpointIds: ['b1', 'b2'] });
    },
    { needsClassFiles: true },
  );

  scenario(
    'names as the Kotlin compiler makes them: from the facade to the class of a lambda',
    async () => {
      const text =
        'package k; class CartKt { static int total() {\n return new Cart$total$1().one(); } }\n' +
        'class Cart$total$1 { int one() {\n return 1; } }';
      await load('CartKt.java', text, 'k.CartKt', 'k.Cart$total$1');
      expect(await scene.breakAt({ kind: 'class_line', className: 'k.CartKt', line: 4 })).toMatchObject({
        status: 'rejected',
        candidates: expect.arrayContaining(['k.Cart$total$1:4']),
      });
      expect(await scene.breakAt({ kind: 'file_line', file: 'CartKt.java', line: 4 })).toMatchObject({
        status: 'verified',
        locations: [{ className: 'k.Cart$total$1' }],
      });
    },
    { needsClassFiles: true },
  );

  scenario('a name that fits nothing loaded: pending, with what may be meant', async () => {
    scene.program.say('fields');
    await scene.program.line();
    const line = lineOf('item-name');
    const similar = { status: 'pending', similar: ['shop.Shop$Item'] };
    for (const className of ['shop.Shop.Item', 'Item', 'other.Shop$item']) {
      expect(await scene.breakAt({ kind: 'class_line', className, line })).toMatchObject(similar);
    }
    expect(await scene.breakAt({ kind: 'file_line', file: 'src/shop.java', line })).toMatchObject({
      similar: ['shop.Shop'],
    });
    const nowhere = { kind: 'class_line', className: 'shop.Nowhere', line: 1 } as const;
    expect(await scene.breakAt(nowhere)).toMatchObject({ status: 'pending', similar: [] });
    const nameless = { kind: 'function', name: 'shop.Shop$Item.lable' } as const;
    expect(await scene.breakAt(nameless)).toMatchObject({
      status: 'rejected',
      candidates: expect.arrayContaining(['shop.Shop$Item.label']),
    });
  });

  scenario('what would call a method at every hit is refused when it is set', async () => {
    const refused = { code: 'INVALID_ARGUMENT', nextStep: expect.stringContaining('allowGetters') };
    const calls = [{ condition: 'item.label() == "x"' }, { logMessage: 'now {item.label()}' }];
    for (const more of calls) await expect(scene.breakAt(at('sum'), more)).rejects.toMatchObject(refused);
    for (const name of ['shop.Shop#add', 'shop.Shop.add()', 'shop.Shop.add(int)']) {
      await expect(scene.breakAt({ kind: 'function', name })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
    scene.program.say('add');
    expect(await scene.program.line()).toBe('total 500');
  });
});
