/**
 * `npm run mutate`: changes the source in small ways, one at a time, and says which changes no test noticed.
 *
 *   npm run mutate                         the lines that differ from main
 *   npm run mutate -- --since=HEAD~3       the lines that differ from a revision
 *   npm run mutate -- queue webhooks       whole rooms
 *   npm run mutate -- packages/server/src/queue/dispatcher.ts:20-60
 *   npm run mutate -- --guarded            the rooms that must not lose anything (takes hours)
 *
 * It works on a copy of the tree, in `.stryker-tmp`. Rooms whose tests ask the database take some seconds for each change.
 */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { changedLines, filesOf, GUARDED_ROOMS, testsOf } from './mutation/what-to-mutate.ts';

/** What the rooms that must not lose anything have to reach, in percent. */
const LEAST = 85;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string', default: 'main' },
    guarded: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
  },
});
const named = values.guarded ? GUARDED_ROOMS : positionals;
const mutate = named.length > 0 ? filesOf(named) : changedLines(values.since);
const testFiles = testsOf(mutate);
if (mutate.length === 0 || testFiles.length === 0) {
  console.log(mutate.length === 0 ? 'No source line was changed.' : `No tests beside ${mutate.join(', ')}.`);
  process.exit(mutate.length === 0 ? 0 : 1);
}
console.log(`${mutate.length} places, ${testFiles.length} files with tests`);
await new Stryker({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false, pool: 'forks' },
  symlinkNodeModules: false,
  buildCommand: `node tools/mutation/copy-modules.ts ${ROOT}`,
  disableTypeChecks: false,
  concurrency: Number(values.workers),
  coverageAnalysis: 'perTest',
  // A constant is read once, before any test: each of them would cost a run of all tests.
  ignoreStatic: true,
  // An emptied sentence is a matter of words, an emptied SQL statement fails at once.
  mutator: { excludedMutations: ['StringLiteral'] },
  mutate,
  testFiles,
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: LEAST, break: LEAST },
}).runMutationTest();
