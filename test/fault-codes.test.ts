/** Every code of the fault table is used by the product: a code that nothing can answer is a promise not kept. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultCodes } from '@mobile-debug/core/fault-codes.ts';
import { expect, test } from 'vitest';

const product = ['src', 'packages/core/src']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\/|\/fault-codes\.ts$/.test(file))
  .map((file) =>
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*$/gm, ''),
  );

test('every code of the fault table is named by code of the product', () => {
  const missing = Object.keys(faultCodes).filter(
    (code) => !product.some((text) => text.includes(`'${code}'`)),
  );
  expect(missing).toEqual([]);
});
