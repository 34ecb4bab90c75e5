import type { BrickDocument } from '@brickwork/contract/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../test/support/draws.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { openReadModel } from './open-read-model.ts';
import { READER_FILES } from './reader-files.ts';
import { ENGLISH_READER } from './readers.ts';
import { ReaderUnavailableError, type ReadModel } from './reading.ts';
import { createReadingEngine } from './reading-engine.ts';

const evaluateRead = createReadingEngine();
const KIT = { kit: 'test', bricks: [] };
const READ_ALL = new Set<string>();

const BRICKS: BrickDocument[] = [
  { key: 'hurt', type: 'boolean', question: 'Was anybody hurt?' },
  { key: 'pays', type: 'boolean', question: 'Will the insurer pay the bill in full?', speaker: 'agent' },
  {
    key: 'cause',
    type: 'categorical',
    question: 'Where does the damage come from?',
    categories: [{ value: 'pipe', description: 'a burst pipe' }, { value: 'storm' }, { value: 'other' }],
  },
  { key: 'plumber', type: 'text', question: 'What is the name of the plumber?' },
  { key: 'rooms', type: 'numeric', question: 'How many rooms are wet?', min: 0, max: 100 },
  {
    key: 'mood',
    type: 'numeric',
    question: 'How upset is the customer, 1 (calm) to 5 (very)?',
    min: 1,
    max: 5,
    step: 1,
  },
  { key: 'phone', type: 'text', question: 'Which number can the customer be called on?', extract: 'phone' },
];

function conversationOf(said: ReadonlyArray<readonly [speaker: 'agent' | 'customer', text: string]>): Conversation {
  let text = '';
  const turns = said.map(([side, words], index): Turn => {
    const start = text.length;
    text += `${words}\n`;
    return { index, speaker: side, side, text: words, start, end: start + words.length };
  });
  return { text, turns, format: 'turns' };
}

const CALL = conversationOf([
  ['agent', 'Good morning, Harrow Mutual, you are speaking with Dana. How can I help you today?'],
  [
    'customer',
    'Hi, I have water coming through my ceiling, it started around five this morning and it is still dripping.',
  ],
  ['agent', 'Oh no, I am sorry to hear that. Is everybody all right, was anybody hurt?'],
  [
    'customer',
    'No, nobody was hurt, we are fine. The plumber, his name is Viktor Lindqvist, says the pipe upstairs burst.',
  ],
  ['agent', 'Good. And how many rooms are wet?'],
  ['customer', 'Three rooms, the kitchen, the hall and the small bedroom. The kitchen is the worst of them.'],
  [
    'agent',
    'Thank you. I will open a claim and send an assessor, who decides what is paid. He will call before he comes.',
  ],
]);

/** The same scores for the same question and window, and different ones for others: enough to point anywhere. */
const pointsAnywhere: ReadModel = async ({ windows, questions, mostWindows }) =>
  questions.map(({ ids, marks }) =>
    windows.slice(0, mostWindows).map((window, index) => {
      let seed = ids.reduce((sum, id) => (sum * 31 + id) % 65_537, window.length);
      const next = (): number => {
        seed = (seed * 75 + 74) % 65_537;
        return seed / 6_553.7 - 5;
      };
      return {
        window: index,
        likeness: 0,
        verdict: [next(), next(), next()] as [number, number, number],
        undecided: next(),
        options: marks.map((): [number, number] => [next(), next()]),
        none: [-9, -9] as [number, number],
        spans: Float32Array.from({ length: 4 * (window.length - 2) }, next),
      };
    }),
  );

const LONG_TURN = ['customer', 'The water came through the ceiling again. '.repeat(50)] as const;

const OTHERS: BrickDocument[] = [
  { key: 'tenant', type: 'text', question: 'What is the full name of the tenant?', extract: 'name' },
  { key: 'signer', type: 'text', question: 'Who signs off on the budget?', extract: 'name', absent: null },
];

/** Both only introduce themselves. */
const REPAIR = conversationOf([
  ['agent', 'Good morning, Harbour Lettings, this is Ruth speaking.'],
  ['customer', "Morning. My name is Rosa Alvarez, I'm a tenant in flat six. The boiler's gone out again."],
  ['agent', 'Oh no. Since when?'],
  ['customer', "Last night, about eleven. I've a baby here, so it's rather urgent."],
]);

