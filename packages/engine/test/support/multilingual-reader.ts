/**
 * A reader for six languages without weights, for tests with a model that is played: its tokenizer has the pieces of the recorded lines, which were made with
 * the reference implementation (`tokenizers` 0.23.2).
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { MULTILINGUAL_FILES } from '@brickwork/engine/reader/reader-files';
import { ENGLISH_READER, type Reader } from '@brickwork/engine/reader/readers';
import { createUnigramTokenizer, type TokenizerFile } from '@brickwork/engine/reader/unigram-tokenizer';

interface Recorded {
  tokenizer: TokenizerFile;
  /** Offsets count code points, two for each token. */
  lines: [text: string, ids: number[], offsets: number[]][];
}

const recorded = JSON.parse(
  gunzipSync(readFileSync(new URL('unigram-reference.json.gz', import.meta.url))).toString(),
) as Recorded;

export const { lines: REFERENCE_LINES } = recorded;
export const UNIGRAM = createUnigramTokenizer(recorded.tokenizer);

export const MULTILINGUAL: Reader = {
  name: 'multilingual',
  files: MULTILINGUAL_FILES,
  languages: ['de', 'es', 'fr', 'it', 'nl', 'pt', 'en'],
  hasWords: false,
  tokenizer: () => UNIGRAM,
  calibration: ENGLISH_READER.calibration,
  prior: () => () => 0,
};
