/** When a brick has no value: what its schema, its types and its readers must expect. */
import { APPLICABILITIES, type Applicability, type BrickDocument } from '@brickwork/contract/kit';
import { isMetric } from './numeric/is-metric.ts';
import { isScore } from './numeric/is-score.ts';
import { looksForWords } from './numeric/looks-for-words.ts';
import { referencesOf } from './references.ts';

/** The values of `applicability` that a run of these bricks can return for the brick, in the order of the contract. */
export function possibleApplicability(bricks: readonly BrickDocument[], brick: BrickDocument): Applicability[] {
  const possible: Record<Applicability, boolean> = {
    not_applicable: canNotApply(bricks, brick),
    // An engine that does not read the conversation's language answers only what it can count.
    abstained: isRead(brick) || canAbstain(bricks, brick) || dependsOn(bricks, brick, isRead, new Set()),
  };
  return APPLICABILITIES.filter((kind) => possible[kind]);
}

/** In an output. */
export function canBeNull(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return isNullWhenAbsent(brick) || possibleApplicability(bricks, brick).length > 0;
}

/** As the right answer: only if the kit allows the brick to have none. */
export function canExpectNull(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return isNullWhenAbsent(brick) || canNotApply(bricks, brick) || canAbstain(bricks, brick);
}

/** Bricks answered from words; the others are counted or computed. */
function isRead(brick: BrickDocument): boolean {
  return isMetric(brick) ? looksForWords(brick.metric) : !isScore(brick);
}

function canNotApply(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return brick.applies_when !== undefined || (isScore(brick) && canLackItems(bricks, brick));
}

function canAbstain(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return brick.abstain_below !== undefined || dependsOn(bricks, brick, isOpen, new Set());
}

function isNullWhenAbsent(brick: BrickDocument): boolean {
  return (brick.type === 'text' || brick.type === 'numeric') && brick.absent === null;
}

/** A number that may be absent: a score or a condition based on it may be unknown. */
function canBeUnsaid(brick: BrickDocument): boolean {
  return brick.type === 'numeric' && brick.absent === null;
}

/** A score applies if one of its items has a value; an item may lack one if it can be null or left out. */
function canLackItems(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return itemsOf(bricks, brick).every((item) => canLackValue(bricks, item));
}

/** It may abstain itself, or be left out if it has no valid answer. */
function isOpen(brick: BrickDocument): boolean {
  return brick.abstain_below !== undefined || brick.on_invalid === 'omit' || canBeUnsaid(brick);
}

/** Whether the brick depends, directly or not, on one that may be unknown. */
function dependsOn(
  bricks: readonly BrickDocument[],
  brick: BrickDocument,
  isUnknown: (other: BrickDocument) => boolean,
  seen: Set<string>,
): boolean {
  return referencesOf(brick).some((key) => {
    const other = bricks.find((candidate) => candidate.key === key);
    if (other === undefined || seen.has(key)) return false;
    seen.add(key);
    return isUnknown(other) || dependsOn(bricks, other, isUnknown, seen);
  });
}

function itemsOf(bricks: readonly BrickDocument[], brick: BrickDocument): BrickDocument[] {
  const keys = isScore(brick) ? brick.score.items.map((item) => item.brick) : [];
  return keys.flatMap((key) => bricks.find((candidate) => candidate.key === key) ?? []);
}

function canLackValue(bricks: readonly BrickDocument[], brick: BrickDocument): boolean {
  return brick.on_invalid === 'omit' || canExpectNull(bricks, brick);
}
