/** A score computed from the answers of other bricks: exact, the same with every engine, with a description of the calculation. */
import type { BrickDocument, BrickTest, EvidenceSpan, ScoreItem } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { itemShare } from '../bricks/item-share.ts';
import type { ScoreBrick } from '../bricks/numeric/is-score.ts';
import { valueRange } from '../bricks/numeric/value-range.ts';
import { ENGLISH_WORDING, type Wording } from '../core/wording.ts';
import { type Answers, chanceOf, chanceOfTest, decideTest, describeTest, inWords, nameOf } from './decide-condition.ts';
import { chanceWithinStep } from './score-chance.ts';

/** An item of the score once its brick has answered. */
export interface CountedItem {
  item: ScoreItem;
  outcome: BrickOutcome | undefined;
  state: 'counted' | 'abstained' | 'not_applicable';
  earned: number;
}

export function computeScore(
  brick: ScoreBrick,
  bricks: readonly BrickDocument[],
  answers: Answers,
  wording: Wording = ENGLISH_WORDING,
): BrickOutcome {
  const { items, fail_if = [] } = brick.score;
  const { max: outOf = 100, step = 1 } = valueRange(brick);
  const counted = items.map((item) => countItem(item, bricks, answers));
  const earned = sum(counted.map((entry) => entry.earned));
  const possible = sum(counted.filter(({ state }) => state === 'counted').map(({ item }) => item.points));
  const failing = fail_if.filter((test) => decideTest(test, answers) === true);
  const lines = counted.map((entry) => lineOf(entry, bricks, wording));
  const points = { earned: shown(earned, wording), possible: shown(possible, wording), limit: wording.figure(outOf) };
  const common = { key: brick.key, basis: 'score', evidence: evidenceOf(counted, failing, answers) } as const;
  if (possible === 0 && failing.length === 0) {
    const applicability = counted.some(({ state }) => state === 'abstained') ? 'abstained' : 'not_applicable';
    const why = wording.say(applicability === 'abstained' ? 'score no sure item' : 'score no item');
    const confidence = applicability === 'abstained' ? 0 : product(conditionChances(brick, bricks, answers));
    return { ...common, value: null, applicability, confidence, reason: [...lines, why].join('\n'), evidence: [] };
  }
  const open = failing.length > 0 ? [] : fail_if.filter((test) => decideTest(test, answers) === 'unknown');
  if (open.length > 0) {
    // It is unknown whether it fails: any number would be a guess, and the highest one would look like praise.
    const why = open.map((test) => wording.say('score withheld', { test: describeTest(test, bricks, wording) }));
    const total = wording.say('score if not failed', points);
    const reason = [...lines, ...why, total].join('\n');
    return { ...common, value: null, applicability: 'abstained', confidence: 0, reason };
  }
  const value = failing.length > 0 ? 0 : toStep((earned / possible) * outOf, step, outOf);
  const reason = [
    ...lines,
    ...failing.map((test) => wording.say('score fails', { test: describeTest(test, bricks, wording) })),
    wording.say(failing.length > 0 ? 'score failed' : 'score total', { ...points, value: wording.figure(value) }),
  ].join('\n');
  const confidence =
    product(conditionChances(brick, bricks, answers)) *
    chanceWithinStep({
      value,
      outOf,
      step,
      items: counted.filter(({ state }) => state !== 'not_applicable').map(spreadOf),
      failChances: fail_if.map((test) => chanceOfTest(test, answers)),
    });
  return { ...common, value, confidence, reason };
}

/** Points for one brick's answer: by its credit, all or nothing with a test, otherwise by its position in the range. */
function countItem(item: ScoreItem, bricks: readonly BrickDocument[], answers: Answers): CountedItem {
  const outcome = answers.get(item.brick);
  if (outcome?.applicability === 'not_applicable') return { item, outcome, state: 'not_applicable', earned: 0 };
  if (outcome === undefined || outcome.applicability === 'abstained' || isUnsaid(item, outcome)) {
    return { item, outcome, state: 'abstained', earned: 0 };
  }
  const brick = bricks.find(({ key }) => key === item.brick);
  return { item, outcome, state: 'counted', earned: item.points * itemShare(item, brick, outcome.value) };
}

/** A number that was not mentioned has no position in its range; `is` can test whether a text was said. */
function isUnsaid({ is, credit }: ScoreItem, { value }: BrickOutcome): boolean {
  return value === null && is === undefined && credit === undefined;
}

/** An abstained item would count in full if it were known; its value is unknown. */
function spreadOf({ item, outcome, state, earned }: CountedItem) {
  return { points: item.points, earned, confidence: outcome?.confidence ?? 0, isKnown: state === 'counted' };
}

/** The probability that each distinct condition of the items was decided right: items that wrongly apply or not lead to another score. */
function conditionChances(brick: ScoreBrick, bricks: readonly BrickDocument[], answers: Answers): number[] {
  const keys = new Set(brick.score.items.map((item) => item.brick));
  const conditions = new Map(
    bricks.flatMap(({ key, applies_when }) =>
      keys.has(key) && applies_when !== undefined ? [[JSON.stringify(applies_when), { key, applies_when }]] : [],
    ),
  );
  return [...conditions.values()].map(({ key, applies_when }) => {
    const chance = chanceOf(applies_when, answers);
    return answers.get(key)?.applicability === 'not_applicable' ? 1 - chance : chance;
  });
}

function lineOf(
  { item, outcome, state, earned }: CountedItem,
  bricks: readonly BrickDocument[],
  wording: Wording,
): string {
  const name = nameOf(item.brick, bricks);
  if (state === 'not_applicable') return wording.say('item does not apply', { name });
  if (state === 'abstained') return wording.say('item not counted', { name });
  const value = inWords(outcome?.value ?? null, wording);
  return wording.say('item', { name, earned: shown(earned, wording), points: shown(item.points, wording), value });
}

function evidenceOf(counted: readonly CountedItem[], failing: readonly BrickTest[], answers: Answers): EvidenceSpan[] {
  const failed = failing.flatMap(({ brick }) => answers.get(brick)?.evidence ?? []);
  const items = counted.filter(({ state }) => state === 'counted').flatMap(({ outcome }) => outcome?.evidence ?? []);
  return [...new Map([...failed, ...items].map((span) => [`${span.start}-${span.end}`, span])).values()];
}

function toStep(score: number, step: number, outOf: number): number {
  const rounded = Math.round(score / step) * step;
  // Steps such as 0.1 leave a tail of binary digits.
  return Math.min(outOf, Math.max(0, Number(rounded.toPrecision(12))));
}

function shown(points: number, wording: Wording): string {
  return wording.figure(Math.round(points * 100) / 100);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total * number, 1);
}
