import { afterEach, describe, expect, it, vi } from 'vitest';
import { draws } from '../../../../test/support/draws.ts';
import { normaliseConversation } from './normalise.ts';

const PIECES = [
  'Agent: ',
  'Tom Becker: ',
  '+1 (555) 010-2233: ',
  '[SPEAKER_00]: ',
  '[00:01:02] ',
  '12/31/25, 9:15\u202fPM - ',
  '10:32 AM',
  'tomb — Today at 9:15 PM',
  '\u200e',
  '\u202a',
  'hello there',
  'Note: ',
  '3:1',
  'https://example.com',
  '： ',
  ':',
  ' ',
  '\n',
  '\r\n',
  '\n\n',
  '. ',
  '1\n00:00:01,000 --> 00:00:02,000\n',
  '<v Ann>',
  '😀',
  '**',
  '> ',
  'Mr. ',
  '客服：',
]; // prettier-ignore

/** Numbers that look random and are the same on every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function textFrom(seed: number): string {
  const random = randomFrom(seed);
  const count = 2 + Math.floor(random() * 40);
  return Array.from({ length: count }, () => PIECES[Math.floor(random() * PIECES.length)] ?? '').join('');
}

afterEach(() => vi.restoreAllMocks());

/** How many characters regular expressions are given to look at: a search that finds something looks no further. */
function countWork(text: string): number {
  let work = 0;
  const exec = RegExp.prototype.exec;
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, input: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, input);
    const missed = this.sticky ? 0 : input.length - from;
    work += 1 + (match === null ? missed : match.index + match[0].length - from);
    return match;
  });
  normaliseConversation(text);
  spy.mockRestore();
  return work;
}

describe('any text', () => {
  it('becomes turns that are slices of it, in order and apart', () => {
    for (let seed = 1; seed <= draws(3_000); seed += 1) {
      const text = textFrom(seed);
      if (text.trim() === '') continue;
      let turns: ReturnType<typeof normaliseConversation>['turns'];
      try {
        turns = normaliseConversation(text).turns;
      } catch (error) {
        expect([seed, String(error)]).toEqual([seed, expect.stringMatching(/no words|must hold the words/)]);
        continue;
      }
      let end = 0;
      for (const [index, turn] of turns.entries()) {
        expect([seed, turn.index, text.slice(turn.start, turn.end)]).toEqual([seed, index, turn.text]);
        expect([seed, turn.start >= end, turn.text.trim() !== '']).toEqual([seed, true, true]);
        end = turn.end;
      }
    }
  });

  it.each([
    ['lines with labels', 'Agent: Hello there, how can I help?\n+1 (555) 010-2233: My card is lost.\n'],
    ['one line', 'Agent: Hello there, how can I help? Tom Becker: My card is lost. '],
    ['a chat', '12/31/25, 9:15 PM - Tom: Hi\n12/31/25, 9:16 PM - Ann: Hello\n'],
    ['colons', 'a: '],
    ['times', '[00:01] a 10:30 b\n'],
    ['headings', 'Tom Becker\n10:32 AM\nHello\n'],
    ['prose', 'What he said was this: no. And then 10:30 came (12:00) at last. '],
  ])('takes twice the work when it is twice as long: %s', (_, unit) => {
    const once = countWork(unit.repeat(100));
    expect(countWork(unit.repeat(200))).toBeLessThan(once * 2.1);
  });
});
