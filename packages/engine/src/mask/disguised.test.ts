import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { type Disguised, ORDINARY, SEEN, UNSEEN } from './disguised-inputs.ts';
import { findIdentities } from './find-identities.ts';
import { hideIdentities } from './hide-identities.ts';
import { maskConversation } from './mask-conversation.ts';
import { isOrdinarySearch } from './may-probe.ts';

const ALL = new Set<MaskClass>(MASK_CLASSES);

/** What is masked in the last turn, as it is written there. */
function found(text: string): string[] {
  const turns = text.split('\n').map((line) => ({ text: line }));
  const last = turns.length - 1;
  const spans = findIdentities(turns, ALL).byText[last] ?? [];
  return spans.map(({ kind, start, end }) => `${kind}: ${turns[last]?.text.slice(start, end)}`);
}

function isFound([kind, text, secret]: Disguised): boolean {
  return found(text).includes(`${kind}: ${secret}`);
}

describe('identities in disguise', () => {
  it.each(SEEN)('%s in: %s', (kind, text, secret) => {
    expect(found(text)).toContain(`${kind}: ${secret}`);
  });

  it('finds those that no rule was written for', () => {
    expect(UNSEEN.filter((each) => !isFound(each))).toEqual([]);
  });

  it.each(ORDINARY)('finds nobody in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('replaces exactly what is written, invisible characters and all', () => {
    const text = 'So 🙂 it is J\u200bohn Sm\u00adith on ０７７００ ９００１２３, thanks.';
    const { conversation, marks } = maskConversation(
      normaliseConversation([{ speaker: 'Caller', text }]),
      MASK_CLASSES,
    );
    expect(conversation.turns[0]?.text).toBe('So 🙂 it is <PERSON_1> on <PHONE_1>, thanks.');
    expect(marks[0]?.map(({ from, to }) => text.slice(from, to))).toEqual([
      'J\u200bohn Sm\u00adith',
      '０７７００ ９００１２３',
    ]);
  });

  it('gives a number the same placeholder in every disguise', () => {
    const { conversation } = maskConversation(
      normaliseConversation([
        { speaker: 'Caller', text: 'My number is 07700 900123.' },
        { speaker: 'Agent', text: 'So the number is O77OO-9OO-123, or ٠٧٧٠٠٩٠٠١٢٣.' },
      ]),
      MASK_CLASSES,
    );
    expect(conversation.turns[1]?.text).toBe('So the number is <PHONE_1>, or <PHONE_1>.');
  });

  it('knows those whom the input or the metadata names, whether they speak or not', () => {
    const conversation = normaliseConversation([{ speaker: 'Caller', text: 'i told wrenfield twice about it' }]);
    const people = [{ name: 'Ottoline Wrenfield' }];
    expect(maskConversation({ ...conversation, people }, MASK_CLASSES).conversation.turns[0]?.text).toBe(
      'i told <PERSON_1> twice about it',
    );
    const document = { metadata: { agent: 'Brindle' }, reason: 'Then Brindle promised a refund; brindle called back.' };
    expect(hideIdentities({ document })).toEqual({
      metadata: { agent: '<PERSON_1>' },
      reason: 'Then <PERSON_1> promised a refund; <PERSON_1> called back.',
    });
  });

  it('allows no search for a name in disguise', () => {
    expect(isOrdinarySearch('pen\u200bhale')).toBe(false);
    expect(isOrdinarySearch('ｓｍｉｔｈ')).toBe(false);
  });
});
