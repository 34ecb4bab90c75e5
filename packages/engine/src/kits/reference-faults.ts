/** Rules about bricks that refer to other bricks: the target exists and can have the value, and no brick depends on itself. */
import {
  type BrickDocument,
  type BrickTest,
  brickDocument,
  type Condition,
  type PlainValue,
  type ScoreItem,
} from '@brickwork/contract/kit';
import { brickType, itemType } from '../bricks/brick-types.ts';
import { isMany } from '../bricks/is-many.ts';
import { isSameAnswer, itemShare } from '../bricks/item-share.ts';
import { isScore, type ScoreBrick } from '../bricks/numeric/is-score.ts';
import { referencesOf } from '../bricks/references.ts';
import { memberOf } from '../core/member-of.ts';
import { didYouMean } from './did-you-mean.ts';
import type { LocatedFault } from './explain-issue.ts';
import type { PathSegments } from './kit-fault.ts';

/** `raw` is the kit's list of bricks as written: a brick with other faults is skipped, and so are references to it. */
export function referenceFaults(raw: readonly unknown[]): LocatedFault[] {
  const keys = raw.map((brick) => memberOf(brick, 'key')).filter((key) => typeof key === 'string');
  const valid = raw.flatMap((brick, index) => {
    const parsed = brickDocument.safeParse(brick);
    return parsed.success ? [{ brick: parsed.data, index }] : [];
  });
  const byKey = new Map(valid.map(({ brick }) => [brick.key, brick]));
  const faults: LocatedFault[] = [];
  for (const { brick, index } of valid) {
    const at: PathSegments = ['bricks', index];
    const report: Report = (path, message, hint) => faults.push({ segments: [...at, ...path], message, hint });
    const check: CheckTest = (test, path) => {
      if (keys.includes(test.brick)) checkTest(test, byKey.get(test.brick), path, report);
      else report([...path, 'brick'], `"${test.brick}" is not a brick of the kit`, didYouMean(test.brick, keys));
    };
    if (brick.applies_when !== undefined) checkCondition(brick.applies_when, ['applies_when'], check, report);
    if (isScore(brick)) {
      const before = faults.length;
      for (const [item, test] of brick.score.items.entries()) {
        check(test, ['score', 'items', item]);
        const other = byKey.get(test.brick);
        if (other === undefined) continue;
        if (test.credit !== undefined) checkCredit(test, other, ['score', 'items', item], report);
        else if (!hasTest(test)) checkWhole(other, ['score', 'items', item], report);
      }
      // The value of an item is known if nothing is wrong with it.
      if (faults.length === before) checkBestCase(brick, byKey, report);
      for (const [item, test] of (brick.score.fail_if ?? []).entries()) {
        const path = ['score', 'fail_if', item];
        check(test, path);
        if (!hasTest(test)) report(path, NEEDS_TEST);
      }
    }
    const cycle = cycleFrom(brick.key, byKey);
    if (cycle !== undefined) {
      const field = brick.applies_when === undefined ? 'score' : 'applies_when';
      report([field], `depends on itself: ${cycle.join(' → ')}`);
    }
  }
  return faults;
}

type Report = (path: PathSegments, message: string, hint?: string) => void;
type CheckTest = (test: BrickTest, path: PathSegments) => void;

const NEEDS_TEST = 'needs is, at_least or at_most';

function checkCondition(condition: Condition, path: PathSegments, check: CheckTest, report: Report): void {
  const { brick, all, any, not } = condition;
  const forms = [brick, all, any, not].filter((form) => form !== undefined).length;
  if (forms !== 1) {
    report(path, 'must have exactly one of brick, all, any and not');
    return;
  }
  if (brick !== undefined) {
    check({ ...condition, brick }, path);
    if (!hasTest(condition)) report(path, NEEDS_TEST);
  } else if (hasTest(condition)) report(path, 'may have is, at_least and at_most only together with brick');
  for (const [name, parts] of [
    ['all', all ?? []],
    ['any', any ?? []],
  ] as const) {
    for (const [index, part] of parts.entries()) checkCondition(part, [...path, name, index], check, report);
  }
  if (not !== undefined) checkCondition(not, [...path, 'not'], check, report);
}

function hasTest({ is, at_least, at_most }: Omit<BrickTest, 'brick'>): boolean {
  return is !== undefined || at_least !== undefined || at_most !== undefined;
}

