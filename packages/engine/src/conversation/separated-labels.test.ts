/** Texts whose speakers no colon follows, and texts that only look like them. */
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from './normalise.ts';

const SAID = [
  ['Agent', 'agent', 'How can I help you?'],
  ['Customer', 'customer', 'My card is lost - I need a new one.'],
  ['Agent', 'agent', 'One moment.'],
];
const TABLE = `| Speaker | Text |\n|---|:--|\n${SAID.map(([who, , words]) => `| ${who} | ${words} |`).join('\n')}\n`;
const joined = (between: string, end = '\n') => SAID.map(([who, , words]) => `${who}${between}${words}`).join(end);

function read(text: string) {
  return normaliseConversation(text).turns.map(({ speaker, side, text: words }) => [speaker, side, words]);
}

describe('speakers without colons', () => {
  it.each([
    ['a dash', joined(' - ')],
    ['an en dash', joined(' – ')],
    ['an em dash', joined(' — ')],
    ['an em dash without spaces', joined('—')],
    ['a tab', joined('\t')],
    ['a line of its own', joined('\n')],
    ['a line of its own, with blank lines', joined('\n', '\n\n')],
    ['capitals on a line of their own', joined('\n').replaceAll('Agent', 'AGENT').replaceAll('Customer', 'CUSTOMER')],
    ['a table', TABLE],
    ['a CSV with ParticipantRole', `ParticipantRole,Content\n${joined(',')}\n`],
  ])('are read from %s', (_, text) => {
    expect(
      read(text).map(([who, side, words]) => [who?.replace(/\B\w+/, (rest) => rest.toLowerCase()), side, words]),
    ).toEqual(SAID);
  });

  it.each([
    ['a space', ' '],
    ['a colon', ': '],
    ['a dash', ' – '],
  ])('are pictures of them, with %s', (_, between) => {
    const text = SAID.map(([who, , words]) => `${who === 'Agent' ? '👩🏽‍💼' : '🙋'}${between}${words}`).join('\n');
    expect(read(`${text}\n🙋${between}Thanks.`).map(([who, , words]) => [who, words])).toEqual([
      ['👩🏽‍💼', 'How can I help you?'],
      ['🙋', 'My card is lost - I need a new one.'],
      ['👩🏽‍💼', 'One moment.'],
      ['🙋', 'Thanks.'],
    ]);
  });

  it('are named behind a picture', () => {
    const text = SAID.map(([who, , words]) => `${who === 'Agent' ? '🎧' : '👤'} ${who}: ${words}`).join('\n');
    expect(read(text)).toEqual(SAID);
  });

  it('are not the marks of a list', () => {
    const list = '✅ The card was blocked.\n❌ No new card.\n✅ The address is right.\n❌ No call back.';
    expect(normaliseConversation(list).format).toBe('plain');
  });

  it('are names that come back, on lines of their own or before a dash', () => {
    for (const between of [' - ', '\t', '\n']) {
      const text = ['LENA', 'TOM HALE', 'LENA', 'TOM HALE']
        .map((who, at) => `${who}${between}Sentence ${at} here.`)
        .join('\n\n');
      expect(read(text).map(([who, , words]) => [who, words])).toEqual([
        ['LENA', 'Sentence 0 here.'],
        ['TOM HALE', 'Sentence 1 here.'],
        ['LENA', 'Sentence 2 here.'],
        ['TOM HALE', 'Sentence 3 here.'],
      ]);
    }
  });

  it('keep the time in front of them', () => {
    const { turns } = normaliseConversation('00:12\tAgent\tHello.\n00:15\tCustomer\tHi there.');
    expect(turns.map(({ speaker, text, startSeconds }) => [speaker, text, startSeconds])).toEqual([
      ['Agent', 'Hello.', 12],
      ['Customer', 'Hi there.', 15],
    ]);
  });

  it('have their sides by the direction of messages in a CSV, where there are both', () => {
    expect(read('direction,message\ninbound,Where is my order?\noutbound,It ships today.\n')).toEqual([
      ['inbound', 'customer', 'Where is my order?'],
      ['outbound', 'agent', 'It ships today.'],
    ]);
    const calls = 'speaker,direction,text\nA,inbound,Hm.\nB,inbound,Hm.\n';
    expect(read(calls).map(([, side]) => side)).toEqual([undefined, undefined]);
  });

  it('are not fields above a transcript', () => {
    const text =
      'Call ID: 8842\nCampaign: Spring\nAgent Name: Lena\n\nAgent: How can I help?\nCustomer: My card is lost.';
    expect(read(text)).toEqual([
      [undefined, undefined, 'Call ID: 8842\nCampaign: Spring\nAgent Name: Lena'],
      ['Agent', 'agent', 'How can I help?'],
      ['Customer', 'customer', 'My card is lost.'],
    ]);
  });

  it.each([
    ['a list', 'Pizza - 12 euro\nSalad - 8 euro\nPizza - 14 euro with cheese'],
    ['opening hours', 'Monday - closed\nTuesday - open\nMonday - closed\nTuesday - open'],
    ['prose with dashes', 'I called twice - nobody came.\nThe agent - a nice man - said so.\nI called - again.'],
    ['short lines', 'I was angry.\nYes\nI was.\nNo\nI am not.\nYes\nI am.\nNo\nnot at all.'],
    ['a table of something else', '| Item | Price |\n|---|---|\n| Pizza | 12 |\n| Salad | 8 |'],
  ])('are not found in %s', (_, text) => {
    expect(read(text).map(([who]) => who)).toEqual([undefined]);
  });
});
