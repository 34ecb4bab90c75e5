import { inferQuestion } from '@brickwork/contract/plain-questions';
import { describe, expect, it } from 'vitest';
import { askLonger } from './ask-longer.ts';
import type { CountedAnswer, Question } from './question.ts';
import { summariseAnswers } from './summarise-answers.ts';

const ACCURACY = { basis: 'reviewed', source: '', right: { share: 1, worth: 100 } };

/** Of a thousand calls a hundred were asked, and a fifth of the answers are a yes. */
function longer(questions: number, more: Partial<Question> = {}) {
  const used = new Set<string>();
  const asked = Array.from({ length: questions }, (_, at) => {
    const inferred = inferQuestion({ question: `Was number ${at} named?` }, used);
    used.add(inferred.key);
    return inferred;
  });
  const question = {
    ...{ asked, accuracies: asked.map(() => ACCURACY), status: 'capped', stoppedBy: 'runs', width: 0.01 },
    ...{ answered: 100, drawn: 100, population: 1_000, strata: [{ name: 'all', population: 1_000 }], groups: [] },
    ...more,
  } as unknown as Question;
  const counted = asked.flatMap((_, at): CountedAnswer[] => [
    { at, stratum: 0, group: null, state: 'sure', value: 'true', count: 20 },
    { at, stratum: 0, group: null, state: 'sure', value: 'false', count: 80 },
  ]);
  const summaries = summariseAnswers(question, counted);
  return askLonger(question, counted, [], { summaries, msPerAnswer: 500 });
}

describe('a longer run', () => {
  it('asks every call where that is needed, and takes as long as their answers', () => {
    expect(longer(1)).toMatchObject({ calls: 900, seconds: 450 });
    // The second question of a call takes half as long as the first.
    expect(longer(2)).toMatchObject({ calls: 900, seconds: 675 });
  });

  it('asks no more than the width needs', () => {
    const found = longer(1, { width: 0.05 });
    expect(found?.calls).toBeGreaterThan(50);
    expect(found?.calls).toBeLessThan(200);
    expect(found?.seconds).toBe(Math.ceil((found?.calls ?? 0) / 2));
    expect(found?.halves[0]).toBeLessThan(0.06);
  });

  it('asks those that were drawn where time or credits ended it', () => {
    expect(longer(1, { stoppedBy: 'seconds', drawn: 130 })).toMatchObject({ calls: 30, seconds: 15 });
    expect(longer(1, { stoppedBy: 'seconds' })).toBeUndefined();
  });

  it('is nothing of a question that was not cut short, or that nobody answered yet', () => {
    expect(longer(1, { status: 'complete' })).toBeUndefined();
    expect(longer(1, { answered: 0 })).toBeUndefined();
  });
});
