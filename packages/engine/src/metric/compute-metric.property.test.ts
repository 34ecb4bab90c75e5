import { METRICS } from '@brickwork/contract/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../test/support/draws.ts';
import { normaliseConversation } from '../conversation/normalise.ts';
import { computeMetric } from './compute-metric.ts';

describe('computeMetric', () => {
  it('agrees with the plain definition of an interruption', () => {
    const turn = fc.record({
      speaker: fc.constantFrom('a', 'b', 'c'),
      text: fc.constant('word'),
      start: fc.nat(20),
      length: fc.nat(8),
    });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), (drawn) => {
        const turns = drawn.map(({ speaker, text, start, length }) => ({ speaker, text, start, end: start + length }));
        const plain = turns.filter((mine) =>
          turns.some((other) => other.speaker !== mine.speaker && other.start < mine.start && mine.start < other.end),
        );
        const brick = { key: 'figure', type: 'numeric', metric: 'interruption_count' } as const;
        expect(computeMetric(brick, normaliseConversation(turns)).value).toBe(plain.length);
      }),
      { numRuns: draws(1_000) },
    );
  });

  it('says the same with speech that is when the turns are', () => {
    const turn = fc.record({
      speaker: fc.constantFrom('agent', 'customer', 'Bob'),
      text: fc.constantFrom('word', 'more words', 'what else?'),
      start: fc.nat(30),
      length: fc.nat(8),
    });
    const hold = fc.record({ start: fc.nat(30), length: fc.nat(8) });
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 12 }),
        fc.array(hold, { maxLength: 2 }),
        fc.constantFrom(...METRICS),
        fc.constantFrom(undefined, 'agent', 'customer', 'bob'),
        (drawn, holds, metric, speaker) => {
          const spoken = drawn.map(({ length, ...rest }) => ({ ...rest, end: rest.start + length }));
          const waits = holds.map(({ start, length }) => ({ kind: 'hold', text: 'music', start, end: start + length }));
          const speech = spoken.map(({ speaker: label, start, end }) => ({ speaker: label, start, end }));
          const brick = { key: 'figure', type: 'numeric', metric, ...(speaker && { speaker }) } as const;
          const of = (input: unknown) => {
            const { evidence: _, ...outcome } = computeMetric(brick, normaliseConversation(input));
            return outcome;
          };
          const turns = [...spoken, ...waits];
          expect(of({ turns, speech })).toEqual(of({ turns }));
        },
      ),
      { numRuns: draws(2_000) },
    );
  });

  it('answers every metric on any text, with evidence that is a slice', () => {
    const turns = fc.array(
      fc.record({ speaker: fc.constantFrom('agent', 'Bob'), text: fc.string({ unit: 'grapheme' }) }),
    );
    fc.assert(
      fc.property(turns, fc.constantFrom(...METRICS), (drawn, metric) => {
        const conversation = normaliseConversation([...drawn, { speaker: 'agent', text: 'sorry, what?' }]);
        const outcome = computeMetric({ key: 'figure', type: 'numeric', metric }, conversation);
        expect(Number.isFinite(outcome.value)).toBe(true);
        for (const { text, turn, start, end } of outcome.evidence) {
          expect(conversation.text.slice(start, end)).toBe(text);
          expect(conversation.turns[turn]?.start).toBeLessThanOrEqual(start);
          expect(conversation.turns[turn]?.end).toBeGreaterThanOrEqual(end);
        }
      }),
      { numRuns: draws(500) },
    );
  });
});
