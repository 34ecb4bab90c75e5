import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../conversation/conversation.ts';
import { normaliseConversation } from '../../conversation/normalise.ts';
import { alignQuote } from './align-quote.ts';
import { indexConversation } from './conversation-index.ts';

function read(transcript: unknown): Conversation {
  return normaliseConversation(transcript, { field: 'transcript', format: undefined, sides: undefined });
}

function aligner(conversation: Conversation) {
  const index = indexConversation(conversation);
  return (turn: number, text: string) => {
    const found = alignQuote(index, { turn, text });
    if (found !== undefined) {
      expect(conversation.text.slice(found.span.start, found.span.end)).toBe(found.span.text);
    }
    return found && [found.found, found.span.text];
  };
}

describe('alignQuote', () => {
  const align = aligner(
    read(
      [
        'Agent: Good morning, this is Anna. I can’t refund order 4,821, and I  am sorry about that, to be honest with you.',
        'Customer: I um I I want to to cancel it is what I said and that’s all. It is non-refundable, twenty five dollars.',
        'Agent: The fee is -5.50 and you will get 10% off.',
      ].join('\n'),
    ),
  );

  it.each([
    [0, 'Good morning, this is Anna.', 'exact', 'Good morning, this is Anna.'],
    [
      0,
      "good morning, this is anna. i can't refund order 4,821",
      'folded',
      'Good morning, this is Anna. I can’t refund order 4,821',
    ],
    [0, '"and I am sorry about that"', 'folded', 'and I  am sorry about that'],
    [0, 'I cannot refund order 4,821', 'fuzzy', 'I can’t refund order 4,821'],
    [1, 'I want to cancel it', 'fuzzy', 'I um I I want to to cancel it'],
    [1, 'that is all', 'fuzzy', 'that’s all'],
    [2, 'Agent: The fee is -5.50', 'exact', 'The fee is -5.50'],
    [2, '10%', 'exact', '10%'],
    // The turn is wrong by one of the same speaker.
    [2, 'I am sorry about that', 'folded', 'I  am sorry about that'],
  ])('finds turn %i, %j: %s', (turn, quote, how, text) => {
    expect(align(turn, quote)).toEqual([how, text]);
  });

  it.each([
    [0, 'I can'],
    [0, 'I can refund order 4,821'],
    [0, 'refund order 4,821'],
    [0, 'order 4'],
    [0, 'order 4821'],
    [0, 'order 4,812'],
    [0, 'this is Hanna'],
    [0, 'Good … Anna'],
    [1, 'refundable'],
    [1, 'twenty'],
    [1, 'twenty dollars'],
    [2, 'fee is 5.50'],
    [2, '5.50'],
    [1, 'Good morning, this is Anna.'],
    [0, 'Customer: Good morning, this is Anna.'],
    [7, 'Good morning'],
    [-1, 'Good morning'],
    [0, ''],
    [0, '…'],
  ])('refuses turn %i, %j', (turn, quote) => {
    expect(align(turn, quote)).toBeUndefined();
  });

  it.each([
    ["We don't want Thai food tonight.", 'Thai food'],
    ['I would not say that I am happy with the service', 'happy with the service'],
    ['Thai food is not what we want', 'Thai food'],
    ['That was one hundred and thirty nine dollars', 'one hundred'],
    ['That was one hundred and thirty nine dollars', 'That was one hundred'],
    ['That was one hundred and thirty nine dollars', 'thirty nine dollars'],
    ['We can offer 11 % off', '11'],
    ['We can offer 11 % off', 'We can offer 11'],
    ['It is eleven percent off', 'eleven'],
    ['It is a good day for a walk', 'a'],
    ['It is a good day for a walk', 'it is a'],
  ])('of %j, %j is refused', (source, quote) => {
    expect(aligner(read(`Agent: ${source}`))(0, quote)).toBeUndefined();
  });

  it.each([
    ["We don't want Thai food, we want sushi tonight.", 'we want sushi tonight'],
    ["I don't like it but the price is right", 'the price is right'],
    ['I did not call and I paid the bill', 'I paid the bill'],
    ["We don't want Thai food tonight.", "We don't want Thai food"],
    ['That was one hundred and thirty nine dollars', 'one hundred and thirty nine dollars'],
    ['We can offer 11 % off', '11 % off'],
    ['I do', 'I do'],
    ['Yes', 'Yes'],
  ])('of %j, %j is accepted', (source, quote) => {
    expect(aligner(read(`Agent: ${source}`))(0, quote)?.[1]).toBe(quote);
  });

  it('reads scripts without spaces, right-to-left text and emoji', () => {
    const wide = aligner(
      read([
        { speaker: 'A', text: '我不想取消订单，因为太贵了。ＯＫ' },
        { speaker: 'B', text: '行きません。キャンセルしたいです' },
        { speaker: 'A', text: 'אני רוצה לבטל את המנוי, בסדר?' },
        { speaker: 'B', text: 'Great 👩‍👩‍👧 and 👍🏽 thanks, cafe\u0301 au lait' },
        { speaker: 'A', text: 'لا أريد إلغاء الطلب' },
      ]),
    );
    expect(wide(0, '我不想取消订单')).toEqual(['exact', '我不想取消订单']);
    expect(wide(0, '想取消订单')).toBeUndefined();
    expect(wide(0, '我想取消订单')).toBeUndefined();
    expect(wide(0, '因为太贵了。ok')).toEqual(['folded', '因为太贵了。ＯＫ']);
    expect(wide(1, 'キャンセルしたい')).toEqual(['exact', 'キャンセルしたい']);
    expect(wide(1, '行き')).toBeUndefined();
    expect(wide(2, 'רוצה לבטל את המנוי')).toEqual(['exact', 'רוצה לבטל את המנוי']);
    expect(wide(3, '👩‍👩‍👧')).toEqual(['exact', '👩‍👩‍👧']);
    expect(wide(3, '👩')).toBeUndefined();
    expect(wide(3, '👍')).toBeUndefined();
    expect(wide(3, 'café au lait')).toEqual(['folded', 'cafe\u0301 au lait']);
    expect(wide(3, 'cafe')).toBeUndefined();
    expect(wide(4, 'أريد إلغاء الطلب')).toBeUndefined();
    expect(wide(4, 'لا أريد إلغاء الطلب')).toEqual(['exact', 'لا أريد إلغاء الطلب']);
  });

  it('finds every sentence that was copied, in 400,000 characters', () => {
    const line = (n: number) =>
      `${n % 2 === 0 ? 'Agent' : 'Customer'}: Entry ${n} says that the parcel ${n * 7} came on a day that nobody had thought of before.`;
    const conversation = read(Array.from({ length: 4_500 }, (_, n) => line(n)).join('\n'));
    expect(conversation.text.length).toBeGreaterThan(400_000);
    const align = aligner(conversation);
    for (let n = 0; n < 4_500; n += 45) {
      expect(align(n, `entry ${n} says that the parcel ${n * 7} came`)?.[0]).toBe('folded');
      expect(align(n, `entry ${n} says that the parcel ${n * 7 + 1} came`)).toBeUndefined();
    }
  });
});

