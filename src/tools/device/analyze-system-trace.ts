import * as z from 'zod';
import { questions } from '../../analysis/trace/analyze.ts';
import { hostPath } from '../../wire/shapes.ts';
import { traceAnswer } from '../../wire/trace-shape.ts';
import { analyzeTraceFile } from '../../workflows/analyze-trace.ts';
import { hostTool } from '../define-tool.ts';

export const analyzeSystemTrace = hostTool({
  name: 'analyze_system_trace',
  title: 'Analyze a system trace',
  description:
    'Answers a question about a Perfetto trace file: main-thread stalls, janky frames, CPU time, slices by name.',
  effect: 'read',
  toolset: 'device',
  offered: 'when_named',
  budgetMs: () => 120_000,
  input: z.object({
    path: hostPath,
    question: z.enum(questions).meta({ doc: 'What to answer' }),
    appId: z.string().min(1).max(200).optional().meta({
      doc: 'Only this app: its exact process name, and those with a suffix after a colon',
    }),
    name: z.string().min(1).max(200).optional().meta({
      doc: 'With `slices`: name of slices, `*` for any characters; all unless given',
    }),
    limit: z.int().min(1).max(200).default(20).meta({ doc: 'Longest list of the answer' }),
  }),
  output: traceAnswer,
  examples: [],
  run: async ({ op, input, computer }) => await analyzeTraceFile(op, computer.projects, input),
});
