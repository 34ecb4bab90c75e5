/** The quick tests for a mutation run: most of what is changed fails by waiting, so waits are short, and nothing is reported. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { QUICK } from '../../vitest.config.ts';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...QUICK,
    setupFiles: [...QUICK.setupFiles, 'tools/mutation/count-hooks.ts'],
    globalSetup: ['test/support/memory-directory.ts', 'test/support/shared-postgres.ts'],
    reporters: [],
    env: { BRICKWORK_READER: '0' },
    testTimeout: 120_000, // the source is measured while it runs, which slows simulations down
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
  },
});
