/** A question across calls: the question, the calls, and the limits. */
import type { QuestionStatus } from '@brickwork/contract';
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import type { Accuracy, Answerer } from './estimate/accuracy.ts';

export type StratumName = 'all' | 'likely' | 'rest';

export interface StratumOfCalls {
  name: StratumName;
  population: number;
}

/** Calls of one stratum with one value of the dimension; null: without a value. */
export interface GroupOfCalls {
  stratum: number;
  group: string | null;
  population: number;
}

export interface Question {
  questionId: string;
  asked: AskedQuestion[];
  /** The accuracy of the engine on each of them. */
  accuracies: Accuracy[];
  /** As sent by the caller. */
  filter: Record<string, unknown>;
  /** As sent by the caller: a dimension, `metadata.KEY` or `week`. */
  by: string | undefined;
  engine: 'auto' | 'local';
  /** The engine that answers. Unknown for questions from before judgements existed. */
  answerer?: Answerer;
  seek: 'any' | 'rare';
  seed: number;
  width: number;
  limit: { runs: number; microCredits: number; seconds: number };
  predicted: { runs: number; seconds: number; microCredits: number; isEnough: boolean };
  population: number;
  withoutInput: number;
  strata: StratumOfCalls[];
  groups: GroupOfCalls[];
  /** For each question: answers with the same signature are the same. Absent if answers are not reused. */
  signatures?: string[];
  /** For a question by week: those with possibly missing calls. */
  unfinished?: string[];
  status: QuestionStatus;
  stoppedBy: 'runs' | 'credits' | 'seconds' | undefined;
  /** Calls that were drawn. */
  drawn: number;
  answered: number;
  failed: number;
  microCredits: number;
  /** Milliseconds spent on it. */
  spentMs: number;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}

/** A call that is waiting to be asked. */
export interface DrawnCall {
  position: number;
  runId: string;
}

/** With the answers of earlier questions about it, by the index of the question. */
export interface WaitingCall extends DrawnCall {
  earlier: ReadonlyMap<number, CallAnswer>;
}

/** `none`: not mentioned (for numbers and texts). */
export type AnswerState = 'sure' | 'not_sure' | 'none';

export interface CallAnswer {
  state: AnswerState;
  /** A yes is `true`; absent without a sure answer. */
  value?: string;
  confidence: number;
  /** Verbatim. */
  quote?: string;
  /** The probability that the quote shows a right answer, if known. */
  worth?: number;
  /** For themes, instead of a quote: the verbatim mention. */
  passages?: string[];
  /** An earlier question already had it. */
  isEarlier?: true;
}

/** An answered call of a question about themes. */
export interface CallOfThemes {
  runId: string;
  stratum: number;
  /** Whether it is mentioned; undefined if that is not sure. */
  isAbout: boolean | undefined;
  confidence: number;
  /** Empty if they were deleted, or cannot be grouped. */
  passages: string[];
}

/** Equal answers of one stratum and group, counted. */
export interface CountedAnswer {
  /** The index of the question. */
  at: number;
  stratum: number;
  group: string | null;
  state: AnswerState;
  value: string | undefined;
  /** For yes and no: the engine's probability of a yes, to the hundredth. */
  chance?: number | undefined;
  count: number;
}

export interface Quote {
  at: number;
  isFor: boolean;
  runId: string;
  text: string;
  value: string;
  confidence: number;
}
