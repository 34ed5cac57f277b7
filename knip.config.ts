/**
 * What knip looks at: all code by default, only what users get with `--production`. An export that its own file uses is
 * no finding, nor is what carries `@public`: questions of the virtual phone that only tests ask.
 */
import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // Programs of the computer that tests start.
  ignoreBinaries: ['adb', 'java', 'javac', 'jdb', 'mkfifo', 'mobile-debug-mcp'],
  workspaces: {
    '.': {
      entry: [
        '{src,test}/**/*.test.ts',
        'scripts/**/*.{ts,mjs}',
        // Started by path, as a program of its own.
        'test/debugger/holder.ts',
      ],
      project: [
        'src/**/*.ts!',
        '!src/**/*.test.ts!',
        '!src/**/{testing,fixtures}/**!',
        'test/**/*.ts',
        '!test/fixtures/**',
        'scripts/**/*.{ts,mjs}',
      ],
    },
    'packages/*': {
      entry: ['src/**/*.test.ts'],
      project: ['src/**/*.ts!'],
      // Each file is an entry by `exports` of the package; what nobody imports from it is a finding all the same.
      includeEntryExports: true,
    },
  },
  ignoreIssues: {
    // Entries by the same `exports`, and made for tests alone.
    'packages/*/src/**/testing/**': ['exports', 'types'],
  },
};

export default config;
