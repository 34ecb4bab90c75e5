/**
 * Checks that `brick.type` is looked at only in the engine's `bricks/`: everywhere else in engine and server, the module of the type answers
 * (`brickType(brick).compareAs`, `askAs` …), so a new type of brick is a new folder there.
 *
 * Not looked at: the contract, whose union of documents is what a type is; client, console and command, which know bricks as the API describes
 * them and have no engine to ask.
 */
import { globSync, readFileSync } from 'node:fs';

const OWNER = 'packages/engine/src/bricks/';
/** There `type` is that of a message of a vendor's export, or of a part of a provider's reply. */
const OTHER_TYPES = /^packages\/engine\/src\/(?:conversation|model\/providers)\//;
const TYPES = "'(?:boolean|numeric|categorical|text)'";
const LOOK = new RegExp(
  `\\btype\\)?\\s*[!=]==?\\s*${TYPES}|${TYPES}\\s*[!=]==?\\s*[\\w.?]*\\btype\\b|switch \\([\\w.]*\\btype\\)`,
);

let owned = 0;
let foreign = 0;
for (const file of globSync('packages/{engine,server}/src/**/*.ts')) {
  if (file.endsWith('.test.ts') || OTHER_TYPES.test(file)) continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (!LOOK.test(line)) continue;
    if (file.startsWith(OWNER)) owned += 1;
    else {
      foreign += 1;
      console.error(`${file}:${index + 1}: looks at the type of a brick outside ${OWNER}: ask brickType(brick)`);
    }
  }
}
if (owned === 0) console.error(`No look at the type of a brick was found in ${OWNER}: the check looked at nothing.`);
console.log(`${owned} looks at the type of a brick, ${foreign} outside ${OWNER}`);
process.exit(foreign > 0 || owned === 0 ? 1 : 0);
