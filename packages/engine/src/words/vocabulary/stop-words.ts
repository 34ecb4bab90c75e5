/** Function words and the fillers of speech: they carry grammar, not topic. */
import { wordSet } from '../../core/read-vocabulary.ts';

export const STOP_WORDS: ReadonlySet<string> = wordSet('stop-words');
