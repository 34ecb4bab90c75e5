/**
 * The name of a file says when it runs: `*.system.test.ts` in `npm run test:system`, all others in `npm test`. Properties
 * (`*.property.test.ts`) run in both, and draw ten times as much in the second.
 */
import { configDefaults, defineConfig } from 'vitest/config';
import SlowestFirst from './test/support/slowest-first.ts';

const SYSTEM = '**/*.system.test.ts';
const BROWSER = 'packages/console/test/**/*.system.test.ts';
const PROPERTIES = '**/*.property.test.ts';

/** Files share the processes: one of its own costs most of them more than their tests do. */
const SHARED = { isolate: false, setupFiles: ['test/support/fixed-seed.ts'] };

export const QUICK = {
  ...SHARED,
  name: 'quick',
  include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/*.test.ts'],
  exclude: [...configDefaults.exclude, SYSTEM],
};

const LONG = { testTimeout: 180_000, hookTimeout: 180_000 };

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
    // The closing line names the tests that needed another try.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    // One more than the cores of a small machine: most tests wait for the database, or for other processes.
    maxWorkers: 3,
    projects: [
      { extends: true, test: QUICK },
      // They start and kill services and installations: each file has a process of its own.
      {
        extends: true,
        test: { ...LONG, name: 'system', include: [SYSTEM], exclude: [...configDefaults.exclude, BROWSER] },
      },
      { extends: true, test: { ...SHARED, name: 'browser', include: [BROWSER] } },
      {
        extends: true,
        test: {
          ...SHARED,
          ...LONG,
          name: 'properties',
          include: [PROPERTIES],
          env: { TEST_DRAWS: process.env.TEST_DRAWS ?? '1' },
        },
      },
    ],
  },
});
