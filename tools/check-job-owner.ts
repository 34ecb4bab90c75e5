/** Checks that `queue/store/` is the only folder of the product with SQL on the tables `jobs` and `lanes`. */
import { globSync, readFileSync } from 'node:fs';

const OWNER = 'packages/server/src/queue/store/';
const SQL = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY|TRUNCATE|LOCK|COPY)\s+(?:jobs|lanes)\b/;

let owned = 0;
let foreign = 0;
for (const file of globSync('packages/*/src/**/*.{ts,tsx}')) {
  if (/\.test\.tsx?$/.test(file)) continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (!SQL.test(line)) continue;
    if (file.startsWith(OWNER)) owned += 1;
    else {
      foreign += 1;
      console.error(`${file}:${index + 1}: SQL on jobs or lanes outside ${OWNER}: use or add a function there`);
    }
  }
}
if (owned === 0) console.error(`No SQL on jobs was found in ${OWNER}: the check looked at nothing.`);
console.log(`${owned} lines of SQL on jobs and lanes, ${foreign} outside ${OWNER}`);
process.exit(foreign > 0 || owned === 0 ? 1 : 0);
