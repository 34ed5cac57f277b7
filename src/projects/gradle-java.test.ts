/** Which JDK a Gradle project gets, by the tables of Gradle and the Android plugin. */
import { describe, expect, it } from 'vitest';
import { readVariant } from './gradle-build.ts';
import { chooseJava, javaMajor, javaRange } from './gradle-java.ts';
import { parseMetadata } from './gradle-outputs.ts';
import { modulesIn } from './gradle-project.ts';

const home = (version: string, source = 'usual folder') => ({ home: `/jdk/${version}`, version, source });

describe('the range', () => {
  it.each([
    ['8.7', '8.5.0', 17, 21],
    ['8.14', null, 8, 24],
    ['8.2', '8.1.0', 17, 19],
    ['7.4', '7.2.0', 11, 17],
    ['6.1', '4.0.0', 8, 13],
    ['9.0', null, 17, 24],
    ['9.1.0', null, 17, 25],
    ['4.6', null, 8, 8],
    [null, null, 8, Number.POSITIVE_INFINITY],
  ])('Gradle %s with plugin %s: Java %i to %i', (gradle, plugin, least, most) => {
    expect(javaRange({ gradle, plugin })).toEqual({ least, most });
  });

  it('reads versions of both numberings', () => {
    expect(['1.8.0_392', '17.0.9', '21', null].map(javaMajor)).toEqual([8, 17, 21, null]);
  });
});

describe('the choice', () => {
  const need = { gradle: '8.7', plugin: '8.5.0' };

  it('passes over what does not fit', () => {
    expect(chooseJava([home('11.0.2'), home('24'), home('21.0.1'), home('17.0.9')], need).version).toBe(
      '21.0.1',
    );
  });

  it('takes an explicit one as it is', () => {
    expect(chooseJava([home('21'), home('11', 'GRADLE_JAVA_HOME')], need).version).toBe('11');
  });

  it('says what is there and what is needed', () => {
    expect(() => chooseJava([home('11.0.2')], need)).toThrow(/needs Java 17 to 21 .*Found: 11\.0\.2/);
    expect(() => chooseJava([], need)).toThrow(/Found: none/);
  });
});

it('reads modules of settings in both languages', () => {
  expect(
    modulesIn(
      "include ':app', ':lib'\n// include ':old'\ninclude(\n  \":feature:login\",\n  ':core'\n)\nincludeBuild('x')",
    ),
  ).toEqual([':', ':app', ':lib', ':feature:login', ':core']);
});

it('reads variants, and refuses what is none', () => {
  expect([null, 'freeRelease', ':wear:debug', 'assembleDebug'].map(readVariant)).toEqual([
    { module: null, variant: 'debug' },
    { module: null, variant: 'freeRelease' },
    { module: ':wear', variant: 'debug' },
    { module: null, variant: 'debug' },
  ]);
  expect(() => readVariant('debug; rm -rf /')).toThrow(/not a variant/);
});

it('reads metadata of APKs only', () => {
  expect(
    parseMetadata(
      '{"artifactType":{"type":"APK"},"variantName":"debug","elements":[{"outputFile":"a.apk","filters":[{"filterType":"ABI","value":"x86"}]}]}',
    ),
  ).toEqual({
    variant: 'debug',
    elements: [{ file: 'a.apk', abi: 'x86' }],
  });
  for (const text of ['', '{', 'null', '{"artifactType":{"type":"AAR"},"elements":[]}'])
    expect(parseMetadata(text)).toBeNull();
});