describe('reading', { timeout: 120_000 }, () => {
  it('gives evidence that is verbatim, in one turn, for any text', async () => {
    const turn = fc.tuple(
      fc.constantFrom('agent' as const, 'customer' as const),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 12 }), async (said) => {
        // Judgements are read in long conversations only.
        const conversation = conversationOf([...said, LONG_TURN]);
        const { outcomes } = await evaluateRead(KIT, BRICKS, conversation, { read: pointsAnywhere, lexical: READ_ALL });
        expect(outcomes.map(({ key }) => key)).toEqual(BRICKS.map(({ key }) => key));
        for (const { evidence, confidence } of outcomes) {
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
          for (const span of evidence) {
            expect(span.text).toBe(conversation.text.slice(span.start, span.end));
            const { start = 0, end = -1 } = conversation.turns[span.turn] ?? {};
            expect(span.start).toBeGreaterThanOrEqual(start);
            expect(span.end).toBeLessThanOrEqual(end);
          }
        }
      }),
      { numRuns: draws(60) },
    );
  });

  it('is answered from the words, with a warning, where the model cannot be used', async () => {
    const read: ReadModel = async () => {
      throw new ReaderUnavailableError('no runtime for this machine');
    };
    const { outcomes, warnings } = await evaluateRead(KIT, BRICKS, CALL, { read, lexical: READ_ALL });
    expect(outcomes).toHaveLength(BRICKS.length);
    expect(outcomes.every(({ basis }) => basis !== 'read')).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('The reader could not be used (no runtime for this machine)')]);
  });

  it('is not done for bricks that want their words alone', async () => {
    let asked = 0;
    const read: ReadModel = async (request) => {
      asked += request.questions.length;
      return pointsAnywhere(request);
    };
    const lexical = new Set(BRICKS.map(({ key }) => key));
    await evaluateRead(KIT, BRICKS, CALL, { read, lexical });
    expect(asked).toBe(0);
    await evaluateRead(KIT, BRICKS, CALL, { read, lexical: new Set(['plumber']) });
    expect(asked).toBeGreaterThan(0);
  });

  it('is tried again after a passing fault, and never after a lasting one', async () => {
    const fresh = createReadingEngine();
    const faults = [{ isLasting: false }, { isLasting: true }];
    let asked = 0;
    const read: ReadModel = async (request) => {
      const fault = faults[asked];
      asked += 1;
      if (fault !== undefined) throw new ReaderUnavailableError('out of order', fault);
      return pointsAnywhere(request);
    };
    for (const _ of [1, 2, 3]) {
      const { warnings } = await fresh(KIT, BRICKS, CALL, { read, lexical: READ_ALL });
      expect(warnings).toEqual([expect.stringContaining('out of order')]);
    }
    expect(asked).toBe(2);
  });

  /** A model that is sure of one verdict, of the first option and of nothing else. */
  const sureOf =
    (verdict: [yes: number, silent: number, no: number]): ReadModel =>
    async (request) =>
      (await pointsAnywhere(request)).map((pairs) =>
        pairs.map((pair) => ({
          ...pair,
          verdict,
          undecided: -9,
          options: pair.options.map((_, at): [number, number] => (at === 0 ? [9, 9] : [-9, -9])),
        })),
      );
  const LONG_CALL = conversationOf([...CALL.turns.map(({ side = 'agent', text }) => [side, text] as const), LONG_TURN]);
  const answerOf = async (brick: BrickDocument, read: ReadModel) => {
    const { outcomes } = await evaluateRead(KIT, [brick], LONG_CALL, { read, lexical: READ_ALL });
    return outcomes[0];
  };

  it('is not sure where it differs from the words of the hints, and says both', async () => {
    const hinted: BrickDocument = {
      key: 'assessor',
      type: 'boolean',
      question: 'Is an assessor sent?',
      hints: { keywords: ['send an assessor'] },
    };
    const agreed = await answerOf(hinted, sureOf([9, -9, -9]));
    expect(agreed).toMatchObject({ value: true });
    expect(agreed?.confidence).toBeGreaterThan(0.6);
    const differing = await answerOf(hinted, sureOf([-9, -9, 9]));
    expect(differing?.confidence).toBeLessThanOrEqual(0.6);
    expect(differing?.reason).toContain('by its hints the answer is true, by what was read false');
  });

  it('leaves a short conversation to its words where the model cannot choose', async () => {
    const room: BrickDocument = {
      key: 'room',
      type: 'categorical',
      question: 'Which room suffered most?',
      categories: [{ value: 'bathroom' }, { value: 'kitchen' }, { value: 'bedroom' }, { value: 'hall' }],
    };
    const inShort = async (read: ReadModel) => {
      const { outcomes } = await evaluateRead(KIT, [room], CALL, { read, lexical: READ_ALL });
      return outcomes[0];
    };
    const undecided: ReadModel = async (request) =>
      (await pointsAnywhere(request)).map((pairs) =>
        pairs.map((pair) => ({ ...pair, undecided: 9, options: pair.options.map((): [number, number] => [0, 0]) })),
      );
    expect(await inShort(undecided)).toMatchObject({ basis: 'lexical' });
    const hall: ReadModel = async (request) =>
      (await undecided(request)).map((pairs) =>
        pairs.map((pair) => ({
          ...pair,
          options: pair.options.map((each, at): [number, number] => (at === 3 ? [3, 0] : each)),
        })),
      );
    expect(await inShort(hall)).toMatchObject({ value: 'hall', basis: 'read' });
    expect(await inShort(sureOf([0, 0, 0]))).toMatchObject({ basis: 'read' });
  });

  it('is not sure of one of a few options by agreement alone, unless the options have hints', async () => {
    const categories = ['bathroom', 'kitchen', 'hall'].map((value) => ({ value, description: `The ${value} is wet.` }));
    const room: BrickDocument = { key: 'room', type: 'categorical', question: 'Which room is wet?', categories };
    const hinted = { ...room, categories: categories.map((each) => ({ ...each, hints: { keywords: [each.value] } })) };
    const said = { ...CALL, text: 'The kitchen is wet.', turns: CALL.turns.slice(0, 1) };
    const text = `My kitchen is wet, the whole kitchen, and ${'water drips from the kitchen wall. '.repeat(3)}`;
    const short = { ...said, text, turns: said.turns.map((turn) => ({ ...turn, text, start: 0, end: text.length })) };
    const kitchen: ReadModel = async (request) =>
      (await pointsAnywhere(request)).map((pairs) =>
        pairs.map((pair) => ({
          ...pair,
          options: pair.options.map((_, at): [number, number] => (at === 1 ? [9, 9] : [-9, -9])),
        })),
      );
    const answer = async (brick: BrickDocument) =>
      (await evaluateRead(KIT, [brick], short, { read: kitchen, lexical: READ_ALL })).outcomes[0];
    expect(await answer(room)).toMatchObject({ value: 'kitchen', confidence: 0.6 });
    expect((await answer(hinted))?.confidence).toBeGreaterThan(0.6);
  });

  it('leaves what one side literally says to the words, in conversations of any length', async () => {
    const asked: BrickDocument = {
      key: 'asked',
      type: 'boolean',
      question: 'Did the agent ask how many rooms are wet?',
    };
    expect(await answerOf({ ...asked, speaker: 'agent' }, sureOf([-9, -9, 9]))).toMatchObject({ value: true });
    expect(await answerOf(asked, sureOf([-9, -9, 9]))).toMatchObject({ value: false, basis: 'read' });
  });

  it('leaves satisfaction to the words', async () => {
    const satisfied: BrickDocument = {
      key: 'content',
      type: 'numeric',
      question: 'How satisfied is the customer, 1 to 5?',
      min: 1,
      max: 5,
      step: 1,
    };
    expect((await answerOf(satisfied, sureOf([0, 0, 0])))?.basis).not.toBe('read');
  });

  it('claims no more than kits have earned, and little where the sides are not known', async () => {
    const hurt = BRICKS.find(({ key }) => key === 'hurt') as BrickDocument;
    const known = await answerOf(hurt, sureOf([-9, 9, -3]));
    expect(known?.confidence).toBeGreaterThan(0.7);
    expect(known?.confidence).toBeLessThanOrEqual(ENGLISH_READER.calibration().boolean.most);
    const turns = LONG_CALL.turns.map(({ side: _, ...turn }) => turn);
    const means = { read: sureOf([-9, 9, -3]), lexical: READ_ALL };
    const { outcomes } = await evaluateRead(KIT, [hurt], { ...LONG_CALL, turns }, means);
    expect(outcomes[0]).toMatchObject({ value: false, confidence: 0.6 });
  });

  it('answers a number that nobody said with the lowest one, not with another number', async () => {
    const silent: ReadModel = async (request) =>
      (await pointsAnywhere(request)).map((pairs) =>
        pairs.map((pair) => ({ ...pair, none: [12, 12] as [number, number] })),
      );
    const rooms = BRICKS.find(({ key }) => key === 'rooms') as BrickDocument;
    const unsaid = await answerOf(rooms, silent);
    expect(unsaid).toMatchObject({ value: 0, evidence: [], reason: 'No number that answers this was found.' });
    expect(unsaid?.confidence).toBeLessThanOrEqual(0.75);
    // It only stands for "not known", unless the brick says what is right then.
    expect(unsaid).toMatchObject({ basis: 'unsaid' });
    const named = { ...rooms, absent: null } as BrickDocument;
    expect(await answerOf(named, silent)).toMatchObject({ value: null, basis: 'read' });
  });

  it('never makes a rating sure', async () => {
    const mood = BRICKS.find(({ key }) => key === 'mood') as BrickDocument;
    const rated = await answerOf(mood, sureOf([0, 0, 0]));
    expect(rated).toMatchObject({ value: 1, basis: 'read' });
    expect(rated?.confidence).toBeLessThanOrEqual(0.6);
  });

  it('gives every category of a list that comes up, each with its evidence', async () => {
    const topics: BrickDocument = {
      key: 'topics',
      type: 'categorical',
      many: true,
      question: 'What is talked about?',
      categories: [{ value: 'water' }, { value: 'fire' }, { value: 'theft' }],
    };
    const listed = await answerOf(topics, sureOf([0, 0, 0]));
    expect(listed).toMatchObject({ value: ['water'], basis: 'read' });
    expect(listed?.evidence.every(({ item }) => item === 0)).toBe(true);
  });

  it('is unsure of a conversation that is too short to judge, and warns', async () => {
    const means = { read: pointsAnywhere, lexical: READ_ALL };
    const { outcomes, warnings } = await evaluateRead(KIT, BRICKS, conversationOf([['customer', 'Hello?']]), means);
    expect(warnings).toEqual(['The conversation is too short to judge, so confidence is low.']);
    const judged = outcomes.filter(({ basis }) => basis !== 'pattern');
    expect(Math.max(...judged.map(({ confidence }) => confidence))).toBeLessThanOrEqual(0.6);
  });
});

