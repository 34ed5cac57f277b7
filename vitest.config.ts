import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Long matrices, and suites against real other sides: `npm run test:long`. */
const long = ['**/*.long.test.ts'];
/** A poll that is right at once costs nothing by this; the second that it has otherwise is little on a busy computer. */
const patient = { poll: { interval: 20, timeout: 60_000 } };
/** Ends what hangs. It judges nothing: how long something may take is said by a test, as a ratio. */
const hangs = { testTimeout: 180_000, hookTimeout: 180_000 };
const never = ['**/node_modules/**', '**/dist/**', 'test/bench/**'];

export default defineConfig({
  test: {
    // Most tests wait for sockets and time: three workers on two cores take a sixth less than two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'unit',
          // Nothing is global and no module is mocked, so a worker loads each module once, not once for each suite.
          isolate: false,
          expect: patient,
          include: ['src/**/*.test.ts', 'packages/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...never, ...long, 'test/docs/**', 'test/e2e/**'],
          ...hangs,
        },
      },
      {
        test: {
          name: 'docs',
          expect: patient,
          include: ['test/docs/**/*.test.ts'],
          exclude: [...never, ...long],
          ...hangs,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: patient,
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...never, ...long],
          globalSetup: ['test/e2e/build-once.ts'],
          ...hangs,
        },
      },
      {
        test: {
          name: 'long',
          expect: patient,
          include: long,
          exclude: never,
          globalSetup: ['test/e2e/build-once.ts'],
          ...hangs,
        },
      },
    ],
  },
});
