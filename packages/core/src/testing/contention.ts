/** How busy the computer is just now, for limits that would otherwise be a count of seconds on a quiet one. */

const sampleMs = 30;

/** Wall time over processor time of some work of this process: 1 on a quiet computer, 3 where two others want its core. */
function contention(): number {
  const [began, from] = [performance.now(), process.cpuUsage()];
  let spentMs = 0;
  while (spentMs < sampleMs) {
    const { user, system } = process.cpuUsage(from);
    spentMs = (user + system) / 1_000;
  }
  return Math.max(1, (performance.now() - began) / spentMs);
}

/** A limit for what took so long: stretched by the contention of this moment, which is measured only where it matters. */
export function limitMs(quietMs: number, tookMs: number): number {
  return tookMs < quietMs ? quietMs : quietMs * contention();
}
