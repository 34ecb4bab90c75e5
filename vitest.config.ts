import { configDefaults, defineConfig } from 'vitest/config';
import SlowestFirst from './test/support/slowest-first.ts';

/** Tests of whole processes: they start services and installations, and kill some of them. Each file has a process of its own. */
const WHOLE = [
  'test/{backup,chaos,crash,guides,image,log-scan,operations,packages,run-guard,start-and-stop,upgrade}.test.ts',
  'packages/server/test/{spend,webhook}-process.test.ts',
];

/** All the other files share the processes: one of its own costs most of them more than their tests do. */
export const PARTIAL = {
  name: 'rooms',
  include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/*.test.ts'],
  exclude: [...configDefaults.exclude, ...WHOLE],
  isolate: false,
  setupFiles: ['test/support/fixed-seed.ts'],
};

export default defineConfig({
  test: {
    globalSetup: [
      'test/support/memory-directory.ts',
      'test/support/shared-postgres.ts',
      'test/support/compile-cache.ts',
    ],
    reporters: [
      'default',
      './test/support/closing-line.ts',
      ['./test/support/run-guard.ts', { minutesPerFile: 25, minutesPerRun: 70 }],
    ],
    sequence: { sequencer: SlowestFirst },
    pool: 'forks',
    // Reading takes seconds; the tests of the reader turn it on for themselves.
    env: { BRICKWORK_READER: '0' },
    // For machines that do other things too: a test that waits in vain fails by its own, shorter limits.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // One more than the cores of a small machine: most tests wait for the database, or for other processes.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'whole',
          include: WHOLE,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      { extends: true, test: PARTIAL },
    ],
  },
});
