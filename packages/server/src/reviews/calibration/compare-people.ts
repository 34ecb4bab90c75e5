/** Where the people of a calibration session differ: answer by answer, and how often they agree. */
import type { BrickValue } from '@brickwork/contract';
import { type SameShare, sameShare } from '../quality/same-share.ts';
import type { SaidInSession } from '../store/calibration-store.ts';

export interface ComparedCall {
  runId: string;
  brick: string;
  differs: boolean;
  said: { reviewer: string; verdict: SaidInSession['verdict']; value: BrickValue | undefined }[];
}

export interface Compared {
  bricks: { brick: string; n: number; same: SameShare }[];
  /** For all answers together; undefined if no answer has several verdicts. */
  same: SameShare | undefined;
  answers: ComparedCall[];
}

const MOST_ANSWERS = 500;
const LONGEST_TEXT = 200;

export function comparePeople(said: readonly SaidInSession[]): Compared {
  const answers = [...Map.groupBy(said, ({ runId, brick }) => `${runId} ${brick}`).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined || own.length < 2) return [];
    return [
      { runId: first.runId, brick: first.brick, differs: new Set(own.map(heldRight)).size > 1, said: own.map(shown) },
    ];
  });
  const bricks = [...Map.groupBy(answers, ({ brick }) => brick)].map(([brick, own]) => ({
    brick,
    n: own.length,
    same: sameOf(own),
  }));
  return {
    bricks: bricks.toSorted((a, b) => a.same.value - b.same.value || a.brick.localeCompare(b.brick)),
    same: answers.length === 0 ? undefined : sameOf(answers),
    answers: answers.toSorted((a, b) => Number(b.differs) - Number(a.differs)).slice(0, MOST_ANSWERS),
  };
}

function sameOf(answers: readonly ComparedCall[]): SameShare {
  return sameShare(answers.filter(({ differs }) => !differs).length, answers.length);
}

/** An unsure verdict differs from a sure one. */
function heldRight({ verdict, value, answer }: SaidInSession): string {
  const right = verdict === 'correct' ? answer : verdict === 'wrong' ? value : undefined;
  return right === undefined ? verdict : JSON.stringify(right);
}

function shown({ reviewer, verdict, value, answer }: SaidInSession): ComparedCall['said'][number] {
  const right = verdict === 'correct' ? answer : verdict === 'wrong' ? value : undefined;
  const isLong = typeof right === 'string' && right.length > LONGEST_TEXT;
  return { reviewer, verdict, value: isLong ? `${right.slice(0, LONGEST_TEXT - 1)}…` : right };
}