/** Sentences as people say them, each with what a careless or dishonest quote would make of it. */
const NAMES = ['Anna', 'Brian', 'Carlos', 'Dmitri', 'Elena', 'Farid', 'Grace', 'Hiro', 'Ingrid', 'Jamal'];
const VERBS = ['cancel', 'renew', 'return', 'upgrade', 'refund', 'cover', 'replace', 'extend', 'approve', 'record'];
const THINGS = [
  'the plan',
  'my card',
  'this order',
  'the policy',
  'your router',
  'that invoice',
  'the contract',
  'our seats',
];
const NEGATIONS: readonly (readonly [string, string])[] = [
  ['will not', 'will'],
  ['did not', 'did'],
  ['could not', 'could'],
  ["won't", 'will'],
  ["didn't", 'did'],
  ['cannot', 'can'],
  ['never', 'always'],
  ['would never', 'would'],
];

interface Mutation {
  kind: 'negation' | 'digit' | 'name' | 'speaker';
  turn: number;
  quote: string;
}

function corpus() {
  const lines: string[] = [];
  const copies: { turn: number; quote: string }[] = [];
  const mutations: Mutation[] = [];
  const pick = <Item>(from: readonly [Item, ...Item[]] | readonly Item[], at: number): Item =>
    from[at % from.length] as Item;
  for (let n = 0; n < 640; n += 1) {
    const turn = lines.length;
    const [speaker, other] = n % 2 === 0 ? ['Agent', 'Customer'] : ['Customer', 'Agent'];
    const [negated, plain] = pick(NEGATIONS, n);
    const [name, otherName] = [pick(NAMES, n), pick(NAMES, n + 3)];
    const [verb, thing] = [pick(VERBS, n * 3), pick(THINGS, n * 5)];
    const amount = 1_000 + n * 13;
    // A marker of its own makes every sentence unique, so that no mutation of one is a copy of another.
    const sentence = `ticket T${n} says ${name} ${negated} ${verb} ${thing} for ${amount} dollars on day ${n} of row ${n + 2}`;
    lines.push(`${speaker}: So ${sentence}, as I said.`, `${other}: Right, noted as item ${n}.`);
    copies.push({ turn, quote: sentence });
    const add = (kind: Mutation['kind'], quote: string, at = turn) => mutations.push({ kind, turn: at, quote });
    add('negation', sentence.replace(negated, plain));
    add('negation', sentence.replace(` ${negated}`, ''));
    add('negation', `${verb} ${thing} for ${amount} dollars`);
    add('digit', sentence.replace(String(amount), String(amount + 1)));
    add('digit', sentence.replace(String(amount), String(amount).slice(0, -1)));
    add(
      'digit',
      sentence.replace(`${amount} dollars`, `${String(amount).slice(0, 1)},${String(amount).slice(1)} dollars`),
    );
    add('name', sentence.replace(name, otherName));
    add('name', sentence.replace(name, name.slice(0, -1)));
    add('speaker', sentence, turn + 1);
    add('speaker', `${other}: So ${sentence}`);
  }
  return { conversation: read(lines.join('\n')), copies, mutations };
}

describe('quotes that say something else', () => {
  const { conversation, copies, mutations } = corpus();
  const index = indexConversation(conversation);

  it('are told from copies, all of which are found', () => {
    const missed = copies.filter(({ turn, quote }) => alignQuote(index, { turn, text: quote })?.found !== 'exact');
    expect(missed).toEqual([]);
  });

  it('are refused, every one of more than 5,000', () => {
    expect(mutations.length).toBeGreaterThan(5_000);
    const accepted = mutations.filter(({ turn, quote }) => alignQuote(index, { turn, text: quote }) !== undefined);
    expect(accepted).toEqual([]);
  });

  it('are refused in any case and spelling of quotes and spaces', () => {
    const accepted = mutations
      .flatMap(({ turn, quote }) =>
        [quote.toUpperCase(), ` “${quote.replaceAll(' ', '  ')}” `, `um ${quote}`].map((text) => ({ turn, text })),
      )
      .filter((quote) => alignQuote(index, quote) !== undefined);
    expect(accepted).toEqual([]);
  });
});
