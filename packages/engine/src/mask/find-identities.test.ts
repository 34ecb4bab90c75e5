import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { findIdentities } from './find-identities.ts';

const ALL = new Set<MaskClass>(MASK_CLASSES);

function found(...texts: string[]): string[][] {
  return findIdentities(
    texts.map((text) => ({ text })),
    ALL,
  ).byText.map((spans, index) => spans.map(({ kind, start, end }) => `${kind}: ${texts[index]?.slice(start, end)}`));
}

describe('findIdentities', () => {
  it.each([
    ['The card is 4532 0151 1283 0366.', 'card: 4532 0151 1283 0366'],
    [
      'it is four five three two zero one five one one two eight three zero three six six',
      'card: four five three two zero one five one one two eight three zero three six six',
    ],
    ['Pay to DE89 3704 0044 0532 0130 00 by Friday.', 'iban: DE89 3704 0044 0532 0130 00'],
    ['Write to jo.b@example.org.', 'email: jo.b@example.org'],
    ['it is john dot smith at gmail dot com', 'email: john dot smith at gmail dot com'],
    ['Call me on +44 7911 123456.', 'phone: +44 7911 123456'],
    [
      'my number is five five five oh one two three four five six',
      'phone: five five five oh one two three four five six',
    ],
    ['My SSN is 123-45-6789.', 'id_number: 123-45-6789'],
    ['I live at 14 Maple Street, Bristol BS1 4DJ.', 'address: 14 Maple Street, Bristol BS1 4DJ'],
    ['Ich wohne in der Hauptstraße 12, 10115 Berlin.', 'address: Hauptstraße 12, 10115 Berlin'],
    [
      'Open https://a.example/reset?token=8f3a9c1b77e2d4 now',
      'url_secret: https://a.example/reset?token=8f3a9c1b77e2d4',
    ],
    ['My name is Oliver Hartley.', 'person: Oliver Hartley'],
    ['my name is james carter and i want to cancel', 'person: james carter'],
    ['it is spelled k o w a l s k i', 'person: k o w a l s k i'],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual([[expected]]);
  });

  it.each([
    'The order number is 4471-22 and the total was 89.90 euros.',
    'We charge 12.50 a month plus 3 percent on top.',
    'The flight from Lisbon to Munich was cancelled on Tuesday.',
    'Mark it as urgent please, we will open in May.',
    'See https://www.example.com/help/returns for details.',
    'I grew up near Oxford Street in the eighties.',
    'Hi there, quick question about the warranty.',
  ])('finds nobody in: %s', (text) => {
    expect(found(text)).toEqual([[]]);
  });

  it('finds a number that is said in pieces, and what the listener repeats', () => {
    const spans = found(
      'And the card number, please?',
      'Sure, it is 4532',
      'Okay.',
      '0151 1283',
      'Mm-hm.',
      '0366',
      'That makes 42.50.',
    );
    expect(spans).toEqual([[], ['card: 4532'], [], ['card: 0151 1283'], [], ['card: 0366'], []]);
  });

  it('finds a name everywhere once it was found', () => {
    const spans = found('This is Ottoline Penhale.', 'thanks, can penhale sign for it?');
    expect(spans[1]).toEqual(['person: penhale']);
  });

  it('knows the speakers by their labels', () => {
    const { byText } = findIdentities(
      [
        { text: 'I told Castellane twice.', speaker: 'Wren' },
        { text: 'You did.', speaker: 'Castellane' },
      ],
      ALL,
    );
    expect(byText[0]).toHaveLength(1);
  });

  it('looks for the wanted classes only', () => {
    const { byText } = findIdentities([{ text: 'Oliver Hartley, jo@example.org' }], new Set(['email']));
    expect(byText[0]?.map(({ kind }) => kind)).toEqual(['email']);
  });
});
