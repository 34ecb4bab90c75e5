/**
 * Fits the weights of `conversation/sides/speaker-weights.ts` on one half of the conversations and prints the file:
 *
 *   node bench/sides/fit.ts PATH… > packages/engine/src/conversation/sides/speaker-weights.ts
 *
 * A logistic regression on the differences between an agent and a customer of one conversation, without intercept, so that it is symmetric: the
 * cues of `speaker-cues.ts`, and every word and pair of words that enough speakers use.
 */
import {
  openingTurns,
  speakerFeatures,
  turnsWithWord,
  wordValue,
} from '@brickwork/engine/conversation/sides/agent-score';
import { readSets } from './labelled-sets.ts';

const ROUNDS = 400;
const RATE = 0.03;
/** How strongly weights are held near 0: words need more evidence than cues. */
const CUE_DECAY = 1;
const WORD_DECAY = 4;
/** Speakers of the fitted half that use a word. */
const MIN_SPEAKERS = 30;
/** Sets of one kind of call have many conversations that are all alike. */
const LARGE_SET_WEIGHT = 0.5;
const LARGE_SET = 350;
const LINE = 150;

interface Vector {
  cues: number[];
  words: Map<string, number>;
}

const fitted = readSets(process.argv.slice(2)).filter(({ isFitted }) => isFitted);
const sizes = Map.groupBy(fitted, ({ set }) => set);
const cueNames = speakerFeatures(['']).map(({ name }) => name);
const speakers = fitted.map(({ set, turns, sides }) => ({
  weight: !set.startsWith('written') && (sizes.get(set)?.length ?? 0) > LARGE_SET ? LARGE_SET_WEIGHT : 1,
  vectors: [...sides].map(([label, side]) => ({
    side,
    ...vectorOf(turns.filter(({ speaker }) => speaker === label).map(({ text }) => text)),
  })),
}));
const uses = new Map<string, number>();
for (const { vectors } of speakers) {
  for (const { words } of vectors) for (const word of words.keys()) uses.set(word, (uses.get(word) ?? 0) + 1);
}
const vocabulary = [...uses]
  .filter(([, count]) => count >= MIN_SPEAKERS)
  .map(([word]) => word)
  .sort();
const indexOf = new Map(vocabulary.map((word, index) => [word, cueNames.length + index]));
const pairs = speakers.flatMap(({ weight, vectors }) => {
  const of = (side: string) => vectors.filter((vector) => vector.side === side);
  return of('agent').flatMap((agent) =>
    of('customer').map((customer) => ({ weight, entries: difference(agent, customer) })),
  );
});
print(fit());

function vectorOf(texts: readonly string[]): Vector {
  const turns = openingTurns(texts);
  return { cues: speakerFeatures(turns).map(({ value }) => value), words: turnsWithWord(turns) };
}

function difference(agent: Vector, customer: Vector): Array<[number, number]> {
  const entries = new Map<number, number>();
  for (const [index, value] of agent.cues.entries()) entries.set(index, value - (customer.cues[index] ?? 0));
  for (const [vector, sign] of [
    [agent, 1],
    [customer, -1],
  ] as const) {
    for (const [word, count] of vector.words) {
      const index = indexOf.get(word);
      if (index !== undefined) entries.set(index, (entries.get(index) ?? 0) + sign * wordValue(count));
    }
  }
  return [...entries].filter(([, value]) => value !== 0);
}

/** Adam: a step per weight, which suits features as common as "you" and as rare as "my landlord". */
function fit(): Float64Array {
  const size = cueNames.length + vocabulary.length;
  const weights = new Float64Array(size);
  const mean = new Float64Array(size);
  const spread = new Float64Array(size);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const gradient = weights.map((weight, index) => weight * (index < cueNames.length ? CUE_DECAY : WORD_DECAY));
    for (const { weight, entries } of pairs) {
      let score = 0;
      for (const [index, value] of entries) score += value * (weights[index] ?? 0);
      const error = weight * (1 - 1 / (1 + Math.exp(-score)));
      for (const [index, value] of entries) gradient[index] = (gradient[index] ?? 0) - error * value;
    }
    for (let index = 0; index < size; index += 1) {
      const slope = gradient[index] ?? 0;
      mean[index] = 0.9 * (mean[index] ?? 0) + 0.1 * slope;
      spread[index] = 0.99 * (spread[index] ?? 0) + 0.01 * slope ** 2;
      const step = (mean[index] ?? 0) / (1 - 0.9 ** round);
      weights[index] =
        (weights[index] ?? 0) - (RATE * step) / (Math.sqrt((spread[index] ?? 0) / (1 - 0.99 ** round)) + 1e-8);
    }
  }
  return weights;
}

function print(weights: Float64Array): void {
  const cues = cueNames.map((name, index) => `  ${name}: ${(weights[index] ?? 0).toFixed(2)},`);
  const words = vocabulary.flatMap((word) => {
    const weight = Math.round(100 * (weights[indexOf.get(word) ?? -1] ?? 0));
    return Math.abs(weight) < 3 ? [] : [`${word} ${weight}`];
  });
  const lines = [''];
  for (const entry of words) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = entry;
    else if (last.length + entry.length < LINE) lines[lines.length - 1] = `${last}|${entry}`;
    else lines.push(entry);
  }
  console.log(`/**
 * How much what a speaker says tells of its side, as \`node bench/sides/fit.ts\` prints it: a positive weight means the agent. Generated.
 */
export const CUE_WEIGHTS: Readonly<Record<string, number>> = {
${cues.join('\n')}
};

/** Words and pairs of words with their weights in hundredths. */
export const WORD_WEIGHTS = \`
${lines.join('\n')}
\`;`);
}
