import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The default leaves one core idle, which on two is half of them; most tests wait for sockets and time.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'packages/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/docs/**', 'test/e2e/**', 'test/bench/**'],
          testTimeout: 20_000,
          // A bed starts programs, which takes long on a computer that is busy.
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'docs', include: ['test/docs/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/build-once.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
