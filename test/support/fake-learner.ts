/** Studies without threads and without a reading model: the reader says yes to everything, and sees whether a lamp is mentioned. */
import type { BrickDocument } from '@brickwork/contract';
import { keepLearned } from '@brickwork/engine/reader/learn/keep-learned';
import { learnHead } from '@brickwork/engine/reader/learn/learn-head';
import type { Studied } from '@brickwork/engine/reader/learn/study-conversation';
import type { Testing } from '@brickwork/server/main/features/compose-features';

const HIDDEN = 384;

export function fakeLearner(before: () => Promise<void> = async () => {}): NonNullable<Testing['learner']> {
  return {
    async study({ input, expected }) {
      await before();
      const isLamp = String(input.transcript).includes('lamp');
      const features = { read: [0, isLamp ? 3 : 1], words: [0, 0], vector: new Float64Array(HIDDEN) };
      const studied: Studied = new Map(
        Object.entries(expected).flatMap(([key, value]) =>
          typeof value === 'boolean' ? [[key, { value, isRight: value, features }] as const] : [],
        ),
      );
      return studied;
    },
    fit: async ({ brick, answers }) => learnHead(brick, answers),
  };
}

/** A brick that has learned that the night shift is for lamps. */
export function taughtBrick(key: string): BrickDocument {
  const brick: BrickDocument = { key, type: 'boolean', question: 'Is this a case for the night shift?' };
  const answers = Array.from({ length: 20 }, (_, at) => ({
    value: at % 2 === 0,
    isRight: at % 2 === 0,
    features: { read: [0, at % 2 === 0 ? 3 : 1], words: [0, 0], vector: new Float64Array(HIDDEN) },
  }));
  const trial = learnHead(brick, answers);
  if (trial.status !== 'learned') throw new Error(`nothing was learned: ${trial.status}`);
  return keepLearned(brick, trial.head);
}
