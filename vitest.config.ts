import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Long matrices, and suites against real other sides: `npm run test:long`. */
const long = ['**/*.long.test.ts', 'test/long/**/*.test.ts'];
/** A poll that is right at once costs nothing by this; one second is little on a busy computer. */
const patient = { poll: { interval: 20, timeout: 10_000 } };
const never = ['**/node_modules/**', '**/dist/**', 'test/bench/**'];

export default defineConfig({
  test: {
    // Most tests wait for sockets and time: three workers on two cores take a sixth less than two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          include: ['src/**/*.test.ts', 'packages/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...never, ...long, 'test/docs/**', 'test/e2e/**'],
          testTimeout: 20_000,
          // A bed starts programs, which takes long on a computer that is busy.
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'docs',
          expect: patient,
          include: ['test/docs/**/*.test.ts'],
          exclude: [...never, ...long],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: patient,
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...never, ...long],
          globalSetup: ['test/e2e/build-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'long',
          include: long,
          exclude: never,
          globalSetup: ['test/e2e/build-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
