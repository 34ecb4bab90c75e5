/**
 * `npm run mutate`: changes the source in small ways, one at a time, and says which changes no test noticed.
 *
 *   npm run mutate                         the lines that differ from main
 *   npm run mutate -- --since=HEAD~3       the lines that differ from a revision
 *   npm run mutate -- queue webhooks       whole rooms
 *   npm run mutate -- packages/server/src/queue/dispatcher.ts:20-60
 *   npm run mutate -- --guarded            the rooms that must not lose anything (takes hours)
 *   npm run mutate -- --sample=50 usage    50 changes of each room, spread over its files, and the score with its interval
 *   npm run mutate -- --sample=50 --seed=b usage    50 others
 *   npm run mutate -- --again usage        only those that the last sample of the room found unnoticed
 *
 * It works on a copy of the tree, in `.stryker-tmp`. Rooms whose tests ask the database take some seconds for each change. A sample is
 * the same for the same seed and source, so scores before and after a new test can be compared.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { isMissed, nameOf, scoreLine } from './mutation/sample.ts';
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
    sample: { type: 'string' },
    seed: { type: 'string', default: 'a' },
    again: { type: 'boolean', default: false },
  },
});
const size = values.sample === undefined ? undefined : Number(values.sample);
if (size !== undefined && !(Number.isInteger(size) && size > 0)) {
  console.error('--sample: how many changes to try in each room, 1 or more');
  process.exit(2);
}

const named = values.guarded ? GUARDED_ROOMS : positionals;
const scores: string[] = [];
if (named.length === 0) await run('what was changed', changedLines(values.since));
else if (size === undefined && !values.again) await run(named.join(', '), filesOf(named));
else for (const name of named) await run(name, filesOf([name]));
console.log(scores.join('\n'));

async function run(name: string, mutate: string[]): Promise<void> {
  const testFiles = testsOf(mutate);
  if (mutate.length === 0 || testFiles.length === 0) {
    console.log(mutate.length === 0 ? 'No source line was changed.' : `No tests beside ${mutate.join(', ')}.`);
    process.exitCode = mutate.length === 0 ? 0 : 1;
    return;
  }
  console.log(`${name}: ${mutate.length} places, ${testFiles.length} files with tests`);
  const missedFile = join('reports', 'mutation', `${name.replaceAll('/', '_')}.json`);
  const sample = values.again
    ? { only: JSON.parse(readFileSync(missedFile, 'utf8')) as string[] }
    : size && { size, seed: values.seed };
  const isSampled = sample !== undefined;
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', ...(isSampled ? ['./tools/mutation/sample.ts'] : [])],
    ...(isSampled && { checkers: ['sample'], sample }),
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
    dryRunTimeoutMinutes: 30,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: !isSampled },
    thresholds: { high: 95, low: LEAST, break: LEAST },
  }).runMutationTest();
  if (isSampled) {
    mkdirSync(dirname(missedFile), { recursive: true });
    writeFileSync(missedFile, JSON.stringify(results.filter(({ status }) => isMissed(status)).map(nameOf), null, 2));
  }
  scores.push(`${name}: ${scoreLine(results.map(({ status }) => status))}`);
}
