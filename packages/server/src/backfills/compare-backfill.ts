/** What a backfill changed, brick by brick: how often each value was given before and after, which runs changed, and whether that may be chance. */

import type { BrickType } from '@brickwork/contract';
import { itemType } from '@brickwork/engine/bricks/brick-types';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { mcnemar } from '@brickwork/engine/golden/mcnemar';
import type { Scope } from '../core/scope.ts';
import { type Estimate, meanOf } from '../insights/intervals.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { getVersion } from '../kits/manage-kits.ts';
import type { Answer } from '../runs/answers.ts';
import type { Backfill } from './backfill.ts';
import type { AnswerPair, BackfillStore } from './store/backfill-store.ts';

type Plain = string | number | boolean | null;

export interface ComparedValue {
  /** Null: no value. */
  value: Plain;
  before: number;
  after: number;
  shareBefore: number;
  shareAfter: number;
  /** Runs that have the value now and did not before, and the reverse. */
  gained: number;
  lost: number;
  p: number;
}

export interface ComparedBrick {
  key: string;
  type: BrickType;
  /** Runs that answered the brick before and after. */
  n: number;
  changed: number;
  /** Of yes/no questions and categories. */
  values: ComparedValue[] | undefined;
  /** For numbers; up and down count the runs whose number increased or decreased. */
  numbers: ComparedNumbers | undefined;
  flips: { sourceRunId: string; runId: string; before: Answer['value']; after: Answer['value'] }[];
}

export interface ComparedNumbers {
  meanBefore: Estimate | undefined;
  meanAfter: Estimate | undefined;
  /** The mean change, over runs with a number before and after. */
  difference: Estimate | undefined;
  up: number;
  down: number;
  p: number;
}

export interface BackfillComparison {
  n: number;
  bricks: ComparedBrick[];
}

const PAGE = 1_000;
/** For all bricks together: about 6 MB with the longest texts. */
const MOST_FLIPS = 10_000;

export async function compareBackfill(
  { backfills, kits }: { backfills: BackfillStore; kits: ManageKits },
  scope: Scope,
  backfill: Backfill,
  mostFlips: number,
): Promise<BackfillComparison> {
  const { kitId, kitVersionId } = backfill;
  const { kit } = await getVersion(kits, scope.workspaceId, kitId, { kitVersionId });
  const shown = Math.min(mostFlips, Math.floor(MOST_FLIPS / kit.bricks.length));
  const tallies = kit.bricks.map(({ key, type }) => createTally(key, type, shown));
  const turns = takeTurns();
  let n = 0;
  for (let after: string | undefined; ; ) {
    const pairs = await backfills.pairs(scope, backfill, after, PAGE);
    for (const pair of pairs) {
      for (const tally of tallies) tally.add(pair);
      if (turns.isOver()) await turns.pass();
    }
    n += pairs.length;
    after = pairs.at(-1)?.sourceRunId;
    if (pairs.length < PAGE) break;
  }
  return { n, bricks: tallies.map((tally) => tally.sum()).filter((brick) => brick.n > 0) };
}

interface Counted {
  before: number;
  after: number;
  gained: number;
  lost: number;
}

function createTally(key: string, type: BrickType, mostFlips: number) {
  const { compareAs } = itemType({ type });
  const values = new Map<Plain, Counted>();
  const means = { before: createMean(), after: createMean(), difference: createMean() };
  let up = 0;
  let down = 0;
  const flips: ComparedBrick['flips'] = [];
  let n = 0;
  let changed = 0;
  const countNumbers = (was: Plain, is: Plain) => {
    if (typeof was === 'number') means.before.add(was);
    if (typeof is === 'number') means.after.add(is);
    if (typeof was !== 'number' || typeof is !== 'number') return;
    means.difference.add(is - was);
    if (is > was) up += 1;
    if (is < was) down += 1;
  };
  const countValues = (was: readonly Plain[], is: readonly Plain[]) => {
    for (const value of new Set([...was, ...is])) {
      const counted = values.get(value) ?? { before: 0, after: 0, gained: 0, lost: 0 };
      values.set(value, counted);
      const [had, has] = [was.includes(value), is.includes(value)];
      counted.before += Number(had);
      counted.after += Number(has);
      counted.gained += Number(has && !had);
      counted.lost += Number(had && !has);
    }
  };
  return {
    add({ sourceRunId, runId, before, after }: AnswerPair): void {
      const [earlier, later] = [before[key], after[key]];
      if (earlier === undefined || later === undefined) return;
      n += 1;
      const [was, is] = [valuesOf(earlier), valuesOf(later)];
      if (compareAs === 'numbers') countNumbers(was[0] ?? null, is[0] ?? null);
      else if (compareAs === 'classes') countValues(was, is);
      // Two texts are almost never the same: only whether there is one is compared.
      const isSame =
        compareAs === 'texts'
          ? (was[0] === null) === (is[0] === null)
          : was.length === is.length && was.every((value) => is.includes(value));
      if (isSame) return;
      changed += 1;
      if (flips.length < mostFlips) flips.push({ sourceRunId, runId, before: earlier.value, after: later.value });
    },
    sum(): ComparedBrick {
      return {
        key,
        type,
        n,
        changed,
        values: compareAs === 'classes' ? comparedValues(values, n) : undefined,
        numbers:
          compareAs === 'numbers'
            ? {
                meanBefore: means.before.estimate(),
                meanAfter: means.after.estimate(),
                difference: means.difference.estimate(),
                up,
                down,
                p: chance(up, down),
              }
            : undefined,
        flips,
      };
    },
  };
}

/** With its 95 % interval; undefined if there are no numbers. */
function createMean() {
  let count = 0;
  let total = 0;
  let squares = 0;
  return {
    add(value: number): void {
      count += 1;
      total += value;
      squares += value ** 2;
    },
    estimate: () => (count === 0 ? undefined : meanOf(count, total, squares)),
  };
}

/** A list counts once for each of its values; an empty list is no value. */
function valuesOf({ value }: Answer): readonly Plain[] {
  if (value === null || typeof value !== 'object') return [value];
  return value.length === 0 ? [null] : value;
}

function comparedValues(values: ReadonlyMap<Plain, Counted>, n: number): ComparedValue[] {
  return [...values]
    .map(([value, { before, after, gained, lost }]) => ({
      value,
      before,
      after,
      shareBefore: rounded(before / n),
      shareAfter: rounded(after / n),
      gained,
      lost,
      p: chance(gained, lost),
    }))
    .sort((a, b) => b.before + b.after - (a.before + a.after));
}

function chance(gained: number, lost: number): number {
  return Number(mcnemar(gained, lost).toPrecision(4));
}

function rounded(figure: number): number {
  return Number(figure.toPrecision(6));
}
