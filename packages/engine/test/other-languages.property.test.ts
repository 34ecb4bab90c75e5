import { isMetric } from '@brickwork/engine/bricks/numeric/is-metric';
import { serveEvaluations } from '@brickwork/engine/evaluation/serve-evaluations';
import { resultOf } from '@brickwork/engine/evaluation/thread-reply';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../test/support/draws.ts';
import { callsIn, LANGUAGES } from './support/calls-in-other-languages.ts';
import { EXAMPLE_KITS, readExample } from './support/example-kits.ts';

const CALLS = draws(20);
const CLAIM = 0.6;
/** Nobody needs a language to count these. */
const COUNTED = new Set(['talk_ratio', 'word_count', 'turn_count', 'longest_monologue_words', 'keyword_count']);

describe('the example kits on calls in languages that the local engine does not read', () => {
  it.each(LANGUAGES)('claim nothing in calls in %s, have no values and say so', async (code) => {
    const evaluate = serveEvaluations(createReadingEngine());
    for (const name of EXAMPLE_KITS) {
      const { kit } = await readExample(name);
      const field =
        Object.entries(kit.input.fields).find(([, { type }]) => type === 'conversation')?.[0] ?? 'transcript';
      const metrics = new Map(kit.bricks.flatMap((brick) => (isMetric(brick) ? [[brick.key, brick.metric]] : [])));
      const keys = kit.bricks.map(({ key }) => key);
      for (const call of callsIn(code, CALLS)) {
        const { outcomes, warnings = [] } = resultOf(await evaluate({ kit, input: { [field]: call }, keys }));
        const read = outcomes.filter(({ key }) => {
          const metric = metrics.get(key);
          if (metric === undefined) return true;
          return !COUNTED.has(metric) && !(call.includes('?') && metric.startsWith('question'));
        });
        expect(read.filter(({ confidence }) => confidence >= CLAIM)).toEqual([]);
        expect(read.filter(({ value }) => value !== null)).toEqual([]);
        if (read.length > 0) expect(warnings.join(' ')).toContain('The conversation is in');
      }
    }
  });
});
