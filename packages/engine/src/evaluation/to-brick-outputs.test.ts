import type { KitDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { toBrickOutputs } from './to-brick-outputs.ts';

const span = { text: 'hello', turn: 0, speaker: 'Agent', start: 7, end: 12 };
const outcome = (key: string): BrickOutcome => ({
  key,
  value: true,
  confidence: 0.123456,
  basis: 'lexical',
  reason: 'Said so.',
  evidence: [span],
});

function outputs(output: ('confidence' | 'reason' | 'evidence')[] | undefined, includeSpans?: boolean) {
  const kit: KitDocument = { kit: 'one', bricks: [{ key: 'met', type: 'boolean', ...(output && { output }) }] };
  return toBrickOutputs(kit, [outcome('met')], includeSpans === undefined ? {} : { includeSpans });
}

describe('toBrickOutputs', () => {
  it('returns everything by default, the confidence to three decimals', () => {
    expect(outputs(undefined)).toEqual({
      met: { value: true, confidence: 0.123, reason: 'Said so.', evidence: ['hello'] },
    });
  });

  it('returns what the brick lists, and the value always', () => {
    expect(outputs([])).toEqual({ met: { value: true } });
    expect(outputs(['reason'])).toEqual({ met: { value: true, reason: 'Said so.' } });
  });

  it('adds the spans when asked, only together with evidence', () => {
    expect(outputs(['confidence'], true)).toEqual({ met: { value: true, confidence: 0.123, basis: 'lexical' } });
    expect(outputs(['evidence'], true)).toEqual({ met: { value: true, evidence: ['hello'], evidence_spans: [span] } });
    expect(outputs(['reason'], true)).toEqual({ met: { value: true, reason: 'Said so.' } });
  });

  it('leaves out a brick without an outcome', () => {
    const kit: KitDocument = {
      kit: 'two',
      bricks: [
        { key: 'met', type: 'boolean' },
        { key: 'left', type: 'boolean' },
      ],
    };
    expect(Object.keys(toBrickOutputs(kit, [outcome('left')]))).toEqual(['left']);
  });
});
