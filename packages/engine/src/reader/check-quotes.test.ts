import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { normaliseConversation } from '../conversation/normalise.ts';
import { createQuoteDoubt } from '../evaluation/doubt-quotes.ts';
import { createQuoteCheck } from './check-quotes.ts';
import { openReadModel } from './open-read-model.ts';
import { READER_FILES } from './reader-files.ts';
import { ReaderUnavailableError } from './reading.ts';

const conversation = normaliseConversation(
  [
    { speaker: 'Agent', text: 'Good morning, Harbour Dental, how can I help?' },
    { speaker: 'Customer', text: 'I would like my money back for the whitening, it did nothing at all.' },
    { speaker: 'Agent', text: 'I am sorry to hear that. Could you tell me your surname?' },
    { speaker: 'Customer', text: 'It is Larkin, and we have just had the driveway paved.' },
    { speaker: 'Agent', text: 'No, we cannot refund a treatment that was carried out.' },
  ],
  { field: 'transcript', format: undefined, sides: undefined },
);
const bricks: BrickDocument[] = [
  { key: 'refund_wanted', type: 'boolean', question: 'Does the customer want a refund?' },
  { key: 'refund_granted', type: 'boolean', question: 'Did the agent agree to a refund?' },
  {
    key: 'topic',
    type: 'categorical',
    question: 'What does the customer want?',
    categories: [
      { value: 'refund', description: 'Money back' },
      { value: 'booking', description: 'A new appointment' },
    ],
  },
];
const read = await openReadModel(READER_FILES);
const check = createQuoteCheck();

describe('what a model quotes', () => {
  it.each([
    ['refund_wanted', true, 1],
    ['refund_granted', false, 4],
    ['topic', 'refund', 1],
  ])('supports %s where it is about it', async (key, value, turn) => {
    expect(await check(read, conversation, bricks, [{ key, value, turns: [turn] }])).toEqual([]);
  });

  it.each([
    ['refund_wanted', true],
    ['refund_granted', true],
  ])('does not support %s where it is about something else', async (key, value) => {
    expect(await check(read, conversation, bricks, [{ key, value, turns: [3] }])).toEqual([key]);
  });

  it('lowers the answer below 0.6 and says that the quote does not bear on it', async () => {
    const outcomeOf = (turn: number): BrickOutcome => ({
      ...{ key: 'refund_wanted', value: true, confidence: 0.94, basis: 'model', reason: '' },
      evidence: [{ text: 'x', turn, start: 0, end: 1 }],
      confidenceBasis: { evidence: 'exact', quotes_given: 1, quotes_found: 1, votes: 1, agreeing: 1, stated: 1 },
    });
    const doubt = createQuoteDoubt({ kit: 'k', bricks } as KitDocument, conversation, (quoted) =>
      check(read, conversation, bricks, quoted),
    );
    const [right, foreign] = [...(await doubt([outcomeOf(1)])), ...(await doubt([outcomeOf(3)]))];
    expect(right).toEqual(outcomeOf(1));
    expect(foreign?.confidence).toBeLessThan(0.6);
    expect(foreign?.confidenceBasis).toMatchObject({ evidence: 'exact', bearing: false });
  });

  it('is left as it is where the reader cannot be used', async () => {
    const away = () => Promise.reject(new ReaderUnavailableError('its process has ended'));
    expect(await check(away, conversation, bricks, [{ key: 'refund_wanted', value: true, turns: [3] }])).toEqual([]);
  });
});
