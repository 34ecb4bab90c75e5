import { describe, expect, it } from 'vitest';
import type { Turn } from './conversation.ts';
import { normaliseConversation } from './normalise.ts';

function said(text: string): Array<[string | undefined, string]> {
  return normaliseConversation(text).turns.map(({ speaker, text: words }) => [speaker, words]);
}

const seconds = ({ speaker, startSeconds, endSeconds }: Turn) => [speaker, startSeconds, endSeconds];

describe('labelled text', () => {
  it('reads `Speaker: text` lines with their continuation', () => {
    const text =
      'Agent: Thank you for calling.\r\nHow can I help?\r\n\r\nCustomer: My card is lost: I need a new one.\r\n';
    const { turns } = normaliseConversation(text);
    expect(turns).toEqual([
      {
        index: 0,
        speaker: 'Agent',
        side: 'agent',
        text: 'Thank you for calling.\r\nHow can I help?',
        start: 7,
        end: 46,
      },
      {
        index: 1,
        speaker: 'Customer',
        side: 'customer',
        text: 'My card is lost: I need a new one.',
        start: 60,
        end: 94,
      },
    ]);
  });

  it.each([
    ['[00:01:02] Agent: Hello.\n[00:01:05.5] Customer: Hi.', 62, 65.5],
    ['Agent (00:12): Hello.\nCustomer (00:15): Hi.', 12, 15],
    ['Agent [1:02:03]: Hello.\nCustomer [1:02:04]: Hi.', 3723, 3724],
    ['Agent [00:12] Hello.\nCustomer [00:15] Hi.', 12, 15],
    ['Agent - 00:12: Hello.\nCustomer - 00:15: Hi.', 12, 15],
    ['Agent 00:12\nHello.\n\nCustomer 00:15\nHi.', 12, 15],
    ['Agent  0:12\nHello.\nCustomer  0:15\nHi.', 12, 15],
    ['00:12 Agent: Hello.\n00:15 Customer: Hi.', 12, 15],
    ['00:00:12\tAgent:\tHello.\n00:00:15\tCustomer:\tHi.', 12, 15],
    ['(00:12) Agent: Hello.\n(00:15) Customer: Hi.', 12, 15],
  ])('reads the times of %j', (text, first, second) => {
    const { turns, format } = normaliseConversation(text);
    expect(format).toBe('labelled');
    expect(turns.map(({ text: words }) => words)).toEqual(['Hello.', 'Hi.']);
    expect(turns.map(seconds)).toEqual([
      ['Agent', first, undefined],
      ['Customer', second, undefined],
    ]);
  });

  it('reads ranges, and takes a time of day as a mark without measuring by it', () => {
    const range = normaliseConversation('[00:01 - 00:03] Agent: Hello.\n[00:04 - 00:05] Customer: Hi.');
    expect(range.turns.map(seconds)).toEqual([
      ['Agent', 1, 3],
      ['Customer', 4, 5],
    ]);
    const chat = normaliseConversation(
      '12/31/25, 9:15 PM - Maria Lopez: Are you open?\n12/31/25, 9:16 PM - Shop: We are.',
    );
    expect(chat.turns.map(seconds)).toEqual([
      ['Maria Lopez', undefined, undefined],
      ['Shop', undefined, undefined],
    ]);
    expect(said('[10:32 AM] Bob: Hi\n[10:33 AM] Ann: Hello')).toEqual([
      ['Bob', 'Hi'],
      ['Ann', 'Hello'],
    ]);
  });

  it('takes lines with nothing but a time as turns of nobody', () => {
    expect(said('[00:12] so he said: yes\n[00:15] and then what')).toEqual([
      [undefined, 'so he said: yes'],
      [undefined, 'and then what'],
    ]);
    expect(normaliseConversation('[00:00:05] Hello there.\n[00:00:09] Hi.').turns.map(seconds)).toEqual([
      [undefined, 5, undefined],
      [undefined, 9, undefined],
    ]);
  });

  it('reads names that appear once when every line has one, and labels in other scripts', () => {
    expect(said('Bob: hi\nAlice: hello')).toEqual([
      ['Bob', 'hi'],
      ['Alice', 'hello'],
    ]);
    expect(said('客服：您好\n客户：我的卡丢了')).toEqual([
      ['客服', '您好'],
      ['客户', '我的卡丢了'],
    ]);
    expect(said('**Agent:** hi\n**Ann O’Neil:** hello')).toEqual([
      ['Agent', 'hi'],
      ['Ann O’Neil', 'hello'],
    ]);
  });

  it('keeps what comes before the first label as a turn without a speaker', () => {
    expect(said('Call of Monday\n\nAgent: hi\nCustomer: hello')).toEqual([
      [undefined, 'Call of Monday'],
      ['Agent', 'hi'],
      ['Customer', 'hello'],
    ]);
  });

  it.each([
    'See https://example.com: it is all there.\nSee https://example.org: that too.',
    'We meet at 10:30 on Monday.\nWe leave at 11:30.',
    'We met early.\nThen (11:30) we left.\nIt rained.\nNobody came.',
    '00:00:01 --> 00:00:04 is how cues look.',
    'Note: bring cash.\nNote: bring a pen.',
    'the thing is this: we pay.\nwhat he said was that: no.\n',
  ])('leaves prose alone: %j', (text) => {
    expect(normaliseConversation(text)).toMatchObject({ format: 'plain', turns: [{ text: text.trim() }] });
  });

  it('does not take a colon inside a turn for a speaker', () => {
    expect(said('Agent: The rule is simple.\nOne thing matters: time.\nCustomer: Fine.\nAgent: Good.')).toEqual([
      ['Agent', 'The rule is simple.\nOne thing matters: time.'],
      ['Customer', 'Fine.'],
      ['Agent', 'Good.'],
    ]);
  });
});
