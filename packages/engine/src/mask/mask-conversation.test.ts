import { MASK_CLASSES } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { maskConversation } from './mask-conversation.ts';

function masked(value: unknown, kept: string[] = []) {
  const { conversation } = maskConversation(normaliseConversation(value), MASK_CLASSES, kept);
  return conversation.turns.map(({ speaker, text }) => [speaker, text]);
}

describe('maskConversation', () => {
  it('gives every spelling of a person or a number the same placeholder', () => {
    expect(
      masked([
        { speaker: 'Agent', text: 'Hello, am I speaking with Geoffrey Penhale?' },
        { speaker: 'Mr Penhale', text: 'Yes. Geoffrey, P-E-N-H-A-L-E, on +44 7911 123456.' },
        { speaker: 'Agent', text: 'Thanks Mr Penhale. So 07911 123456.' },
      ]),
    ).toEqual([
      ['Agent', 'Hello, am I speaking with <PERSON_1>?'],
      ['Mr <PERSON_1>', 'Yes. <PERSON_1>, <PERSON_1>, on <PHONE_1>.'],
      ['Agent', 'Thanks Mr <PERSON_1>. So <PHONE_1>.'],
    ]);
  });

  it('takes "Park" for a part of a name where people say who they are, and for a place elsewhere', () => {
    expect(
      masked([
        { speaker: 'Customer', text: "I am Jo Park. No, my wife's name is Ann Hall." },
        { speaker: 'Agent', text: 'Thank you, Jo. Nancy will call you.' },
      ]),
    ).toEqual([
      ['Customer', "I am <PERSON_1>. No, my wife's name is <PERSON_2>."],
      ['Agent', 'Thank you, <PERSON_1>. <PERSON_3> will call you.'],
    ]);
    const place = ['Agent', 'Harper Park, good morning.'];
    expect(masked([{ speaker: place[0], text: place[1] }])).toEqual([place]);
  });

  it('leaves labels that the kit names', () => {
    expect(masked([{ speaker: 'Priya', text: 'Hello.' }], ['priya'])).toEqual([['Priya', 'Hello.']]);
  });

  it('does not reuse placeholders that the conversation brings along', () => {
    expect(masked([{ speaker: 'Agent', text: 'I told <PERSON_3> that Oliver Hartley called.' }])).toEqual([
      ['Agent', 'I told <PERSON_3> that <PERSON_4> called.'],
    ]);
  });

  it('keeps back when somebody spoke, with their labels', () => {
    const turns = [{ speaker: 'Ada Lovelace', text: 'Hello.' }];
    const speech = [{ speaker: 'Ada Lovelace', start: 0, end: 1 }];
    const { conversation } = maskConversation(normaliseConversation({ turns, speech }), MASK_CLASSES);
    expect(JSON.stringify(conversation)).not.toContain('Lovelace');
  });

  it('keeps turns and text together', () => {
    const { conversation } = maskConversation(
      normaliseConversation('Agent: This is Ada Lovelace.\nCaller: jo@example.org'),
      MASK_CLASSES,
    );
    for (const { text, start, end } of conversation.turns) expect(conversation.text.slice(start, end)).toBe(text);
  });
});
