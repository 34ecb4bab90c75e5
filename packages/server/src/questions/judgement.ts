/** A person's judgement of one call of a question. */
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
  /** Whether this question asked the call, and got a sure answer. */
  isHere: boolean;
  group: string | null;
  /** Undefined: skipped. */
  isYes: boolean | undefined;
  /** The engine's probability of a yes. */
  chance: number;
  count: number;
}

/** The wording that judgements belong to, and the engine whose probabilities are used. */
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

/** How many calls are judged at a time, and how long one takes. */
export const CALLS_OF_A_ROUND = 12;
export const SECONDS_OF_A_CALL = 20;
