/**
 * Fits the weights of `conversation/sides/speaker-cues.ts` on the other half of the conversations and prints them:
 *
 *   node bench/sides/fit.ts FILE…
 *
 * A logistic regression on the differences between an agent and a customer of one conversation, without intercept, so that it is symmetric.
 */
import { speakerFeatures } from '@brickwork/engine/conversation/sides/agent-score';
import { readSets } from './labelled-sets.ts';

const ROUNDS = 3_000;
const DECAY = 0.001;
/** Sets of one kind of call have many conversations that are all alike. */
const LARGE_SET = 300;

const fitted = readSets(process.argv.slice(2)).filter(({ isFitted }) => isFitted);
const sizes = Map.groupBy(fitted, ({ set }) => set);
const names = speakerFeatures(['']).map(({ name }) => name);
const pairs = fitted.flatMap(({ set, turns, sides }) => {
  const featuresOf = (side: string) =>
    [...sides]
      .filter(([, known]) => known === side)
      .map(([label]) =>
        speakerFeatures(turns.filter(({ speaker }) => speaker === label).map(({ text }) => text)).map(
          ({ value }) => value,
        ),
      );
  const weight = (sizes.get(set)?.length ?? 0) > LARGE_SET ? 0.5 : 1;
  return featuresOf('agent').flatMap((agent) =>
    featuresOf('customer').map((customer) => ({
      weight,
      difference: agent.map((value, index) => value - (customer[index] ?? 0)),
    })),
  );
});
let weights = names.map(() => 0);
for (let round = 0; round < ROUNDS; round += 1) {
  const gradient = weights.map((weight) => -DECAY * weight);
  for (const { weight, difference } of pairs) {
    const score = difference.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
    const error = (weight * (1 - 1 / (1 + Math.exp(-score)))) / pairs.length;
    for (const [index, value] of difference.entries()) gradient[index] = (gradient[index] ?? 0) + error * value;
  }
  weights = weights.map((weight, index) => weight + (gradient[index] ?? 0));
}
for (const [index, name] of names.entries())
  console.log(`${name.padEnd(20)}${(weights[index] ?? 0).toFixed(2).padStart(7)}`);
