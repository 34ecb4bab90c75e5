/** A worker that takes jobs and never ends them, to be killed: `node hold-jobs.ts NAME PLACE`. Says `holding N` as it takes them. */

import type { QueueLocation } from './queue-under-test.ts';
import { QUEUES } from './queues.ts';

const [name, location = '{}'] = process.argv.slice(2);
const kind = QUEUES.find((each) => each.name === name);
if (kind === undefined) throw new Error(`there is no queue called ${name}`);
const queue = await kind.open(JSON.parse(location) as QueueLocation);
let held = 0;
await queue.work(() => {
  held += 1;
  console.log(`holding ${held}`);
  return new Promise<void>(() => {});
});
