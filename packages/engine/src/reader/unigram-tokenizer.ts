/**
 * SentencePiece's Unigram tokenizer as XLM-R has it: the text is normalised and cut at blanks, and each word is cut into the pieces with
 * the highest sum of scores. The ids are compared with those of the reference implementation in `unigram-tokenizer.test.ts`. Special tokens
 * are never created from conversation text.
 */
import { createNormaliser, type Normalised } from './character-map.ts';
import type { Token, Tokenizer } from './tokenizer.ts';

/** What is used of a `tokenizer.json`. */
export interface TokenizerFile {
  normalizer: { type: 'Precompiled'; precompiled_charsmap: string };
  model: { type: 'Unigram'; unk_id: number; vocab: [piece: string, score: number][] };
}

/** Stands for the blank before a word. */
const BLANK = '▁';
/** The penalty of an unknown character, relative to the rarest piece. */
const UNKNOWN_PENALTY = 10;
const WHITE = /^\s$/u;

/** A character of a word as the model reads it, and where it came from. */
interface Letter {
  letter: string;
  start: number;
  end: number;
}

interface Pieces {
  ids: ReadonlyMap<string, number>;
  scores: readonly number[];
  /** In characters. */
  longest: number;
  unknown: number;
  unknownScore: number;
}

export function createUnigramTokenizer({ normalizer, model }: TokenizerFile): Tokenizer {
  const idOf = (special: string): number => {
    const id = model.vocab.findIndex(([piece]) => piece === special);
    if (id < 0) throw new Error(`the tokenizer has no ${special}`);
    return id;
  };
  const normalise = createNormaliser(normalizer.precompiled_charsmap);
  const pieces = piecesOf(model);
  return {
    begin: idOf('<s>'),
    end: idOf('</s>'),
    mark: idOf('<mask>'),
    tokenize: (text) => wordsOf(normalise(text)).flatMap((word) => cutWord(pieces, word)),
  };
}

function piecesOf({ vocab, unk_id: unknown }: TokenizerFile['model']): Pieces {
  const ids = new Map<string, number>();
  let longest = 0;
  let least = 0;
  for (const [id, [piece, score]] of vocab.entries()) {
    least = Math.min(least, score);
    if (/^<.+>$/.test(piece) && score === 0) continue;
    ids.set(piece, id);
    longest = Math.max(longest, [...piece].length);
  }
  return { ids, scores: vocab.map(([, score]) => score), longest, unknown, unknownScore: least - UNKNOWN_PENALTY };
}

function wordsOf(normalised: readonly Normalised[]): Letter[][] {
  const words: Letter[][] = [];
  let word: Letter[] = [];
  const close = () => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  for (const { text, start, end } of normalised) {
    for (const letter of text) {
      if (WHITE.test(letter)) close();
      else {
        if (letter === BLANK) close();
        if (word.length === 0 && letter !== BLANK) word.push({ letter: BLANK, start, end });
        word.push({ letter, start, end });
      }
    }
  }
  close();
  return words;
}

interface Cut {
  score: number;
  from: number;
  id: number;
}

/** The best way to each character, then back from the last one. */
function cutWord(pieces: Pieces, word: readonly Letter[]): Token[] {
  const best: (Cut | undefined)[] = [{ score: 0, from: 0, id: pieces.unknown }];
  const offer = (to: number, cut: Cut) => {
    const known = best[to];
    if (known === undefined || cut.score > known.score) best[to] = cut;
  };
  for (let from = 0; from < word.length; from += 1) {
    const before = best[from]?.score ?? 0;
    let piece = '';
    let isKnown = false;
    for (let to = from + 1; to <= Math.min(word.length, from + pieces.longest); to += 1) {
      piece += word[to - 1]?.letter ?? '';
      const id = pieces.ids.get(piece);
      if (id === undefined) continue;
      isKnown ||= to === from + 1;
      offer(to, { score: before + (pieces.scores[id] ?? 0), from, id });
    }
    if (!isKnown) offer(from + 1, { score: before + pieces.unknownScore, from, id: pieces.unknown });
  }
  return tokensOf(pieces, word, best);
}

/** Unknown characters that follow each other are one token. */
function tokensOf({ unknown }: Pieces, word: readonly Letter[], best: readonly (Cut | undefined)[]): Token[] {
  const tokens: Token[] = [];
  for (let to = word.length; to > 0; ) {
    const { from, id } = best[to] ?? { from: to - 1, id: unknown };
    const token = { id, start: word[from]?.start ?? 0, end: word[to - 1]?.end ?? 0 };
    const last = tokens.at(-1);
    if (id === unknown && last?.id === unknown) last.start = token.start;
    else tokens.push(token);
    to = from;
  }
  return tokens.reverse();
}
