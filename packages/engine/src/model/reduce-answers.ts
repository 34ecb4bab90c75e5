/**
 * Several answers to one brick become one: votes on the same text, or the parts of a long conversation. The type decides how; this file
 * knows how reliable each answer is. The result is always one of the model's values, except for joined summaries.
 */
import type { BrickDocument } from '@brickwork/contract/kit';
import type { Choices, NonEmpty } from '../bricks/brick-type.ts';
import { brickType } from '../bricks/brick-types.ts';
import { foldSpaceAndCase } from '../bricks/fold-space-and-case.ts';
import { distinct, itemsOf } from '../bricks/list-type.ts';
import { scoreConfidence } from './score-confidence.ts';
import type { VerifiedAnswer } from './verify-answer.ts';

const CHOICES: Choices<VerifiedAnswer> = {
  best,
  median,
  majority,
  weightiest,
  withValue: (answer, value) => ({ ...answer, value }),
  withEvidenceOf,
  joined,
};

/** Votes: the value that most agree on; of equals, the better proven one. */
export function reduceVotes(brick: BrickDocument, votes: NonEmpty<VerifiedAnswer>): VerifiedAnswer {
  if (votes.length === 1) return votes[0];
  const { chooseVote, agree } = brickType(brick);
  const chosen = chooseVote(CHOICES, votes);
  const agreeing = votes.filter(({ value }) => agree(brick, value, chosen.value)).length;
  return { ...chosen, basis: { ...chosen.basis, votes: votes.length, agreeing } };
}

/** Parts: each saw another piece of the conversation, so they complement each other rather than vote. */
export function reduceParts(brick: BrickDocument, parts: NonEmpty<VerifiedAnswer>): VerifiedAnswer {
  return parts.length === 1 ? parts[0] : brickType(brick).combineParts(brick, parts, CHOICES);
}

/** The evidence of all parts with the value. */
function withEvidenceOf(chosen: VerifiedAnswer, parts: readonly VerifiedAnswer[]): VerifiedAnswer {
  const same = parts.filter(({ value }) => value === chosen.value);
  const evidence = new Map(same.flatMap((part) => part.evidence).map((span) => [`${span.start}-${span.end}`, span]));
  return {
    ...chosen,
    evidence: [...evidence.values()].slice(0, 5),
    passages: [...new Set(same.flatMap(({ passages }) => passages))],
  };
}

/** The items of all lists, each once, with the evidence moved along to its new index. */
function joined(answers: NonEmpty<VerifiedAnswer>, maxItems: number): VerifiedAnswer {
  const items = distinct(answers.flatMap(({ value }) => itemsOf(value))).slice(0, maxItems);
  const indexOf = new Map(items.map((item, index) => [foldSpaceAndCase(item), index]));
  const evidence = answers.flatMap(({ value, evidence: spans }) =>
    spans.flatMap((span) => {
      const index =
        span.item === undefined ? undefined : indexOf.get(foldSpaceAndCase(itemsOf(value)[span.item] ?? ''));
      return index === undefined ? [] : [{ ...span, item: index }];
    }),
  );
  const saying = answers.filter(({ value }) => itemsOf(value).length > 0);
  return { ...best(saying.length > 0 ? saying : answers), value: items, evidence };
}

function majority(answers: NonEmpty<VerifiedAnswer>): VerifiedAnswer {
  const groups = [...Map.groupBy(answers, ({ value }) => foldSpaceAndCase(String(value))).values()];
  const most = Math.max(...groups.map(({ length }) => length));
  return best(groups.filter(({ length }) => length === most).flat());
}

function weightiest(answers: readonly VerifiedAnswer[]): VerifiedAnswer {
  const proven = answers.filter(({ basis }) => basis.evidence !== 'unneeded');
  const groups = [...Map.groupBy(proven.length > 0 ? proven : answers, ({ value }) => value).values()];
  const weight = (group: readonly VerifiedAnswer[]) =>
    group.reduce((sum, { basis }) => sum + scoreConfidence(basis), 0);
  return best(groups.toSorted((a, b) => weight(b) - weight(a))[0] ?? answers);
}

/** The median by value: always one of the given values, and so in range and on step. */
function median(answers: readonly VerifiedAnswer[]): VerifiedAnswer {
  const sorted = answers.toSorted((a, b) => Number(a.value) - Number(b.value));
  const middle = sorted[(sorted.length - 1) >> 1];
  return best(answers.filter(({ value }) => value === middle?.value));
}

function best(answers: readonly VerifiedAnswer[]): VerifiedAnswer {
  return answers.reduce((chosen, answer) =>
    scoreConfidence(answer.basis) > scoreConfidence(chosen.basis) ? answer : chosen,
  );
}
