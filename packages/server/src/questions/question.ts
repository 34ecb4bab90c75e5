/** A question across calls: what was asked, of which calls, and what may be spent on it. */
import type { QuestionStatus } from '@brickwork/contract';
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import type { Accuracy, Answerer } from './estimate/accuracy.ts';

export type StratumName = 'all' | 'likely' | 'rest';

export interface StratumOfCalls {
  name: StratumName;
  population: number;
}

/** Calls of one stratum with one value of the dimension; null: with none. */
export interface GroupOfCalls {
  stratum: number;
  group: string | null;
  population: number;
}

export interface Question {
  questionId: string;
  asked: AskedQuestion[];
  /** How right the engine is about each of them. */
  accuracies: Accuracy[];
  /** As it was sent. */
  filter: Record<string, unknown>;
  /** As it was sent: a dimension, `metadata.KEY` or `week`. */
  by: string | undefined;
  engine: 'auto' | 'local';
  /** Who answers. Unknown of questions that were asked before judgements were. */
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
  /** Of each question: answers with the same one are the same. Absent where answers are not used again. */
  signatures?: string[];
  /** Of a question by week: those of which calls may be missing. */
  unfinished?: string[];
  status: QuestionStatus;
  stoppedBy: 'runs' | 'credits' | 'seconds' | undefined;
  /** Calls that were drawn. */
  drawn: number;
  answered: number;
  failed: number;
  microCredits: number;
  /** Milliseconds that it has been worked on. */
  spentMs: number;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}

/** A call that waits to be asked. */
export interface DrawnCall {
  position: number;
  runId: string;
}

/** With what earlier questions have answered about it, by the index of the question. */
export interface WaitingCall extends DrawnCall {
  earlier: ReadonlyMap<number, CallAnswer>;
}

/** `none`: nothing was said (of numbers and texts). */
export type AnswerState = 'sure' | 'not_sure' | 'none';

export interface CallAnswer {
  state: AnswerState;
  /** A yes is `true`; absent where there is no sure answer. */
  value?: string;
  confidence: number;
  /** Verbatim. */
  quote?: string;
  /** The chance that the quote shows a right answer, where that is known. */
  worth?: number;
  /** Of themes, instead of a quote: what was said about it, verbatim. */
  passages?: string[];
  /** An earlier question had it. */
  isEarlier?: true;
}

/** An answered call of a question about themes. */
export interface CallOfThemes {
  runId: string;
  stratum: number;
  /** Whether anything is said about it; undefined where that is not sure. */
  isAbout: boolean | undefined;
  confidence: number;
  /** Empty where they were deleted, or cannot be grouped. */
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
  /** Of yes and no: the engine's chance of a yes, to the hundredth. */
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
