/** What work costs, told apart from how busy the machine is: a wall clock in a test turns a loaded machine into a failure. */

/** Milliseconds of processor time, user and system, that this process spent on `work`. */
export function cpuMs(work: () => unknown): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
