import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { findIdentities } from './find-identities.ts';
import { hideIdentities } from './hide-identities.ts';
import { maskConversation } from './mask-conversation.ts';
import { ORDINARY, TUNED, UNSEEN } from './private-inputs.ts';
import { LATE, LATE_ORDINARY } from './private-inputs-late.ts';
import type { MarkedText } from './read-marked.ts';

const PRIVATE: readonly MaskClass[] = ['password', 'birth_date'];

function found({ turns }: MarkedText): { kind: MaskClass; turn: number; text: string }[] {
  const { byText } = findIdentities(
    turns.map((text) => ({ text })),
    new Set(MASK_CLASSES),
  );
  return byText.flatMap((spans, turn) =>
    spans
      .filter(({ kind }) => PRIVATE.includes(kind))
      .map(({ kind, start, end }) => ({ kind, turn, text: turns[turn]?.slice(start, end) ?? '' })),
  );
}

describe('passwords and birth dates', () => {
  it.each([...TUNED, ...LATE])('$spans.0.kind in: $turns', (text) => {
    expect(found(text)).toEqual(text.spans);
  });

  it.each(PRIVATE)('finds each %s that no rule was written for', (kind) => {
    const wanted = UNSEEN.filter(({ spans }) => spans[0]?.kind === kind);
    expect(wanted.length).toBeGreaterThanOrEqual(30);
    expect(wanted.map((text) => ({ ...text, spans: found(text) }))).toEqual(wanted);
  });

  it('finds none in ordinary sentences', () => {
    expect(ORDINARY.length).toBeGreaterThanOrEqual(100);
    expect([...ORDINARY, ...LATE_ORDINARY].filter((text) => found(text).length > 0)).toEqual([]);
  });

  it('masks what the listener repeats, with the same placeholder', () => {
    const { conversation } = maskConversation(
      normaliseConversation([
        { speaker: 'Agent', text: 'And your date of birth?' },
        { speaker: 'Caller', text: '4 May 1988, and my PIN is 4471.' },
        { speaker: 'Agent', text: 'So 4 May 1988 and 4471. Your appointment is on 6 May 2026.' },
      ]),
      PRIVATE,
    );
    expect(conversation.turns.map(({ text }) => text)).toEqual([
      'And your date of birth?',
      '<BIRTH_DATE_1>, and my PIN is <PASSWORD_1>.',
      'So <BIRTH_DATE_1> and <PASSWORD_1>. Your appointment is on 6 May 2026.',
    ]);
  });

  it('gives away nothing in the number of a placeholder', () => {
    const { conversation } = maskConversation(
      normaliseConversation([{ speaker: 'Caller', text: 'password 4471, card 4532 0151 1283 0366' }]),
      MASK_CLASSES,
    );
    expect(conversation.turns[0]?.text).toBe('password <PASSWORD_1>, card <CARD_1>');
  });

  it('knows them in a document by their keys', () => {
    expect(hideIdentities({ document: { metadata: { date_of_birth: '1988-05-04', pin: '4471' } } })).toEqual({
      metadata: { date_of_birth: '<BIRTH_DATE_1>', pin: '<PASSWORD_1>' },
    });
  });
});
