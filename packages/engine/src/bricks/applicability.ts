/** When a brick has no value: what its schema, its types and its readers must expect. */
import { APPLICABILITIES, type Applicability, type BrickDocument } from '@brickwork/contract/kit';
import { isScore } from './numeric/is-score.ts';
import { referencesOf } from './references.ts';

/** The values of `applicability` that a run of these bricks can return for the brick, in the order of the contract. */
export function possibleApplicability(bricks: readonly BrickDocument[], brick: BrickDocument): Applicability[] {
  const possible: Record<Applicability, boolean> = {
    not_applicable: brick.applies_when !== undefined || (isScore(brick) && canLackItems(bricks, brick)),
    abstained: brick.abstain_below !== undefined || dependsOnUnknown(bricks, brick, new Set()),
  };
  return APPLICABILITIES.filter((kind) => possible[kind]);
}

export function canBeNull(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return isNullWhenAbsent(brick) || possibleApplicability(bricks, brick).length > 0;
}

function isNullWhenAbsent(brick: BrickDocument): boolean {
  return (brick.type === 'text' || brick.type === 'numeric') && brick.absent === null;
}

/** A number that may be absent: a score or a condition that rests on it may be unknown. */
function canBeUnsaid(brick: BrickDocument): boolean {
  return brick.type === 'numeric' && brick.absent === null;
}

/** A score applies as long as one of its items has a value; an item may lack one when it can be null or left out. */
function canLackItems(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return itemsOf(bricks, brick).every((item) => canLackValue(bricks, item));
}

/** Whether something that the brick rests on may be unknown: it abstains itself, or is left out when it has no valid answer. */
function dependsOnUnknown(bricks: readonly BrickDocument[], brick: BrickDocument, seen: Set<string>): boolean {
  return referencesOf(brick).some((key) => {
    const other = bricks.find((candidate) => candidate.key === key);
    if (other === undefined || seen.has(key)) return false;
    seen.add(key);
    const isOpen = other.abstain_below !== undefined || other.on_invalid === 'omit' || canBeUnsaid(other);
    return isOpen || dependsOnUnknown(bricks, other, seen);
  });
}

function itemsOf(bricks: readonly BrickDocument[], brick: BrickDocument): BrickDocument[] {
  const keys = isScore(brick) ? brick.score.items.map((item) => item.brick) : [];
  return keys.flatMap((key) => bricks.find((candidate) => candidate.key === key) ?? []);
}

function canLackValue(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return brick.on_invalid === 'omit' || canBeNull(bricks, brick);
}
