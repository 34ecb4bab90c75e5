/** Tokens become words: a space begins one, and in scripts without spaces every character is one. Punctuation belongs to the word before it. */
import type { RecognisedWord } from '../recognise.ts';

export interface TimedToken {
  bytes: Uint8Array;
  start: number;
  end: number;
  logProbability: number;
}

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PUNCTUATION = /^[\p{P}\p{S}]+$/u;
/** Longer words are followed by silence that attention did not notice. */
const LONGEST_SECONDS = 1.5;

export function toWords(tokens: readonly TimedToken[]): RecognisedWord[] {
  const words: { text: string; start: number; end: number; scores: number[] }[] = [];
  for (const { text, start, end, score } of whole(tokens)) {
    const last = words.at(-1);
    const joins = !text.startsWith(' ') && !UNSPACED.test(text);
    if (last !== undefined && (joins || PUNCTUATION.test(text.trim()))) {
      last.text += text;
      if (!PUNCTUATION.test(text.trim())) last.end = end;
      last.scores.push(score);
    } else words.push({ text, start, end, scores: [score] });
  }
  return words
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, start, end, scores }) => ({
      // A space belongs before the word unless its script has none.
      text: text.trim(),
      isJoined: !text.startsWith(' ') && UNSPACED.test(text),
      start,
      end: Math.min(end, start + LONGEST_SECONDS),
      confidence: Math.exp(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    }));
}

/** A character may be spread over several tokens. */
function* whole(tokens: readonly TimedToken[]): Generator<{ text: string; start: number; end: number; score: number }> {
  let waiting: TimedToken[] = [];
  for (const token of tokens) {
    waiting.push(token);
    const text = Buffer.concat(waiting.map(({ bytes }) => bytes)).toString('utf8');
    if (text.endsWith('\uFFFD') && waiting.length < 6) continue;
    const score = waiting.reduce((sum, { logProbability }) => sum + logProbability, 0) / waiting.length;
    yield { text, start: waiting[0]?.start ?? 0, end: token.end, score };
    waiting = [];
  }
}
