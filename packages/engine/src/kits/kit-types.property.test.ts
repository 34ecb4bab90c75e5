import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { arbitraryKit } from '../../../../test/support/arbitrary-kit.ts';
import { draws } from '../../../../test/support/draws.ts';
import { checkKit } from './check-kit.ts';
import { kitTypes } from './kit-types.ts';

function typesOf(value: unknown): string {
  const checked = checkKit(value);
  if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
  return kitTypes(checked.kit);
}

describe('kitTypes', () => {
  it('says which values may be null, and why', () => {
    const question = 'So?';
    const types = typesOf({
      kit: 'card',
      bricks: [
        { key: 'refund', type: 'boolean', question, abstain_below: 0.5, output: [] },
        { key: 'read', type: 'boolean', question, applies_when: { brick: 'refund', is: true }, output: [] },
        { key: 'city', type: 'text', question, absent: null, output: [] },
        { key: 'solved', type: 'boolean', question, output: [] },
        { key: 'total', type: 'numeric', score: { items: [{ brick: 'solved', points: 1 }] }, output: [] },
        { key: 'words', type: 'numeric', metric: 'word_count', output: [] },
        { key: 'length', type: 'numeric', score: { items: [{ brick: 'words', points: 1, at_least: 10 }] }, output: [] },
      ],
    });
    const shapes = types.replaceAll(/\s+/g, ' ');
    expect(shapes).toContain("refund: { value: boolean | null; applicability?: 'abstained'; };");
    expect(shapes).toContain("read: { value: boolean | null; applicability?: 'not_applicable' | 'abstained'; };");
    expect(shapes).toContain("city: { value: string | null; applicability?: 'abstained'; };");
    // An engine that does not read the conversation's language answers nothing but what it can count.
    expect(shapes).toContain("solved: { value: boolean | null; applicability?: 'abstained'; };");
    expect(shapes).toContain("total: { value: number | null; applicability?: 'abstained'; };");
    expect(shapes).toContain('words: { value: number; };');
    expect(shapes).toContain('length: { value: number; };');
  });

  it('prints the types a consumer would write by hand', () => {
    const types = typesOf({
      kit: 'support_call',
      name: 'Support call',
      bricks: [
        {
          key: 'mood',
          type: 'categorical',
          question: 'How did */ it end?',
          categories: [{ value: 'good' }, { value: "can't say" }],
          output: ['confidence'],
        },
        { key: 'talk', type: 'numeric', metric: 'talk_ratio', on_invalid: 'omit', output: ['evidence'] },
      ],
    });
    expect(types).toBe(`/** Output of the kit support_call: Support call. */
export interface SupportCallOutput {
  kit_code: string;
  kit_version_id: string;
  bricks: {
    /** How did * / it end? */
    mood: {
      value: 'good' | 'can\\'t say' | null;
      applicability?: 'abstained';
      confidence: number;
      basis?: string;
    };
    /** talk */
    talk?: {
      value: number;
      evidence: string[];
      evidence_spans?: SupportCallOutputEvidenceSpan[];
    };
  };
}

export interface SupportCallOutputEvidenceSpan {
  text: string;
  turn: number;
  speaker?: string;
  start: number;
  end: number;
}
`);
  });

  it('is valid TypeScript for any kit', () => {
    fc.assert(
      fc.property(arbitraryKit, (document) => {
        const { diagnostics } = ts.transpileModule(typesOf(document), { reportDiagnostics: true });
        expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
      }),
      { numRuns: draws(100) },
    );
  });
});
