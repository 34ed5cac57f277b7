import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { type PlistValue, parsePlist } from './openstep-plist.ts';

it('reads what simctl prints of an app whose name holds braces', () => {
  const text = `{
    "global.example.mobileapp" =     {
        ApplicationType = User;
        Bundle = "file:///xxx/Example.app/";
        CFBundleDisplayName = "Safe{Wallet} MVP";
        CFBundleVersion = "1.0 \\"beta\\"";
        GroupContainers =         {
            "group.example" = "file:///a%20b/";
        };
        SBAppTags =         (
        );
        Tags = (a, "b;c", (d));
        Title = "Caf\\U00e9 \\U2014 \\n";
        Raw = <0a1b 2c>;
    };
}
`;
  expect(parsePlist(text)).toEqual({
    'global.example.mobileapp': {
      ApplicationType: 'User',
      Bundle: 'file:///xxx/Example.app/',
      CFBundleDisplayName: 'Safe{Wallet} MVP',
      CFBundleVersion: '1.0 "beta"',
      GroupContainers: { 'group.example': 'file:///a%20b/' },
      SBAppTags: [],
      Tags: ['a', 'b;c', ['d']],
      Title: 'Café — \n',
      Raw: '<0a1b2c>',
    },
  });
});

it.each(['', '{', '{ a }', '{ a = }', '{ a = b; ', '( a b )', '"open', '{} {}', `${'('.repeat(5_000)}`])(
  'gives up on %j',
  (text) => {
    expect(parsePlist(text)).toBeNull();
  },
);

it('keeps odd keys as they are', () => {
  expect(Object.keys(parsePlist('{ "__proto__" = x; constructor = y; }') as object)).toEqual([
    '__proto__',
    'constructor',
  ]);
});

function print(value: PlistValue): string {
  if (typeof value === 'string') {
    return `"${[...value].map((each) => (/[\w .]/.test(each) ? each : escaped(each))).join('')}"`;
  }
  if (Array.isArray(value)) return `( ${value.map(print).join(', ')} )`;
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${print(key)} = ${print(inner)};`)
    .join(' ')} }`;
}

function escaped(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  return [...Array(character.length).keys()]
    .map((at) => `\\U${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

const value = fc.letrec<{ value: PlistValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4 }),
  ),
})).value;

it('reads back whatever can be written', () => {
  fc.assert(
    fc.property(value, (before) => {
      const after = parsePlist(print(before));
      expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    }),
  );
});

it('never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}()<>=;,"\\aU0 \n/*') }), (text) => {
      parsePlist(text);
    }),
  );
});
