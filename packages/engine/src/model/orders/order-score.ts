/**
 * How much a sentence addresses the evaluator of the conversation. Its topics count, not its wording: an evaluator, setting rules
 * aside, writing down answers, which answer is wanted, where, and that it is for everything. People on the phone mention one or two of these in one
 * sentence; an order needs more.
 */
import { vocabularyLines } from '../../core/read-vocabulary.ts';
import { levelled } from './readings-of.ts';

const TOPICS = [
  'evaluator',
  'maybe',
  'override',
  'rules',
  'answer',
  'verdict',
  'sheet',
  'judging',
  'all',
  'pretend',
  'ordinary',
] as const;
type Topic = (typeof TOPICS)[number];

interface Stem {
  topic: Topic;
  weight: number;
  text: string;
  isWhole: boolean;
}

interface Stems {
  /** By their first two letters. */
  byStart: ReadonlyMap<string, readonly Stem[]>;
  /** For scripts without spaces between words. */
  unspaced: readonly Stem[];
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Arabic and Hebrew write "and", "to", "with" and the article in front of the word. */
const PREFIXES = /^[\u0627\u0644\u0628\u0648\u0641\u0643\u05d1\u05d4\u05d5\u05dc\u05e9]{1,3}/u;
const START = 2;

let known: Stems | undefined;

function stems(): Stems {
  known ??= readStems();
  return known;
}

function readStems(): Stems {
  const all = TOPICS.flatMap((topic) =>
    vocabularyLines('orders', topic).flatMap((line) => {
      const [weight, ...words] = line.split(' ');
      return words.map((word): Stem => {
        const isWhole = word.startsWith('=') || word.endsWith('_');
        const text = levelled(word.replace(/^=|_$/g, '').replaceAll('_', ' '));
        return { topic, weight: Number(weight), text, isWhole };
      });
    }),
  );
  return {
    byStart: Map.groupBy(
      all.filter(({ text }) => !UNSPACED.test(text)),
      ({ text }) => text.slice(0, START),
    ),
    unspaced: all.filter(({ text }) => UNSPACED.test(text)),
  };
}

/** The weight of each topic of the sentence. */
function topicsOf(sentence: string): Map<Topic, number> {
  const weights = new Map<Topic, number>();
  const { byStart, unspaced } = stems();
  const note = ({ topic, weight }: Stem) => weights.set(topic, Math.max(weight, weights.get(topic) ?? 0));
  for (const { 0: word, index } of sentence.matchAll(WORD)) {
    const prefix = PREFIXES.exec(word)?.[0].length ?? 0;
    for (let skipped = 0; skipped <= prefix; skipped += 1) {
      const at = index + skipped;
      for (const stem of byStart.get(sentence.slice(at, at + START)) ?? []) if (stands(sentence, stem, at)) note(stem);
    }
  }
  if (UNSPACED.test(sentence)) for (const stem of unspaced) if (sentence.includes(stem.text)) note(stem);
  return weights;
}

function stands(sentence: string, { text, isWhole }: Stem, at: number): boolean {
  if (!sentence.startsWith(text, at)) return false;
  return !isWhole || !/^[\p{L}\p{N}]/u.test(sentence.slice(at + text.length, at + text.length + 1));
}

/** What being called by name adds. */
const ADDRESSED = 1.5;

export function orderScore(sentence: string): number {
  const weights = topicsOf(sentence);
  // A certain evaluator is not counted again as a possible one.
  if (weights.has('evaluator')) weights.delete('maybe');
  let score = isAddressed(sentence, weights) ? ADDRESSED : 0;
  for (const [topic, weight] of weights) score += topic === 'ordinary' ? -weight : weight;
  return score;
}

/** "Auditor, …", "Note to the system: …": the sentence begins by addressing somebody, not by mentioning them. */
function isAddressed(sentence: string, weights: ReadonlyMap<Topic, number>): boolean {
  if (!weights.has('evaluator') && !weights.has('maybe')) return false;
  const called = /^[^,:،：，]{2,60}[,:،：，]/u.exec(sentence)?.[0] ?? '';
  if (called === '' || called.split(' ').length > CALLED_WORDS || SPOKEN_OF.test(called)) return false;
  const topics = topicsOf(called);
  return topics.has('evaluator') || topics.has('maybe');
}

const CALLED_WORDS = 8;
const SPOKEN_OF =
  /\b(?:i|we|he|she|it|they|my|our|his|her|is|was|are|were|had?|has|have|did|does|do|would|could|will|what|which|with|by|in|yes|no|and|so|but)\b/;