describe('the model', { timeout: 240_000 }, async () => {
  const read = await openReadModel(READER_FILES);

  it('tells who is asked about from who only introduced themselves', async () => {
    const { outcomes } = await evaluateRead(KIT, OTHERS, REPAIR, { read, lexical: READ_ALL });
    expect(outcomes).toMatchObject([{ value: 'Rosa Alvarez' }, { value: null }]);
  });

  it('finds names and numbers where they were said', async () => {
    const { outcomes } = await evaluateRead(KIT, BRICKS, CALL, { read, lexical: READ_ALL });
    const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
    expect(byKey.get('plumber')).toMatchObject({ value: 'Viktor Lindqvist', basis: 'read' });
    expect(byKey.get('rooms')).toMatchObject({ value: 3, basis: 'read' });
    expect(byKey.get('rooms')?.evidence[0]?.text).toContain('Three rooms');
    expect(byKey.get('hurt')).toMatchObject({ value: false, basis: 'read' });
  });

  it('gives the same answers every time, whatever else is asked', async () => {
    const means = { read, lexical: READ_ALL };
    const first = await evaluateRead(KIT, BRICKS, CALL, means);
    expect(await evaluateRead(KIT, BRICKS, CALL, means)).toEqual(first);
    const alone = await evaluateRead(KIT, BRICKS.slice(3, 4), CALL, means);
    expect(alone.outcomes).toEqual(first.outcomes.slice(3, 4));
  });

  it('is unavailable where its files are not', async () => {
    await expect(openReadModel(new URL('./nowhere/', READER_FILES))).rejects.toThrow(ReaderUnavailableError);
  });
});
