import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../conversation/conversation.ts';
import { checkKit } from '../../kits/check-kit.ts';
import { READER_FILES } from '../reader-files.ts';
import { HIDDEN, type PairReading, type ReadModel } from '../reading.ts';
import { createReadingEngine } from '../reading-engine.ts';
import { createTokenizer } from '../tokenizer.ts';
import { learnWithReader } from './learn-with-reader.ts';

const { tokenize } = createTokenizer(new URL('vocabulary.txt', READER_FILES));
const [SIGN] = tokenize('lamp').map(({ id }) => id);

/** Says yes to everything, and sees in its vector whether the lamp is mentioned. */
const readsYes: ReadModel = async ({ windows, questions }) =>
  questions.map(({ withVector }) =>
    windows.slice(0, 1).map((ids, window): PairReading => {
      const vector = new Float32Array(HIDDEN).fill(0.1);
      vector[7] = ids.includes(SIGN ?? -1) ? 1 : -1;
      return {
        ...{ window, likeness: 0.5, verdict: [3, 0, 0], undecided: 0, options: [], none: [0, 0] },
        spans: new Float32Array(4 * (ids.length - 2)),
        ...(withVector === true && { vector }),
      };
    }),
  );

const KIT: KitDocument = {
  kit: 'machines',
  bricks: [
    { key: 'odd', type: 'boolean', question: 'Is this a case for the night shift?' },
    { key: 'said', type: 'boolean', question: 'Did anybody say a word?' },
  ],
};

/** Long enough that the reader, not the words, answers. */
function call(index: number): Conversation {
  const subject = index % 2 === 0 ? 'lamp' : 'tank';
  const text = `The ${subject} number ${index} is not what it was. ${'We talked about this and that for a long time today. '.repeat(20)}`;
  return { text, turns: [{ index: 0, text, start: 0, end: text.length, side: 'customer' }], format: 'turns' };
}

const golden = Array.from({ length: 24 }, (_, index) => ({
  conversation: call(index),
  expected: { odd: index % 2 === 0, said: true },
}));

const answerWith = (brick: BrickDocument, index: number) =>
  createReadingEngine()(KIT, [brick], call(index), { read: readsYes, lexical: new Set() });

describe('learning with the reader', () => {
  it('gives a brick a head where that is right more often, and leaves the others alone', async () => {
    const learned = await learnWithReader(KIT, golden, { read: readsYes });
    const [odd, said] = learned.bricks;
    expect(said).toEqual(KIT.bricks[1]);
    expect(odd?.learned).toMatchObject({ version: 'reader-1', labels: 24, accuracy: { before: 0.5, after: 1 } });
    expect(checkKit(learned)).toHaveProperty('kit');
    if (odd === undefined) return;
    const answers = await Promise.all([answerWith(odd, 100), answerWith(odd, 101)]);
    expect(answers.map(({ outcomes }) => outcomes[0])).toEqual([
      expect.objectContaining({
        value: true,
        basis: 'learned',
        reason: expect.stringMatching(/^Learned from 24 labels\./),
      }),
      expect.objectContaining({ value: false, basis: 'learned' }),
    ]);
  });

  it('gives the same head for the same labels', async () => {
    const first = await learnWithReader(KIT, golden, { read: readsYes });
    expect(await learnWithReader(first, golden, { read: readsYes })).toEqual(first);
  });

  it('learns no head from fewer than ten labels', async () => {
    const { bricks } = await learnWithReader(KIT, golden.slice(0, 8), { read: readsYes });
    expect(bricks[0]?.learned?.version).not.toBe('reader-1');
  });

  it('is left aside, with a warning, where the reader has other weights', async () => {
    const { bricks } = await learnWithReader(KIT, golden, { read: readsYes });
    const [odd] = bricks;
    if (odd === undefined) return;
    const { outcomes, warnings } = await answerWith(
      { ...odd, learned: { ...odd.learned, reader: '0'.repeat(16) } },
      101,
    );
    expect(outcomes[0]).toMatchObject({ value: true, basis: 'read' });
    expect(warnings).toEqual([expect.stringContaining('odd learned was fitted with another version of the reader')]);
  });

  it('is refused by the check of a kit where its weights do not belong to its classes', async () => {
    const { bricks } = await learnWithReader(KIT, golden, { read: readsYes });
    const broken = { ...KIT, bricks: [{ ...bricks[0], learned: { ...bricks[0]?.learned, cells: 'AAAA' } }] };
    expect(checkKit(broken)).toMatchObject({ faults: [{ message: expect.stringContaining('do not belong') }] });
  });
});
