import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Computer } from '../host-port/computer.ts';
import { tools } from '../tools/index.ts';
import { answered } from './results.ts';

const secret = 'hunter2 ';
const saved: string[] = [];
const computer = {
  saveArtifact: async (_op: unknown, name: string) => saved.push(name),
} as unknown as Computer;

test('every tool of a debugging session is private', () => {
  const names = readdirSync('src/tools/debug').map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_'));
  const open = tools.filter(({ name, private: own }) => names.includes(name) && !own).map(({ name }) => name);
  expect(open).toEqual(['get_debugger_capabilities']);
});

test.each(['get_debugger_locals', 'evaluate_in_debugger'])(
  'a long answer of %s is cut and never written to a file',
  async (name) => {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new Error(name);
    const result = { values: Array.from({ length: 100 }, () => ({ value: secret.repeat(200) })) };
    const output = tool.scope !== 'action' && tool.render ? { text: JSON.stringify({ result }) } : { result };
    const { content } = await answered(tool, { output, failed: false }, computer);
    const [block] = content;
    const text = block?.type === 'text' ? block.text : '';
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(JSON.parse(text)).toHaveProperty('result');
    expect(saved).toEqual([]);
  },
);
