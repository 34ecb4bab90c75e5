/** Reads the golden conversations of the example kits with the model and records what it gave, for their test (`npm run record-readings`). */
import { openReaders } from '@brickwork/engine/reader/open-readers';
import { answersOf, EXAMPLE_KITS, readExample } from '../../packages/engine/test/support/example-kits.ts';
import { recordReadings } from '../../packages/engine/test/support/recorded-readings.ts';

const recorder = recordReadings(openReaders());
for (const name of EXAMPLE_KITS) {
  const { kit, golden } = await readExample(name);
  for (const line of golden) await answersOf(recorder.read, kit, line);
  console.log(`${name}: ${golden.length} conversations read`);
}
recorder.write();
