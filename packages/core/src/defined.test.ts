/** What is undefined is left out; everything else stays, null and false too. */
import { expect, expectTypeOf, test } from 'vitest';
import { defined } from './defined.ts';
import fc from './testing/property.ts';

test('leaves out what is undefined and nothing else', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.option(fc.jsonValue(), { nil: undefined })), (fields) => {
      const kept = Object.keys(fields).filter((name) => fields[name] !== undefined);
      const result = defined(fields);
      expect(Object.keys(result)).toEqual(kept);
      for (const name of kept) expect(result[name]).toBe(fields[name]);
    }),
  );
});

test('a field that may be undefined is optional in the result', () => {
  const tag = 'shop' as string | undefined;
  const result = defined({ tag, pid: 0, level: null });
  expect(result).toEqual({ tag: 'shop', pid: 0, level: null });
  expectTypeOf(result.pid).toEqualTypeOf<number>();
  const optional: { readonly tag?: string } = result;
  expect('tag' in defined({ tag: undefined })).toBe(false);
  expect(optional.tag).toBe('shop');
});
