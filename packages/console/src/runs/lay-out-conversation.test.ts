import type { ConversationTurn as Turn } from '@brickwork/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPieces, cutSegments, windowAt, windowFrom } from './lay-out-conversation.ts';

/** Turns one after the other, a newline apart. */
function turnsOf(texts: readonly string[]): Turn[] {
  let start = 0;
  return texts.map((text, index) => {
    const turn = { index, text, start, end: start + text.length };
    start = turn.end + 1;
    return turn;
  });
}

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.integer({ min: 3_990, max: 12_100 }).map((length) => '😀word '.repeat(length / 7)),
    fc.integer({ min: 3_990, max: 9_000 }).map((length) => '😀'.repeat(length)),
  ),
  { minLength: 1, maxLength: 6 },
);

describe('a laid out conversation', () => {
  it('loses and doubles nothing, and cuts no character in two', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const turns = turnsOf(given);
        const pieces = cutPieces(turns);
        for (const turn of turns) {
          const own = pieces.filter((piece) => piece.turn === turn);
          expect(own.map(({ text }) => text).join('')).toBe(turn.text);
          expect(own.filter(({ isFirst }) => isFirst)).toHaveLength(1);
          for (const { text, start, end } of own) {
            expect(text.length).toBe(end - start);
            expect(text.length).toBeLessThanOrEqual(4_001);
            expect(text.isWellFormed()).toBe(turn.text.isWellFormed() || text.isWellFormed());
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('marks exactly what is evidence, also where evidence overlaps or spans pieces', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 10, maxLength: 200 }),
        fc.array(fc.tuple(fc.nat(199), fc.nat(199))),
        (text, ends) => {
          const [turn] = turnsOf([text]);
          const [piece] = cutPieces(turn === undefined ? [] : [turn]);
          if (piece === undefined) throw new Error('no piece');
          const spans = ends
            .map(([a, b], index) => ({ start: Math.min(a, b), end: Math.min(text.length, Math.max(a, b) + 1), index }))
            .filter(({ start, end }) => start < end)
            .map(({ start, end, index }) => ({ key: `b${index}`, text: text.slice(start, end), turn: 0, start, end }));
          const segments = cutSegments(piece, spans);
          expect(segments.map((segment) => segment.text).join('')).toBe(text);
          for (const { start, text: part, keys } of segments) {
            const wanted = spans.filter((span) => span.start <= start && span.end >= start + part.length);
            expect([...keys].sort()).toEqual(wanted.map(({ key }) => key).sort());
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('shows a bounded window, and moves it only when it must', () => {
    const pieces = cutPieces(turnsOf(Array.from({ length: 5_000 }, (_, index) => `turn ${index}`)));
    const first = windowFrom(pieces, 0);
    expect(first).toEqual({ from: 0, to: 200 });
    expect(windowAt(pieces, 5, first)).toBe(first);
    const offset = pieces[4_000]?.start ?? 0;
    const moved = windowAt(pieces, offset, first);
    expect(moved.from).toBe(3_990);
    expect(moved.to - moved.from).toBe(200);
    expect(windowAt(pieces, Number.MAX_SAFE_INTEGER, first)).toBe(first);
  });
});
