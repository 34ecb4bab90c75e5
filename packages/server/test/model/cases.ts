/** One small kit, a conversation for it, and the correct answers of a model. */
import { onTestFinished } from 'vitest';
import { type FakeAnswer, type ModelScript, startFakeModel } from '../../../../test/support/fake-model.ts';

export const TRANSCRIPT =
  'Agent: Good morning, how can I help?\nCustomer: I lost my platinum card and I am not happy.\nAgent: I am sorry to hear that.';
/** None of this may ever appear in a log or an error. */
export const SECRET_WORDS = ['platinum', 'not happy', 'sk-very-secret-key'];

const question = 'What about it?';
export const DOCUMENT = {
  kit: 'calls',
  bricks: [
    { key: 'card_lost', type: 'boolean', question },
    { key: 'mood', type: 'categorical', question, categories: [{ value: 'good' }, { value: 'bad' }] },
    { key: 'score', type: 'numeric', question, min: 0, max: 10, step: 1 },
    { key: 'item', type: 'text', question },
  ],
};

const ANSWERS: Record<string, FakeAnswer> = {
  mood: { value: 'bad', evidence: [{ turn: 1, quote: 'I am not happy' }] },
  score: { value: 7, evidence: [{ turn: 2, quote: 'I am sorry' }] },
  item: { value: 'platinum card', evidence: [{ turn: 1, quote: 'my platinum card' }] },
};

export function answer(key: string): FakeAnswer {
  return ANSWERS[key] ?? { value: true, evidence: [{ turn: 1, quote: 'I lost my platinum card' }] };
}

/** Stops when the test ends. */
export async function fakeModel(script?: ModelScript, answers: Parameters<typeof startFakeModel>[0] = answer) {
  const model = await startFakeModel(answers, script);
  onTestFinished(() => model.stop());
  return model;
}
