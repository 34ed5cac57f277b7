/** The demo as one page that needs nothing else: verdict, timeline, pictures, and each call with its answer. Pure. */
import type { PlayedStep } from './demo-stage.ts';

export interface DemoRecord {
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly protocolVersion: string;
  readonly timing: string;
  readonly steps: readonly PlayedStep[];
  readonly planned: number;
  /** What else was not as it should be, in sentences. */
  readonly complaints: readonly string[];
}

const longestShown = 6_000;

export function reportPage(record: DemoRecord): string {
  const { steps, planned, complaints } = record;
  const good = steps.length === planned && steps.every(({ ok }) => ok) && complaints.length === 0;
  const totalMs = Math.max(1, ...steps.map(({ startedMs, durationMs }) => startedMs + durationMs));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>mobile-debug-mcp demo</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>mobile-debug-mcp demo</h1>
<p class="verdict ${good ? 'good' : 'bad'}">${verdict(record, good)}</p>
<p class="facts">Version ${escaped(record.version)} · ${escaped(record.startedAt)} · MCP ${escaped(record.protocolVersion)} · virtual phones with the timing profile ${escaped(record.timing)} · ${seconds(totalMs)} in all</p>
${complaints.map((text) => `<p class="bad">${escaped(text)}</p>`).join('\n')}
</header>
<main>
${steps.map((step) => section(step, totalMs)).join('\n')}
</main>
</body>
</html>
`;
}

function verdict({ steps, planned }: DemoRecord, good: boolean): string {
  if (good) return `All ${planned} steps passed`;
  const right = steps.filter(({ ok }) => ok).length;
  return `${right} of ${planned} steps passed`;
}

function section(step: PlayedStep, totalMs: number): string {
  const { index, chapter, title, tool, args, startedMs, durationMs, ok, seen } = step;
  const left = ((startedMs / totalMs) * 100).toFixed(2);
  const width = Math.max(0.3, (durationMs / totalMs) * 100).toFixed(2);
  return `${chapter === null ? '' : `<h2>${escaped(chapter)}</h2>\n`}<section class="${ok ? 'ok' : 'wrong'}">
<div class="line"><span class="index">${index}</span><span class="title">${escaped(title)}</span><code>${escaped(tool)}</code><span class="time">${seconds(durationMs)}</span></div>
<div class="track"><i style="left:${left}%;width:${width}%"></i></div>
<pre class="seen">${escaped(seen)}</pre>
${picture(step)}<details><summary>Call and answer</summary>
<pre>${escaped(JSON.stringify(args, null, 2))}</pre>
${(step.answer?.texts ?? []).map((text) => `<pre>${escaped(readable(text))}</pre>`).join('\n')}
</details>
</section>`;
}

function picture({ answer, title }: PlayedStep): string {
  if (!answer?.image) return '';
  const { mimeType, base64 } = answer.image;
  return `<img alt="${escaped(title)}" src="data:${escaped(mimeType)};base64,${base64}">\n`;
}

function readable(text: string): string {
  const whole = text.startsWith('{') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return whole.length <= longestShown
    ? whole
    : `${whole.slice(0, longestShown)}\n… ${whole.length - longestShown} more characters`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

/** Texts of the answers come from the device: none may become markup. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const style = `
:root { color-scheme: light dark; --ink: #1c2330; --soft: #667085; --line: #e3e7ee; --paper: #fff; --back: #f5f7fa; --good: #157f3b; --bad: #c0282d; --bar: #3b6fd4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #333b49; --paper: #1b2029; --back: #12161d; --good: #4cc27a; --bad: #ff7b7f; --bar: #7ba3f0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 980px; padding: 32px 20px 80px; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 4px; font-size: 26px; }
h2 { margin: 36px 0 12px; font-size: 18px; }
.verdict { margin: 0; font-weight: 600; font-size: 17px; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.facts { color: var(--soft); margin: 4px 0 0; }
section { background: var(--paper); border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 8px; padding: 12px 16px; margin: 10px 0; }
section.wrong { border-left-color: var(--bad); }
.line { display: flex; gap: 12px; align-items: baseline; }
.index { color: var(--soft); min-width: 1.6em; text-align: right; }
.title { font-weight: 600; flex: 1; }
.time { font-variant-numeric: tabular-nums; min-width: 5em; text-align: right; }
.track { position: relative; height: 4px; margin: 8px 0; background: var(--line); border-radius: 2px; }
.track i { position: absolute; top: 0; bottom: 0; background: var(--bar); border-radius: 2px; }
pre { margin: 6px 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12.5px/1.45 ui-monospace, monospace; }
.seen { color: var(--soft); }
details pre { background: var(--back); border-radius: 6px; padding: 8px 10px; max-height: 360px; overflow: auto; }
summary { cursor: pointer; color: var(--soft); font-size: 13px; }
img { display: block; max-height: 560px; max-width: 100%; border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; }
`;
