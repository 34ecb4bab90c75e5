/**
 * BERT's uncased WordPiece, exactly as the model was trained with it, and with the place of every token in the text. The
 * token ids are compared with those of the reference implementation in `tokenizer.test.ts`.
 */
import { readFileSync } from 'node:fs';

export interface Token {
  id: number;
  /** UTF-16 offsets into the text that was tokenized. */
  start: number;
  end: number;
}

/** How a model reads text as ids. */
export interface Tokenizer {
  tokenize(text: string): Token[];
  /** Before and after each text. */
  begin: number;
  end: number;
  /** Stands before each option of a question. */
  mark: number;
}

const CLS = 101;
const SEP = 102;
const MASK = 103;
const UNKNOWN = 100;
const LONGEST_WORD = 100;

const WHITE = /^[\s\p{Zs}]$/u;
const DROPPED = /^[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\uFFFD]$/u;
const PUNCTUATION = /^[!-/:-@[-`{-~\p{P}]$/u;
const IDEOGRAPH =
  /^[\u{4E00}-\u{9FFF}\u{3400}-\u{4DBF}\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{F900}-\u{FAFF}\u{2F800}-\u{2FA1F}]$/u;

/** A character of a word in its plain form (lower case, no accent), and where it came from. */
interface Letter {
  letter: string;
  start: number;
  end: number;
}

export function createTokenizer(vocabularyFile: URL): Tokenizer {
  const ids = new Map<string, number>();
  for (const [id, piece] of readFileSync(vocabularyFile, 'utf8').split('\n').entries()) ids.set(piece, id);
  return { begin: CLS, end: SEP, mark: MASK, tokenize: (text) => wordsOf(text).flatMap((word) => pieces(ids, word)) };
}

function wordsOf(text: string): Letter[][] {
  const words: Letter[][] = [];
  let word: Letter[] = [];
  const close = () => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  let start = 0;
  for (const point of text) {
    const end = start + point.length;
    const place = { start, end };
    start = end;
    const code = point.charCodeAt(0);
    if (isLetterOrDigit(code)) word.push({ letter: code < 0x61 ? point.toLowerCase() : point, ...place });
    else if (WHITE.test(point)) close();
    else if (DROPPED.test(point)) continue;
    else if (IDEOGRAPH.test(point)) {
      close();
      words.push([{ letter: point, ...place }]);
    } else {
      for (const letter of plainLetters(point)) {
        if (PUNCTUATION.test(letter)) {
          close();
          words.push([{ letter, ...place }]);
        } else word.push({ letter, ...place });
      }
    }
  }
  close();
  return words;
}

/** Of ASCII: most of what is said, and nothing to look up for it. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function plainLetters(point: string): string[] {
  const bare = point.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
  return [...bare].flatMap((letter) => [...letter.toLowerCase()]);
}

function pieces(ids: ReadonlyMap<string, number>, word: readonly Letter[]): Token[] {
  const whole = { id: UNKNOWN, start: word[0]?.start ?? 0, end: word.at(-1)?.end ?? 0 };
  if (word.length > LONGEST_WORD) return [whole];
  const tokens: Token[] = [];
  let from = 0;
  while (from < word.length) {
    const found = longestPiece(ids, word, from);
    if (found === undefined) return [whole];
    tokens.push({ id: found.id, start: word[from]?.start ?? 0, end: word[found.to - 1]?.end ?? 0 });
    from = found.to;
  }
  return tokens;
}

function longestPiece(
  ids: ReadonlyMap<string, number>,
  word: readonly Letter[],
  from: number,
): { id: number; to: number } | undefined {
  const prefix = from === 0 ? '' : '##';
  for (let to = word.length; to > from; to -= 1) {
    let piece = prefix;
    for (let at = from; at < to; at += 1) piece += word[at]?.letter ?? '';
    const id = ids.get(piece);
    if (id !== undefined) return { id, to };
  }
  return undefined;
}
