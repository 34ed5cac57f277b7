/** How busy the computer is just now, for limits that would otherwise be a count of seconds on a quiet one. */

const sampleMs = 30;

/** Wall time over processor time of some work of this process: 1 on a quiet computer, 3 where two others want its core. */
export function contention(): number {
  const [began, from] = [performance.now(), process.cpuUsage()];
  let spentMs = 0;
  while (spentMs < sampleMs) {
    const { user, system } = process.cpuUsage(from);
    spentMs = (user + system) / 1_000;
  }
  return Math.max(1, (performance.now() - began) / spentMs);
}
