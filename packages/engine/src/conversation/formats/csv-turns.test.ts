import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../core/service-error.ts';
import { normaliseConversation } from '../normalise.ts';

const turnsOf = (csv: string) => normaliseConversation(csv).turns.map(({ speaker, text }) => [speaker, text]);

function faultOf(csv: string): string | undefined {
  try {
    normaliseConversation(csv);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'kit_input_invalid') return error.detail;
    throw error;
  }
  return undefined;
}

describe('a CSV of turns', () => {
  it('may have separators, quotes and line breaks in its cells, and a byte order mark', () => {
    expect(turnsOf('\uFEFFspeaker;text\r\nA;"one; ""two""\r\nthree"\r\n\r\nB;four\r\n')).toEqual([
      ['A', 'one; "two"\r\nthree'],
      ['B', 'four'],
    ]);
  });

  it('keeps quotes inside of a cell that is not quoted', () => {
    expect(turnsOf('speaker,text\nA,it said "error" again\nB,really')).toEqual([
      ['A', 'it said "error" again'],
      ['B', 'really'],
    ]);
  });

  it.each([
    [
      'speaker,text\nA,hello\nB,"hi\nC,yo\nD,bye\n',
      'transcript has a quote on line 3 that is never closed: close it, or double it ("") if it belongs to the text',
    ],
    [
      'speaker,text\nA,"two\nlines"\nB,"hi\n',
      'transcript has a quote on line 4 that is never closed: close it, or double it ("") if it belongs to the text',
    ],
    [
      'speaker,text\nA,"hello" there\n',
      'transcript has words after a closing quote on line 2: double the quotes ("") that belong to the text',
    ],
    [
      'speaker,text,start,end\nA,hello,4,2\n',
      'transcript, line 2, must not end before it starts: `end` is less than `start`',
    ],
  ])('is refused with the line: %j', (csv, fault) => {
    expect(faultOf(csv)).toBe(fault);
  });
});
