import { describe, expect, test } from 'vitest';
import type { Conversation, Side, Turn } from '../../conversation/conversation.ts';
import { annotateConversation } from '../text/annotate-conversation.ts';
import { createTermTable } from '../text/term-table.ts';
import { readMood } from './read-mood.ts';

/** The customer begins, and the two take turns. */
function moodOf(...said: string[]): number {
  const turns: Turn[] = [];
  let text = '';
  for (const [index, line] of said.entries()) {
    const side: Side = index % 2 === 0 ? 'customer' : 'agent';
    turns.push({ index, text: line, start: text.length, end: text.length + line.length, speaker: side, side });
    text += `${line}\n`;
  }
  const conversation: Conversation = { text, turns, format: 'turns' };
  return readMood(annotateConversation(conversation, createTermTable()).segments).score;
}

const REQUEST = 'I need a taxi from the station at five.';
const SMOOTH = moodOf(REQUEST, 'A taxi is booked for five.', 'Thank you.');

describe('a neutral, polite talk is rated lower', () => {
  test.each<[string, string[]]>([
    [
      'where the agent does not understand',
      ['Sorry, I did not understand that.', 'A taxi at five.', 'A taxi is booked for five.'],
    ],
    [
      'where the customer has to correct',
      ['A table is booked for five.', 'No, I said a taxi.', 'A taxi is booked for five.'],
    ],
    ['where the request is not met', ['There are no taxis available.', 'And at six?', 'Unfortunately not.']],
    [
      'where the customer has to repeat',
      ['Where from?', 'A taxi from the station at five.', 'A taxi is booked for five.'],
    ],
  ])('%s', (_, middle) => {
    expect(moodOf(REQUEST, ...middle, 'Thank you.')).toBeLessThan(SMOOTH);
  });
});

test('warm thanks weigh more than dutiful ones, and giving up less than silence', () => {
  const close = (last: string) => moodOf(REQUEST, 'A taxi is booked for five.', last);
  expect(close('Perfect, thank you so much!')).toBeGreaterThan(close('Thank you.'));
  expect(close('Thank you.')).toBeGreaterThan(close('Okay.'));
  expect(close('Okay.')).toBeGreaterThan(close('Never mind.'));
});

test('what one came for is not blame', () => {
  const about = (trouble: string) =>
    moodOf(`I want to see a doctor, ${trouble}.`, 'You are booked for nine.', 'Thank you.');
  expect(about('I have a sharp pain and lost my pills')).toBe(about('I have a dry skin and want some cream'));
});
