/** Every export of the tests by its name: the shared ones and those beside the readers. `checked` means the same in both. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLES, type Sample } from './vendor-samples.ts';

const FOLDER = join(import.meta.dirname, '../../packages/engine/src/conversation/formats/fixtures');

export const ALL_SAMPLES: Readonly<Record<string, Sample>> = {
  ...SAMPLES,
  ...Object.fromEntries(
    readdirSync(FOLDER).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Sample,
    ]),
  ),
};
