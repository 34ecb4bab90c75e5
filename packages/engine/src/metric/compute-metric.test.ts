import type { Metric, NumericBrick } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { wordingIn } from '../core/wording.ts';
import { computeMetric } from './compute-metric.ts';

function compute(metric: Metric, value: unknown, more: Partial<NumericBrick> = {}) {
  return computeMetric({ key: 'figure', type: 'numeric', ...more, metric }, normaliseConversation(value));
}

const figure = (metric: Metric, value: unknown, more?: Partial<NumericBrick>) => {
  const { value: found, confidence, evidence } = compute(metric, value, more);
  return { value: found, confidence, evidence: evidence.map(({ text }) => text) };
};

const CALL = [
  { speaker: 'agent', text: 'Hello, this is Sarah. How can I help you today?' }, // 10 words
  { speaker: 'customer', text: "I'm calling about my bill. It's wrong, um, and I'm not happy." }, // 12
  { speaker: 'agent', text: "I'm so sorry about that. Is it the June bill?" }, // 10
  { speaker: 'agent', text: 'What does it say?' }, // 4
  { speaker: 'customer', text: 'It says, you know, 135.50. Do you know why?' }, // 9
  { speaker: 'agent', text: 'My apologies: it is our mistake. I fixed it!' }, // 9
  { speaker: 'customer', text: 'Great, thank you, perfect.' }, // 4
];

const TIMED = [
  { speaker: 'agent', text: 'one two three', start: 0, end: 4 },
  { speaker: 'customer', text: 'four', start: 3, end: 6 },
  { speaker: 'agent', text: 'five six', start: 8.5, end: 9.5 },
  { speaker: 'customer', text: 'seven', start: 10, end: 11 },
  { speaker: 'agent', text: 'eight', start: 10, end: 10.5 },
];

