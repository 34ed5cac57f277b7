/** The system report for people: what works, what does not, and how to mend it. Exit code 0 when a device can be used. */

import { Operation } from '@mobile-debug/core/operation.ts';
import type { Config } from '../config.ts';
import type { SessionPool } from '../session/session-pool.ts';
import { type Named, readScreens, screenTiers, tierLine } from '../workflows/screen-tiers.ts';
import { type SystemReport, systemReport } from '../workflows/system-report.ts';
import { assemble } from './assemble.ts';

/** Two dumps of a slow phone. */
const readBudgetMs = 15_000;

export async function doctor(config: Config): Promise<number> {
  const { context, close } = await assemble(config);
  using op = Operation.start(5_000);
  try {
    const report = await systemReport(op, context.computer, context.pool);
    process.stdout.write(doctorText(report));
    const devices = (['android', 'ios'] as const).flatMap((platform) =>
      report[platform].devices.map(({ id, state }) => ({ id, state, platform })),
    );
    process.stdout.write(await screensText(context.pool, devices));
    return report.status === 'blocked' ? 1 : 0;
  } finally {
    await close();
  }
}

/** Read now, by whichever tier answers: nothing else says how long it takes here. Empty without a ready device. */
export async function screensText(pool: SessionPool, devices: readonly Named[]): Promise<string> {
  using op = Operation.start(readBudgetMs);
  const failures = await readScreens(op, pool, devices);
  const lines = screenTiers(pool, devices).map((screen) => `  ${tierLine(screen, failures.get(screen.id))}`);
  return lines.length === 0 ? '' : ['Reading the screen', ...lines, '', ''].join('\n');
}

export function doctorText({ status, issues, summary, host }: SystemReport): string {
  const { os, arch, node, serverVersion, tools } = host as {
    os: string;
    arch: string;
    node: string;
    serverVersion: string;
    tools: readonly Record<string, unknown>[];
  };
  const areas = (['android', 'ios', 'gradle'] as const).map(
    (name) => `  ${mark(summary[name].ready)} ${name.padEnd(8)} ${summary[name].summary}`,
  );
  const rows = tools.map((tool) => {
    const found =
      tool['path'] === undefined
        ? 'not found'
        : `${tool['version'] ?? 'version unknown'}  ${tool['path']} (${tool['source']})`;
    return `  ${mark(tool['ok'] === true)} ${String(tool['name']).padEnd(14)} ${found}`;
  });
  const warnings = issues.map(
    ({ area, problem, fix }, at) => `  ${at + 1}. [${area}] ${problem}\n     Fix: ${fix}`,
  );
  return [
    `mobile-debug-mcp ${serverVersion}, Node ${node}, ${os} ${arch}: ${status}`,
    '',
    'Ready',
    ...areas,
    '',
    'Programs',
    ...rows,
    '',
    ...(warnings.length > 0 ? ['What to do', ...warnings, ''] : ['Nothing to do.', '']),
  ].join('\n');
}

function mark(good: boolean): string {
  return good ? 'ok  ' : '--  ';
}
