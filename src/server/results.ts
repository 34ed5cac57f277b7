/** Answers and failures as MCP results, by the measured habits of clients: see docs/decisions/0003-results-on-the-wire.md. */

import { asFault, type Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Computer } from '../host-port/computer.ts';
import type { Block, Tool } from '../tools/define-tool.ts';
import { OutlineText, outlineFault } from '../wire/outline/outline-answer.ts';
import { shorterBlocked } from '../wire/shorter-tree.ts';
import { cutToSize, leftOut } from './cut-to-size.ts';
import type { ToolAnswer } from './run-tool.ts';

/** Longer answers go to a file: clients cut or drop them at different places. */
const longestAnswer = 20_000;
const longestFault = 2_000;
/** What `left_out` may take. */
const longestCounts = 400;
const savingMs = 5_000;

interface Answer {
  readonly tool: Tool;
  readonly isOutline: boolean;
}

/** Data as one compact JSON text and, byte for byte the same, as the structured part. */
export async function answered(tool: Tool, answer: ToolAnswer, computer: Computer): Promise<CallToolResult> {
  const { output, failed, pause } = answer;
  const note = pause ? [{ type: 'text', text: JSON.stringify(pause) } as const] : [];
  if (output instanceof OutlineText) {
    const text = { type: 'text', text: output.text } as const;
    const block = await shortened(text, { tool, isOutline: true }, computer);
    return { ...(failed ? { isError: true } : {}), content: [block, ...note] };
  }
  if (tool.scope !== 'action' && tool.render) {
    const blocks = [...tool.render(output), ...note];
    return {
      content: await Promise.all(
        blocks.map((block) => shortened(block, { tool, isOutline: false }, computer)),
      ),
    };
  }
  const sent = await shortAnswer(output, tool, computer);
  const content: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(sent) }];
  // An error with a structured part is shown by some clients only as that part, by others only as its text.
  return failed ? { isError: true, content } : { content, structuredContent: sent };
}

/** The answer itself, or the notice of its file and behind it as much of every field as there is room for. */
async function shortAnswer(
  output: Record<string, unknown>,
  tool: Tool,
  computer: Computer,
): Promise<Record<string, unknown>> {
  const text = JSON.stringify(output);
  if (text.length <= longestAnswer) return output;
  if (tool.private) return cutFor(tool)(output, longestAnswer);
  const notice = await saved(text, { tool, isOutline: false }, computer);
  const room = longestAnswer - JSON.stringify(notice).length - longestCounts;
  const cut = cutFor(tool)(output, room);
  const counts = leftOut(output, cut);
  const told = JSON.stringify(counts).length > 2 && JSON.stringify(counts).length <= longestCounts;
  return { ...notice, ...(told ? { left_out: counts } : {}), ...cut };
}

function cutFor(tool: Tool): typeof cutToSize {
  if (tool.scope !== 'action') return tool.shorten ?? cutToSize;
  return (answer, maxChars) => cutToSize(shorterBlocked(answer, maxChars), maxChars);
}

export function faultResult(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: faultText(asFault(error)) }] };
}

/** The same for a call that asks for an outline. */
export function refusedInWords(tool: string, fault: Fault): CallToolResult {
  const { text } = outlineFault({ tool, fault });
  return { isError: true, content: [{ type: 'text', text: text.slice(0, longestFault) }] };
}

/** At most 2,000 characters: details are dropped, then the message is cut, rather than the JSON broken. */
export function faultText({ code, message, retryable, nextStep, details }: Fault): string {
  const error = { code, message, retryable, next_step: nextStep };
  const whole = JSON.stringify({ success: false, error: { ...error, ...(details ? { details } : {}) } });
  if (whole.length <= longestFault) return whole;
  const bare = JSON.stringify({ success: false, error });
  if (bare.length <= longestFault) return bare;
  const room = Math.max(80, message.length - (bare.length - longestFault) * 2 - 40);
  return JSON.stringify({ success: false, error: { ...error, message: `${message.slice(0, room)}… (cut)` } });
}

async function shortened(block: Block, answer: Answer, computer: Computer): Promise<Block> {
  const { tool } = answer;
  if (block.type !== 'text' || block.text.length <= longestAnswer) return block;
  // Of JSON, still JSON: every field, and of its lists what there is room for.
  if (block.text.startsWith('{') && !block.text.includes('\n')) {
    const whole = JSON.parse(block.text) as Record<string, unknown>;
    return { type: 'text', text: JSON.stringify(await shortAnswer(whole, tool, computer)) };
  }
  if (tool.private) return { type: 'text', text: `${block.text.slice(0, longestAnswer)}… (cut)` };
  const notice = await saved(block.text, answer, computer);
  const beginning = block.text.slice(0, longestAnswer / 4);
  return { type: 'text', text: JSON.stringify({ ...notice, beginning }) };
}

/** The notice stands first, so that a cut anywhere leaves the path readable. */
async function saved(text: string, answer: Answer, computer: Computer): Promise<Record<string, unknown>> {
  using op = Operation.start(savingMs);
  const path = await computer.saveArtifact(op, `${answer.tool.name}.json`, text);
  return {
    truncated: true,
    full_answer: path,
    full_size_chars: text.length,
    hint: `The full answer is in the file. ${shorterBy(answer)}`,
  };
}

/** Inputs that make an answer shorter, of those that the tool has and that can still do so. */
function shorterBy({ tool, isOutline }: Answer): string {
  const inputs = Object.keys(tool.input.shape);
  const hasMode = tool.scope === 'action' || inputs.includes('responseMode');
  const filters = inputs.filter((name) => filtering.has(name));
  const ways = [
    ...(hasMode && !isOutline ? ['responseMode outline or compact'] : []),
    ...inputs.filter((name) => name === 'limit' || name === 'logLines').map((name) => `a smaller ${name}`),
    ...(filters.length > 0 ? [`a filter (${filters.join(', ')})`] : []),
  ];
  if (ways.length === 0) return 'Read it in parts, or search it for what you need.';
  return `To shorten it, use ${ways.join(', or ')}.`;
}

/** Inputs of tools that read lists or logs. */
const filtering: ReadonlySet<string> = new Set([
  'appId',
  'tag',
  'level',
  'contains',
  'since_seconds',
  'sinceMs',
  'query',
]);
