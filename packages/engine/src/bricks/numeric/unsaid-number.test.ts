import type { BrickDocument, NumericBrick } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { checkKit } from '../../kits/check-kit.ts';
import { createScoreBoard } from '../../scorecard/score-board.ts';
import { canExpectNull } from '../applicability.ts';
import { brickType } from '../brick-types.ts';
import { unsaidNumber } from './unsaid-number.ts';

const seats: NumericBrick = { key: 'seats', type: 'numeric', question: 'How many seats?', min: 1, max: 50, step: 1 };
const withAbsent = (absent: number | null): NumericBrick => ({ ...seats, absent });
const faultsOf = (brick: object) => {
  const checked = checkKit({ kit: 'seats', bricks: [brick] });
  return 'faults' in checked ? checked.faults.map(({ path, message }) => `${path}: ${message}`) : [];
};

/** The outcomes of these bricks where no number was said. */
function settle(bricks: BrickDocument[], brick: NumericBrick) {
  const board = createScoreBoard(bricks);
  board.add({ keys: [brick.key], outcomes: [unsaidNumber(brick, 0.5)] });
  return board.outcomes();
}

describe('a number that nobody said', () => {
  it('is what the brick names for it, else the lowest value, marked as not known', () => {
    expect(unsaidNumber(seats, 0.4)).toMatchObject({ value: 1, basis: 'unsaid', confidence: 0.4 });
    expect(unsaidNumber(withAbsent(null), 0.4)).toMatchObject({ value: null, basis: 'read' });
    expect(unsaidNumber(withAbsent(2), 0.4)).toMatchObject({ value: 2, basis: 'read' });
  });

  it('is named by a number of the range or null, and only where one is asked for', () => {
    expect(faultsOf(withAbsent(null))).toEqual([]);
    expect(faultsOf(withAbsent(2))).toEqual([]);
    expect(faultsOf(withAbsent(0))).toEqual(['bricks[0].absent: must be a number from 1 to 50, or null']);
    expect(faultsOf({ key: 'words', type: 'numeric', metric: 'word_count', absent: 0 })).toEqual([
      'bricks[0].absent: must be left out: what is computed is never absent',
    ]);
  });

  it('may be null in golden lines and in a model’s reply only where the brick says so', () => {
    const nullable = withAbsent(null);
    expect([canExpectNull([seats], seats), canExpectNull([nullable], nullable)]).toEqual([false, true]);
    const { valueFault, checkReply, replySchema } = brickType(nullable);
    expect(valueFault(nullable, null)).toBeUndefined();
    expect(valueFault(seats, null)).toBeDefined();
    expect([checkReply(nullable, null, '').ok, checkReply(seats, null, '').ok]).toEqual([true, false]);
    expect(replySchema(nullable)).toEqual({ type: ['integer', 'null'] });
  });

  it('is held back by a brick that may abstain, however sure it is that nothing was said', () => {
    const careful: NumericBrick = { ...seats, abstain_below: 0.3 };
    expect(settle([careful], careful)).toMatchObject([{ value: null, applicability: 'abstained' }]);
  });

  it('is neither large nor small: conditions and scores that rest on it are not known', () => {
    const nullable = withAbsent(null);
    const big: BrickDocument = {
      key: 'big',
      type: 'boolean',
      question: 'Is it a group?',
      applies_when: { brick: 'seats', at_least: 10 },
    };
    const score: BrickDocument = { key: 'total', type: 'numeric', score: { items: [{ brick: 'seats', points: 10 }] } };
    expect(settle([nullable, big, score], nullable)).toMatchObject([
      { value: null },
      { value: null, applicability: 'abstained' },
      { value: null, applicability: 'abstained' },
    ]);
    expect(canExpectNull([nullable, score], score)).toBe(true);
  });
});
