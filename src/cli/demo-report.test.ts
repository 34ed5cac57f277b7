import { describe, expect, test } from 'vitest';
import { type DemoRecord, reportPage } from './demo-report.ts';
import type { PlayedStep } from './demo-stage.ts';

const step: PlayedStep = {
  index: 1,
  chapter: 'One',
  title: 'A <b>title</b>',
  tool: 'get_logs',
  args: { contains: '"><script>alert(1)</script>' },
  startedMs: 0,
  durationMs: 1_234,
  ok: true,
  seen: '<img src=x onerror=alert(1)>',
  answer: {
    isError: false,
    data: {},
    texts: ['{"message":"</pre><script>alert(2)</script>"}', '</details>'],
    image: { base64: 'AAAA', mimeType: 'image/jpeg' },
  },
};

const record: DemoRecord = {
  version: '1.2.3',
  startedAt: '2026-01-02T03:04:05.000Z',
  protocolVersion: '2026-07-28',
  timing: 'instant',
  steps: [step],
  planned: 1,
  complaints: [],
};

describe('the report', () => {
  test('lets nothing of the device become markup', () => {
    const page = reportPage(record);
    expect(page).not.toMatch(/<script|<b>|onerror=alert\(1\)>/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.match(/<section/g)).toHaveLength(1);
    expect(page.match(/<\/details>/g)).toHaveLength(1);
  });

  test('shows pictures, times and the verdict', () => {
    const page = reportPage(record);
    expect(page).toContain('src="data:image/jpeg;base64,AAAA"');
    expect(page).toContain('1.23 s');
    expect(page).toContain('class="verdict good">All 1 steps');
  });

  test.each<[string, Partial<DemoRecord>]>([
    ['a wrong step', { steps: [{ ...step, ok: false }] }],
    ['a step that was not reached', { planned: 2 }],
    ['a process that had to be killed', { complaints: ['The phone had to be killed.'] }],
  ])('%s is not good', (_, part) => {
    expect(reportPage({ ...record, ...part })).toContain('class="verdict bad"');
  });

  test('long answers are cut and say so', () => {
    const texts = ['x'.repeat(10_000)];
    const page = reportPage({
      ...record,
      steps: [{ ...step, answer: { isError: false, data: {}, texts, image: null } }],
    });
    expect(page).toContain('4000 more characters');
  });
});
