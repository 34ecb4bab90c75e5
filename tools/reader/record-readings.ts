/** Reads the golden conversations of the example kits with the model and records what it gave, for their test (`npm run record-readings`). */
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { answersOf, EXAMPLE_KITS, readExample } from '../../packages/engine/test/support/example-kits.ts';
import { recordReadings } from '../../packages/engine/test/support/recorded-readings.ts';

const recorder = recordReadings(await openReadModel(READER_FILES));
for (const name of EXAMPLE_KITS) {
  const { kit, golden } = await readExample(name);
  for (const line of golden) await answersOf(recorder.read, kit, line);
  console.log(`${name}: ${golden.length} conversations read`);
}
recorder.write();