function checkTest(test: BrickTest, brick: BrickDocument | undefined, path: PathSegments, report: Report): void {
  if (brick === undefined) return;
  const { is } = test;
  for (const [index, value] of (Array.isArray(is) ? is : [is]).entries()) {
    const fault = value === undefined ? undefined : itemType(brick).valueFault(brick, value);
    if (fault !== undefined) {
      report(
        [...path, 'is', ...(Array.isArray(is) ? [index] : [])],
        `"${brick.key}" can never be ${JSON.stringify(value)}: it ${fault}`,
      );
    }
  }
  for (const field of ['at_least', 'at_most'] as const) {
    if (test[field] !== undefined && itemType(brick).compareAs !== 'numbers') {
      report([...path, field], `needs a numeric brick; "${brick.key}" is ${brick.type}`);
    }
  }
}

/** An item without a test counts by the answer itself, so its answer must define a value. */
function checkWhole(brick: BrickDocument, path: PathSegments, report: Report): void {
  const fault = brickType(brick).earnedShareFault(brick);
  if (fault !== undefined) report(path, fault);
}

function checkCredit(item: ScoreItem, brick: BrickDocument, path: PathSegments, report: Report): void {
  if (hasTest(item)) {
    report(
      [...path, 'credit'],
      'cannot be used together with is, at_least or at_most: it says itself what each answer earns',
    );
    return;
  }
  const { answers, isComplete } = itemType(brick).possibleAnswers(brick);
  for (const answer of Object.keys(item.credit ?? {})) {
    if (!isComplete) {
      report(
        [...path, 'credit'],
        `needs a yes/no question or categories, whose answers can be listed; "${brick.key}" has others`,
      );
      return;
    }
    if (!answers.some((known) => isSameAnswer(answer, known)))
      report(
        [...path, 'credit', answer],
        `"${brick.key}" can never be ${JSON.stringify(answer)}`,
        didYouMean(answer, answers.map(String)),
      );
  }
}

/** A score must be able to reach its highest value in some conversation: items of one brick must not exclude each other. */
function checkBestCase(brick: ScoreBrick, byKey: ReadonlyMap<string, BrickDocument>, report: Report): void {
  const byBrick = Map.groupBy(brick.score.items.entries(), ([, item]) => item.brick);
  for (const [key, entries] of byBrick) {
    const other = byKey.get(key);
    if (other === undefined || isMany(other)) continue;
    const items = entries.map(([, item]) => item);
    const answers = likelyBest(other, items);
    const all = items.reduce((sum, { points }) => sum + points, 0);
    const best = Math.max(0, ...answers.map((answer) => pointsOf(items, other, answer)));
    if (answers.length === 0 || best >= all - 1e-9) continue;
    const first = entries[0]?.[0] ?? 0;
    report(
      ['score', 'items', first],
      `no answer of "${key}" earns all of its ${all} points: the best one earns ${best}. ${howToFix(items, all)}`,
    );
  }
}

function howToFix(items: readonly ScoreItem[], all: number): string {
  const [first] = items;
  if (items.length === 1 && first?.credit !== undefined) return 'Give the best answer a credit of 1';
  const credit = items.flatMap(({ is, points }) =>
    [is].flat().flatMap((value) => (value === undefined || value === null ? [] : [[String(value), points] as const])),
  );
  const most = Math.max(...credit.map(([, points]) => points), 0);
  if (credit.length < 2 || most === 0)
    return `Items of one brick count together: let one answer meet all of them, or lower the points from ${all}`;
  const shares = credit.map(([value, points]) => `${value}: ${Math.round((points / most) * 100) / 100}`).join(', ');
  return `Write one item with partial credit instead: points: ${most}, credit: { ${shares} }`;
}

/** Answers that include the best one: all of them if they can be listed, or the ends and bounds of numbers, or the expected texts. */
function likelyBest(brick: BrickDocument, items: readonly ScoreItem[]): PlainValue[] {
  const { answers, isComplete } = brickType(brick).possibleAnswers(brick);
  if (isComplete) return [...answers];
  const asked = items.flatMap(({ is, at_least, at_most }) => [
    ...[is].flat().flatMap((value) => (value === undefined || value === null ? [] : [value])),
    ...(at_least === undefined ? [] : [at_least]),
    ...(at_most === undefined ? [] : [at_most]),
  ]);
  return [...asked, ...answers];
}

function pointsOf(items: readonly ScoreItem[], brick: BrickDocument, answer: PlainValue): number {
  return items.reduce((sum, item) => sum + item.points * itemShare(item, brick, answer), 0);
}

/** The keys of a cycle from the brick back to itself. */
function cycleFrom(start: string, byKey: ReadonlyMap<string, BrickDocument>): string[] | undefined {
  const seen = new Set<string>();
  const ways: string[][] = [[start]];
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const brick = byKey.get(way.at(-1) ?? '');
    for (const key of brick === undefined ? [] : referencesOf(brick)) {
      if (key === start) return [...way, key];
      if (seen.has(key)) continue;
      seen.add(key);
      ways.push([...way, key]);
    }
  }
  return undefined;
}
