/** Several answers to one brick become one: votes on the same text by majority, parts of a long conversation by what each type means. Never a value that nobody gave, but for joined summaries. */
import type { BrickDocument, NumericBrick } from '@brickwork/contract';
import { valueRange } from '../../kits/value-range.ts';
import { scoreConfidence } from './score-confidence.ts';
import type { VerifiedAnswer } from './verify-answer.ts';

/** Votes: the value that most agree on; of equals, the better proven one. */
export function reduceVotes(
  brick: BrickDocument,
  votes: readonly [VerifiedAnswer, ...VerifiedAnswer[]],
): VerifiedAnswer {
  const [first] = votes;
  if (votes.length === 1) return first;
  const chosen = brick.type === 'numeric' ? median(votes) : majority(votes);
  const agreeing = votes.filter(({ value }) => agrees(brick, value, chosen.value)).length;
  return { ...chosen, basis: { ...chosen.basis, votes: votes.length, agreeing } };
}

/** Parts: each saw another piece of the conversation, so they complete one another rather than vote. */
export function reduceParts(
  brick: BrickDocument,
  parts: readonly [VerifiedAnswer, ...VerifiedAnswer[]],
): VerifiedAnswer {
  const [first] = parts;
  if (parts.length === 1) return first;
  switch (brick.type) {
    case 'boolean': {
      const proven = parts.filter(({ value, isUnproven }) => value === true && !isUnproven);
      const saying = proven.length > 0 ? proven : parts.filter(({ value }) => value === false);
      return together(bestOf(saying.length > 0 ? saying : parts), saying.length > 0 ? saying : parts);
    }
    case 'categorical':
      return together(majorityByScore(parts), parts);
    case 'numeric':
      return together(median(parts), parts);
    case 'text': {
      const said = parts.filter(({ value }) => value !== (brick.absent ?? ''));
      if (said.length === 0) return first;
      if (brick.extract !== 'summary') return bestOf(said);
      return { ...together(bestOf(said), said), value: said.map(({ value }) => value).join(' ') };
    }
  }
}

/** The evidence of all parts that gave the value. */
function together(chosen: VerifiedAnswer, parts: readonly VerifiedAnswer[]): VerifiedAnswer {
  const same = parts.filter(({ value }) => value === chosen.value);
  const evidence = new Map(same.flatMap((part) => part.evidence).map((span) => [`${span.start}-${span.end}`, span]));
  return {
    ...chosen,
    evidence: [...evidence.values()].slice(0, 5),
    passages: [...new Set(same.flatMap(({ passages }) => passages))],
  };
}

function agrees(brick: BrickDocument, a: VerifiedAnswer['value'], b: VerifiedAnswer['value']): boolean {
  if (typeof a === 'number' && typeof b === 'number' && brick.type === 'numeric') {
    return Math.abs(a - b) <= tolerance(brick);
  }
  return folded(a) === folded(b);
}

function tolerance(brick: NumericBrick): number {
  const { min = 0, max = 0, step } = valueRange(brick);
  return Math.max(step ?? 0, (max - min) / 20);
}

function folded(value: VerifiedAnswer['value']): string {
  return String(value).trim().replace(/\s+/gu, ' ').toLowerCase();
}

function majority(answers: readonly [VerifiedAnswer, ...VerifiedAnswer[]]): VerifiedAnswer {
  const groups = [...Map.groupBy(answers, ({ value }) => folded(value)).values()];
  const most = Math.max(...groups.map(({ length }) => length));
  return bestOf(groups.filter(({ length }) => length === most).flat());
}

function majorityByScore(answers: readonly VerifiedAnswer[]): VerifiedAnswer {
  const proven = answers.filter(({ basis }) => basis.evidence !== 'unneeded');
  const groups = [...Map.groupBy(proven.length > 0 ? proven : answers, ({ value }) => value).values()];
  const weight = (group: readonly VerifiedAnswer[]) =>
    group.reduce((sum, { basis }) => sum + scoreConfidence(basis), 0);
  return bestOf(groups.toSorted((a, b) => weight(b) - weight(a))[0] ?? answers);
}

/** The middle one by value: always a value that was given, and so in range and on step. */
function median(answers: readonly VerifiedAnswer[]): VerifiedAnswer {
  const sorted = answers.toSorted((a, b) => Number(a.value) - Number(b.value));
  const middle = sorted[(sorted.length - 1) >> 1];
  return bestOf(answers.filter(({ value }) => value === middle?.value));
}

function bestOf(answers: readonly VerifiedAnswer[]): VerifiedAnswer {
  return answers.reduce((best, answer) =>
    scoreConfidence(answer.basis) > scoreConfidence(best.basis) ? answer : best,
  );
}
