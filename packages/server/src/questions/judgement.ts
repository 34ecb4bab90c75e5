/** What a person said about one call when they judged a question. */
import type { JudgementAnswer } from '@brickwork/contract';
import type { Answerer } from './estimate/accuracy.ts';

export interface Judgement {
  runId: string;
  /** Undefined: taken back. */
  answer: JudgementAnswer | undefined;
}

/** Equal judgements, counted. */
export interface CountedJudgement {
  /** The index of the question. */
  at: number;
  /** Whether the call is one of those that this question asked, and answered for sure. */
  isHere: boolean;
  group: string | null;
  /** Undefined: skipped. */
  isYes: boolean | undefined;
  /** Of a yes, as the engine gave it. */
  chance: number;
  count: number;
}

/** Of which wording judgements are looked for, and whose chances they go by. */
export interface JudgedQuestion {
  questionId: string;
  at: number;
  wording: Buffer;
  answerer: Answerer | undefined;
}

/** A call that can be judged. */
export interface JudgeableCall {
  runId: string;
  position: number;
  stratum: number;
  chance: number;
}

/** How many calls are judged in one go, and what one takes. */
export const CALLS_OF_A_ROUND = 12;
export const SECONDS_OF_A_CALL = 20;
