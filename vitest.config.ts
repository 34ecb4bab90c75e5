import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/shared-postgres.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    pool: 'forks',
    maxWorkers: 2, // By default one core is left idle, and most tests wait for the database anyway.
    // Reading takes seconds; the tests of the reader turn it on for themselves.
    env: { BRICKWORK_READER: '0' },
    // For machines that do other things too: a test that waits in vain fails by its own, shorter limits.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
