import { describe, expect, it } from 'vitest';
import { type Direction, directionAt, directionWanted, namedAs } from './directions.ts';
import { partnerOf } from './number-pairs.ts';
import { namedInRole, whoWanted } from './who-did-it.ts';

describe('from and to, before and now', () => {
  it.each<[string, Direction | undefined]>([
    ['From which city does the customer fly?', 'source'],
    ['Where does the train arrive?', 'target'],
    ['What was the rent before the increase, in pounds?', 'source'],
    ['What is the customer’s new address?', 'target'],
    ['How old is the roof?', undefined],
    ['How many people are coming?', undefined],
  ])('%s', (question, wanted) => expect(directionWanted(question)).toBe(wanted));

  it.each([
    ['We fly from Leeds to Lisbon.', 'Leeds', 'source'],
    ['We fly from Leeds to Lisbon.', 'Lisbon', 'target'],
    ['to Whitby please, leaving York around nine', 'York', 'source'],
    ['It used to be Hartley, it’s Devlin now.', 'Hartley', 'source'],
    ['It used to be Hartley, it’s Devlin now.', 'Devlin', 'target'],
    ['The green one suits me.', 'green', undefined],
  ])('%s %s', (text, words, direction) => {
    const at = text.indexOf(words);
    expect(directionAt(text, at, at + words.length)).toBe(direction);
  });

  it('finds what is named', () => {
    const named = (direction: Direction, text: string) =>
      namedAs(direction, text).map(({ start, end }) => text.slice(start, end));
    expect(named('source', 'Dover to Calais out')).toEqual(['Dover']);
    expect(named('target', 'Dover to Calais out')).toEqual(['Calais']);
    expect(named('target', 'bring it to Park View, please')).toContain('Park View');
  });
});

describe('who called whom', () => {
  const answers = (question: string, text: string) => {
    const who = whoWanted(question);
    return who && namedInRole(who, text, 'customer').map(({ start, end }) => text.slice(start, end));
  };

  it.each([
    ['Who called the customer?', 'Carol rang the police, and the police called me.', ['the police']],
    ['Who phoned the police?', 'My neighbour rang the police.', ['My neighbour']],
    ['Whom did the plumber text?', 'He texted my husband yesterday.', ['my husband']],
    ['Who called the police?', 'I rang the police.', []],
  ])('%s %s', (question, text, who) => expect(answers(question, text)).toEqual(who));

  it('is not asked by other questions', () => {
    expect(whoWanted('Who is responsible for the account?')).toBeUndefined();
  });
});

describe('two numbers said as one', () => {
  const pair = (text: string, first: string, second: string) => {
    const place = (words: string, number: number) => {
      const start = text.indexOf(words);
      return { turn: 0, start, end: start + words.length, number };
    };
    return { said: [place(first, 5), place(second, 7)], textOf: () => ({ text, start: 0 }) };
  };
  const other = (question: string, text: string, found: 0 | 1) => {
    const { said, textOf } = pair(text, 'five', 'seven');
    const one = said[found];
    return one && partnerOf(one, said, question, textOf)?.number;
  };

  it('gives the end that the question wants', () => {
    expect(other('How many days at most?', 'between five and seven days', 0)).toBe(7);
    expect(other('How many days at least?', 'five to seven days', 1)).toBe(5);
    expect(other('What was the fee before, in pounds?', 'from five to seven', 1)).toBe(5);
    expect(other('What is the new fee, in pounds?', 'from five pounds to seven', 0)).toBe(7);
  });

  it('leaves two that are none', () => {
    expect(other('How many days at most?', 'five adults and seven children', 0)).toBeUndefined();
    expect(other('How many days?', 'between five and seven days', 0)).toBeUndefined();
  });
});
