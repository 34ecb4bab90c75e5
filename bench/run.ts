/** `npm run bench [-- NAME …] [--json] [--write] [--largest=RUNS] [--stops=COUNT] [--minutes=MINUTES] [--calls=COUNT]`: measures what Brickwork claims, on this machine, now, and says which bars are met. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accept } from './accept.ts';
import { ask } from './ask.ts';
import { audio } from './audio/audio.ts';
import { conditions } from './conditions.ts';
import { consolePages } from './console.ts';
import { cost } from './cost.ts';
import { endToEnd } from './end-to-end.ts';
import { exportRuns } from './export.ts';
import { growth } from './growth/growth.ts';
import { inputs } from './growth/inputs.ts';
import { removal } from './growth/removal.ts';
import { intake } from './intake.ts';
import { memory } from './memory.ts';
import { nodes } from './nodes.ts';
import { pickUp } from './pick-up.ts';
import { pressure } from './pressure.ts';
import { queue } from './queue.ts';
import { reader } from './reader.ts';
import { start } from './start.ts';
import { stops } from './stops.ts';
import { machine, performancePage, printResult } from './support/report.ts';
import type { Result } from './support/result.ts';
import { ROOT } from './support/service-node.ts';
import { type Site, startSite } from './support/site.ts';
import { sync } from './sync.ts';

const MEASUREMENTS: Readonly<Record<string, (site: Site) => Promise<Result>>> = {
  accept,
  intake,
  'end-to-end': endToEnd,
  'pick-up': pickUp,
  sync,
  queue,
  growth: (site) => growth(site, largest === undefined ? undefined : Number(largest)),
  removal: (site) => removal(site, largest === undefined ? undefined : Number(largest)),
  inputs: (site) => inputs(site, largest === undefined ? undefined : Number(largest)),
  export: exportRuns,
  cost,
  conditions,
  nodes,
  memory,
  reader,
  ask,
  audio: () => audio(calls === undefined ? undefined : Number(calls)),
  console: consolePages,
  start,
  pressure: (site) => pressure(site, minutes === undefined ? undefined : Number(minutes)),
  stops: () => stops(countOfStops === undefined ? undefined : Number(countOfStops)),
};

const PAGE = join(ROOT, 'docs', 'performance.md');

/** Of `growth`, `removal` and `inputs`. */
const largest = process.argv.find((argument) => argument.startsWith('--largest='))?.slice('--largest='.length);

/** Of `pressure`. */
const minutes = process.argv.find((argument) => argument.startsWith('--minutes='))?.slice('--minutes='.length);

/** Of `audio`. */
const calls = process.argv.find((argument) => argument.startsWith('--calls='))?.slice('--calls='.length);

const countOfStops = process.argv.find((argument) => argument.startsWith('--stops='))?.slice('--stops='.length);

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
/** `audio` downloads voices, and takes as long as they speak. */
const names = given.length > 0 ? given : Object.keys(MEASUREMENTS).filter((name) => name !== 'audio');
const unknown = names.filter((name) => MEASUREMENTS[name] === undefined);
if (unknown.length > 0) {
  console.error(
    `There is no measurement called ${unknown.join(', ')}. There are: ${Object.keys(MEASUREMENTS).join(', ')}.`,
  );
  process.exit(2);
}

const startedAt = new Date();
const results: Result[] = [];
for (const name of names) {
  const site = await startSite(); // Each on a fresh server: nothing that one left behind slows the next.
  try {
    const result = await MEASUREMENTS[name]?.(site);
    if (result === undefined) continue;
    results.push(result);
    if (!flags.includes('--json')) printResult(result);
    if (flags.includes('--write'))
      writeFileSync(PAGE, performancePage(readFileSync(PAGE, 'utf8'), startedAt, [result]));
  } finally {
    await site.stop();
  }
}
if (flags.includes('--json'))
  console.log(JSON.stringify({ date: startedAt.toISOString(), machine: machine(), results }, null, 2));
