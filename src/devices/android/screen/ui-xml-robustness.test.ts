/** The XML parser before what is broken or large: what must be refused, mutation, depth and size. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../test/cpu-time.ts';
import { bareDump, hierarchy, largeDump, windowsDump } from '../fixtures/dumps.ts';
import { parseUiXml } from './ui-xml.ts';

const faultOf = (xml: string): Fault => {
  try {
    parseUiXml(xml);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('parsed');
};

describe('malformed', () => {
  it.each([
    ['a comma between attributes (PARSE-03)', '<node index="0" text="ok"¦, class="a.B"/>'],
    ['shuffled values: a flag', '¦<node clickable="com.demo:id/a"/>'],
    ['shuffled values: bounds', '¦<node bounds="true"/>'],
    ['no space between attributes', '<node a="1"¦b="2"/>'],
    ['an attribute twice', '<node a="1" a¦="2"/>'],
    ['an unquoted value', '<node a=¦1/>'],
    ['a value that never ends', '<node a=¦"1></hierarchy>'],
    ['a raw "<" in a value', '<node a=¦"1<2"/>'],
    ['an unknown entity', '<node a="¦&nbsp;"/>'],
    ['a lone ampersand', '<node a="fish ¦& chips"/>'],
    ['text between tags', '<node/>¦ok'],
    ['a tag that does not match', '<node>¦</nod>'],
  ])('names the offset of %s', (_what, marked) => {
    const offset = hierarchy(marked).indexOf('¦');
    const fault = faultOf(hierarchy(marked.replace('¦', '')));
    expect(fault.code).toBe('OBSERVATION_FAILED');
    expect(fault.message).toContain(`offset ${offset}`);
    expect(fault.details).toMatchObject({ reason: 'malformed_xml', offset });
  });

  it.each([
    '',
    '   ',
    '<html></html>',
    'no xml',
    '<hierarchy>',
    '<hierarchy></hierarchy><hierarchy/>',
    '<!DOCTYPE x>',
  ])('refuses %j', (xml) => {
    expect(faultOf(xml).code).toBe('OBSERVATION_FAILED');
  });

  it('refuses a dump that is cut anywhere', () => {
    for (let length = 0; length < bareDump.trimEnd().length; length += 7)
      expect(faultOf(bareDump.slice(0, length)).code).toBe('OBSERVATION_FAILED');
  });
});

describe('robustness', () => {
  it('survives 20,000 mutated dumps', () => {
    const random = randomFrom(20260701);
    const seeds = [bareDump, windowsDump];
    const spare = [
      '<',
      '>',
      '"',
      '&',
      ';',
      '/',
      '\0',
      ' ',
      '=',
      '<node ',
      '</node>',
      '\ud83d',
      '&#0;',
      'true',
    ];
    let refused = 0;
    for (let round = 0; round < 20_000; round++) {
      let xml = seeds[round % seeds.length] ?? '';
      for (let edits = 1 + (random() % 3); edits > 0; edits--) {
        const at = random() % (xml.length + 1);
        const cut = random() % 3 === 0 ? random() % 40 : random() % 2;
        xml = xml.slice(0, at) + (spare[random() % spare.length] ?? '') + xml.slice(at + cut);
      }
      try {
        parseUiXml(xml);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(5_000);
    expect(refused).toBeLessThan(20_000);
  });

  it('reads 5,000 levels', () => {
    const deep = hierarchy('<node bounds="[0,0][1,1]">'.repeat(5_000) + '</node>'.repeat(5_000));
    expect(parseUiXml(deep).nodeCount).toBe(5_000);
  });

  it('grows in proportion to the dump', () => {
    const small = largeDump(5_000);
    const large = largeDump(25_000);
    const time = (xml: string): number => cpuMs(() => parseUiXml(xml));
    time(small);
    const ratios = [0, 1, 2, 3].map(() => time(large) / time(small));
    // Five times the nodes; a quadratic step would show as 25.
    expect(Math.min(...ratios)).toBeLessThan(12);
    expect(parseUiXml(large).nodeCount).toBe(25_000);
  });
});

/** Small deterministic generator (xorshift): the same mutants in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