describe('computeMetric', () => {
  it('explains a figure in the language of the kit', () => {
    const reasonOf = (metric: Metric, speaker?: string, language = 'de') =>
      computeMetric(
        { key: 'figure', type: 'numeric', metric, ...(speaker && { speaker }) },
        normaliseConversation(TIMED),
        wordingIn(language),
      ).reason;
    expect(reasonOf('talk_ratio')).toBe('5,5 s von 9,5 s gesprochen (Mitarbeiter).');
    expect(reasonOf('turn_count', 'customer')).toBe('2 Beiträge (Kunde).');
    expect(reasonOf('word_count', undefined, 'fr')).toBe('8 mots (tous).');
    expect(reasonOf('question_rate', 'agent', 'en')).toBe('0 questions in 6 words by the agent, per 100 words.');
  });

  it('counts words, turns and the longest monologue', () => {
    expect(figure('word_count', CALL)).toMatchObject({ value: 58, confidence: 1 });
    expect(figure('word_count', CALL, { speaker: 'customer' }).value).toBe(25);
    expect(figure('turn_count', CALL).value).toBe(6);
    expect(figure('turn_count', CALL, { speaker: 'agent' }).value).toBe(3);
    expect(figure('longest_monologue_words', CALL)).toEqual({
      value: 14,
      confidence: 1,
      evidence: ["I'm so sorry about that. Is it the June bill?", 'What does it say?'],
    });
    expect(figure('longest_monologue_words', CALL, { speaker: 'customer' }).value).toBe(12);
  });

  it('splits talk time by words, and by seconds when every turn has times', () => {
    expect(figure('talk_ratio', CALL, { speaker: 'customer' })).toMatchObject({ value: 0.431034, confidence: 1 });
    expect(figure('talk_ratio', CALL)).toEqual(figure('talk_ratio', CALL, { speaker: 'agent' }));
    expect(figure('talk_ratio', TIMED, { speaker: 'agent' }).value).toBe(0.578947); // 5.5 s of 9.5 s
    expect(figure('talk_ratio', [...TIMED, { speaker: 'agent', text: 'nine' }], { speaker: 'agent' }).value).toBe(
      0.777778,
    );
  });

  it('counts questions, open ones, and their rate per 100 words', () => {
    expect(figure('question_count', CALL)).toEqual({
      value: 4,
      confidence: 1,
      evidence: ['How can I help you today?', 'Is it the June bill?', 'What does it say?', 'Do you know why?'],
    });
    expect(figure('open_question_count', CALL, { speaker: 'agent' })).toEqual({
      value: 2,
      confidence: 1,
      evidence: ['How can I help you today?', 'What does it say?'],
    });
    expect(figure('question_rate', CALL, { speaker: 'agent' }).value).toBe(9.090909); // 3 in 33
  });

  it('knows questions by their opening where the transcript has no question mark at all', () => {
    const spoken = [
      { speaker: 'agent', text: 'hello. so what can i do for you. could you tell me your name' },
      { speaker: 'customer', text: 'i do not know what you mean. how strange' },
    ];
    expect(figure('question_count', spoken, { speaker: 'agent' })).toMatchObject({
      value: 2,
      evidence: ['so what can i do for you.', 'could you tell me your name'],
    });
    expect(figure('open_question_count', spoken, { speaker: 'agent' }).value).toBe(1);
    const marked = [...spoken, { speaker: 'customer', text: 'what?' }];
    expect(figure('question_count', marked).evidence).toEqual(['what?']);
  });

  it.each([
    ['What made you call?', 1],
    ['So, how does it work?', 1],
    ["What's wrong?", 1],
    ['Tell me, what happened?', 1],
    ['Could you help me understand?', 0],
    ['How much is it?', 0],
    ['What time is it?', 0],
    ['When is it due?', 0],
    ['Who signs?', 0],
    ['Is it what you want?', 0],
    ['What happened.', 0],
  ])('%j has %i open questions', (text, open) => {
    expect(figure('open_question_count', `${text} Right?`).value).toBe(open);
  });

  it.each([
    ['when i called you said no', 0],
    ['when did i call', 1],
    ['what i mean is this', 0],
    ['which card is it', 1],
    ["where's my card", 1],
    ['tell me about it', 1],
    ['there is a problem', 0],
  ])('%j, without marks, has %i questions', (text, count) => {
    expect(figure('question_count', text).value).toBe(count);
  });

  it('takes a run of marks as one question, and marks of other scripts', () => {
    expect(
      figure('question_count', 'Really?!!!!!!!!!!!!! You did what?? It costs 3.50? ? 你好吗？ هل أنت بخير؟').value,
    ).toBe(5);
  });

  it('counts who begins while another is speaking', () => {
    expect(figure('interruption_count', TIMED)).toEqual({ value: 1, confidence: 1, evidence: ['four'] });
    expect(figure('interruption_count', TIMED, { speaker: 'agent' })).toMatchObject({ value: 0, confidence: 1 });
    const three = [
      { speaker: 'a', text: 'long', start: 0, end: 10 },
      { speaker: 'b', text: 'short', start: 1, end: 2 },
      { speaker: 'a', text: 'again', start: 3, end: 4 },
      { speaker: 'c', text: 'late', start: 5, end: 6 },
      { speaker: 'c', text: 'after', start: 10, end: 12 },
    ];
    expect(figure('interruption_count', three).evidence).toEqual(['short', 'late']);
  });

  it('sums the silence, or the silence that a speaker ended', () => {
    expect(figure('silence_seconds', TIMED)).toMatchObject({ value: 3, confidence: 1 });
    expect(figure('silence_seconds', TIMED, { speaker: 'agent' }).value).toBe(2.5); // at 10 s both begin: the first in the transcript ended it
    expect(
      figure('silence_seconds', [
        { text: 'a', start: 0.1, end: 0.2 },
        { text: 'b', start: 0.5, end: 1 },
      ]).value,
    ).toBe(0.3);
  });

  it.each(['interruption_count', 'silence_seconds', 'longest_silence'] as const)(
    'says that %s needs times',
    (metric) => {
      expect(compute(metric, CALL)).toMatchObject({
        value: 0,
        confidence: 0,
        reason: 'Needs start and end times on every turn, and some are missing.',
      });
    },
  );

  it('rates sentiment by word list, negation turning it round', () => {
    expect(figure('sentiment', 'This is great.')).toEqual({ value: 0.6, confidence: 1, evidence: ['great'] });
    expect(figure('sentiment', 'This is not at all great.')).toMatchObject({
      value: -0.6,
      evidence: ['not at all great'],
    });
    expect(figure('sentiment', "It isn't bad.").value).toBe(0.6);
    expect(figure('sentiment', 'No. What kind of card is it?')).toEqual({ value: 0, confidence: 1, evidence: [] });
    expect(figure('sentiment', 'No, it is great.').value).toBe(0.6);
    expect(figure('sentiment', 'I hate it. It is great.').value).toBe(0); // -3 and 3
    expect(figure('sentiment_change', 'I hate it. It is great.').value).toBe(1.2);
    expect(figure('sentiment_change', CALL, { speaker: 'customer' }).value).toBeGreaterThan(0);
  });

  it('counts apologies', () => {
    expect(figure('apology_count', CALL)).toEqual({
      value: 3,
      confidence: 1,
      evidence: ['sorry', 'apologies', 'our mistake'],
    });
    expect(figure('apology_count', "I'm not sorry. I apologise.").evidence).toEqual(['apologise']);
  });

  it('counts fillers per 100 words', () => {
    expect(figure('filler_rate', CALL, { speaker: 'customer' })).toEqual({
      value: 8,
      confidence: 1,
      evidence: ['um', 'you know'],
    });
  });

  it('counts keywords as whole words, whatever their case, and leaves out excluded ones', () => {
    const hints = { keywords: ['pin', 'Date of birth', 'date'], exclude: ['pin code'] };
    const text = 'PIN please. Not the pin code, the pin. A date of\nbirth; spinning; the date.';
    expect(figure('keyword_count', text, { hints })).toEqual({
      value: 4,
      confidence: 1,
      evidence: ['PIN', 'pin', 'date of\nbirth', 'date'],
    });
    expect(figure('keyword_count', '我的卡丢了，卡在哪里', { hints: { keywords: ['卡'] } }).value).toBe(2);
    expect(compute('keyword_count', text)).toMatchObject({
      value: 0,
      confidence: 0,
      reason: 'The brick has no hints.keywords to count.',
    });
  });

  it('does not join a keyword across two turns', () => {
    const turns = [{ text: 'the account' }, { text: 'number' }];
    expect(figure('keyword_count', turns, { hints: { keywords: ['account number'] } }).value).toBe(0);
  });

  it('gives at most five pieces of evidence', () => {
    expect(figure('apology_count', 'sorry '.repeat(9))).toMatchObject({ value: 9, evidence: Array(5).fill('sorry') });
  });

  it('rounds to the step of the brick, counted from its minimum, and clips nothing', () => {
    expect(figure('talk_ratio', CALL, { speaker: 'customer', step: 0.05 }).value).toBe(0.45);
    expect(figure('word_count', CALL, { step: 10, max: 20 }).value).toBe(60);
    expect(figure('word_count', CALL, { step: 10, min: 5 }).value).toBe(55);
  });

  it('says when nobody is known to be the speaker, and knows a silent one', () => {
    expect(compute('word_count', 'Just a text.', { speaker: 'agent' })).toMatchObject({
      value: 0,
      confidence: 0,
      reason: 'No turn is known to be by the agent.',
    });
    const voicemail = [{ speaker: 'customer', text: 'Call me back.' }];
    expect(compute('word_count', voicemail, { speaker: 'agent' })).toMatchObject({ value: 0, confidence: 1 });
    expect(compute('talk_ratio', voicemail)).toMatchObject({ value: 0, confidence: 1 });
    expect(compute('filler_rate', voicemail, { speaker: 'agent' })).toMatchObject({ value: 0, confidence: 0 });
    expect(compute('word_count', voicemail, { speaker: 'Bob' })).toMatchObject({ value: 0, confidence: 0 });
  });

  it('counts neither a bot beside an agent nor an interpreter, unless they are asked for', () => {
    const call = [
      { speaker: 'IVR', kind: 'bot', text: 'Press one for billing or two for sales', start: 0, end: 10 },
      { speaker: 'agent', text: 'Hello there', start: 10, end: 12 },
      { speaker: 'Interpreter', kind: 'interpreter', text: 'Buenos días a usted', start: 12, end: 14 },
      { speaker: 'customer', text: 'Hola', start: 14, end: 16 },
    ];
    expect(figure('talk_ratio', call).value).toBe(0.5);
    expect(figure('word_count', call).value).toBe(3);
    expect(figure('turn_count', call).value).toBe(2);
    expect(figure('word_count', call, { speaker: 'interpreter' }).value).toBe(4);
    expect(figure('word_count', call, { speaker: 'IVR' }).value).toBe(8);
  });

  it('counts a bot that is the agent', () => {
    const call = [
      { speaker: 'bot', text: 'How can I help?' },
      { speaker: 'user', text: 'Refund please' },
    ];
    expect(figure('word_count', call, { speaker: 'agent' }).value).toBe(4);
    expect(figure('word_count', call).value).toBe(6);
  });

  it('does not take hold for silence, nor notes for words', () => {
    const call = [
      { speaker: 'agent', text: 'One moment', start: 0, end: 2 },
      { text: 'hold music', kind: 'hold', start: 3, end: 60 },
      { speaker: 'agent', text: 'he is rude, sorry', kind: 'note' },
      { speaker: 'agent', text: 'Thanks', start: 62, end: 63 },
      { speaker: 'customer', text: 'Fine', start: 65, end: 66 },
    ];
    expect(figure('silence_seconds', call).value).toBe(5); // 2 to 3, 60 to 62, 63 to 65
    expect(figure('apology_count', call).value).toBe(0);
    const open = call.map(({ ...turn }) => (turn.kind === 'hold' ? { ...turn, end: undefined } : turn));
    expect(figure('silence_seconds', open).value).toBe(3); // On hold until the next words.
    expect(
      figure(
        'silence_seconds',
        call.filter(({ kind }) => kind === undefined),
      ).value,
    ).toBe(62);
  });
});
