/** Windows and questions as token ids, in the form that the model was trained on (`tools/reader/batches.py`). */
import type { Token, Tokenizer } from './tokenizer.ts';

const QUESTION_TOKENS = 128;
const WINDOW_TOKENS = 320;
/** Of a question that is followed by options. */
const ASKED_TOKENS = 48;

export interface EncodedWindow {
  ids: number[];
  /** Without the ids of begin and end: `tokens[i]` is `ids[i + 1]`. */
  tokens: Token[];
}

export interface EncodedQuestion {
  ids: number[];
  /** The position of each option's mark; fewer than there are options if they do not fit. */
  marks: number[];
}

export function encodeWindow({ tokenize, begin, end }: Tokenizer, text: string): EncodedWindow {
  const tokens = tokenize(text).slice(0, WINDOW_TOKENS - 2);
  return { ids: [begin, ...tokens.map(({ id }) => id), end], tokens };
}

/** Long options are shortened alike. */
export function encodeQuestion(
  { tokenize, begin, end, mark }: Tokenizer,
  text: string,
  options: readonly string[] = [],
): EncodedQuestion {
  const idsOf = (words: string) => tokenize(words).map(({ id }) => id);
  if (options.length === 0) return { ids: [begin, ...idsOf(text).slice(0, QUESTION_TOKENS - 2), end], marks: [] };
  const asked = idsOf(text).slice(0, ASKED_TOKENS);
  const worded = options.map(idsOf);
  const room = QUESTION_TOKENS - asked.length - 3;
  const each = Math.max(2, Math.floor(room / worded.length) - 1);
  let spare = worded.reduce((sum, words) => sum + Math.max(0, each - words.length), 0);
  const ids = [begin, ...asked, end];
  const marks: number[] = [];
  for (const words of worded) {
    const take = Math.min(words.length, each + (words.length > each ? spare : 0));
    spare -= Math.max(0, take - each);
    if (ids.length + 1 >= QUESTION_TOKENS) break;
    marks.push(ids.length);
    ids.push(mark, ...words.slice(0, take));
  }
  return { ids: [...ids.slice(0, QUESTION_TOKENS - 1), end], marks };
}
