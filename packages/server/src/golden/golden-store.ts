/** What golden sets and evaluations need from storage. Every method is one transaction. */
import type { Lease } from '../queue/job-store.ts';
import type { ReviewedAnswer } from '../reviews/quality/measure-quality.ts';
import type { Scope } from '../runs/run-store.ts';
import type { AnsweredLine, EvaluationReport, GoldenSet, KitEvaluation, SetLine } from './golden-set.ts';
import type { NewLine } from './read-golden-set.ts';

export interface NewEvaluation extends Scope {
  evaluationId: string;
  kitId: string;
  kitVersionId: string;
  kitVersion: number;
  set: GoldenSet;
  engine: 'auto' | 'local';
  /** The name of the canary that asks for it. */
  canary?: string;
  now: Date;
}

export interface ReviewedRun {
  runId: string;
  externalId: string | undefined;
  /** JSON text. */
  input: string;
  reviews: ReviewedAnswer[];
}

export interface GoldenStore {
  listSets(workspaceId: string, kitId: string): Promise<GoldenSet[]>;
  findSet(workspaceId: string, kitId: string, name: string): Promise<GoldenSet | undefined>;
  /** Unless the set has this hash already. */
  putSet(workspaceId: string, set: GoldenSet, lines: readonly NewLine[]): Promise<GoldenSet>;
  deleteSet(workspaceId: string, kitId: string, name: string): Promise<boolean>;
  lines(workspaceId: string, setId: string): Promise<SetLine[]>;
  /** Runs with current verdicts and their inputs, newest first; `too_large` when the inputs exceed `bytes` together. */
  reviewedRuns(
    scope: Scope,
    kitId: string,
    since: Date | undefined,
    most: { lines: number; bytes: number },
  ): Promise<ReviewedRun[] | 'too_large'>;

  /** With its job. */
  createEvaluation(evaluation: NewEvaluation): Promise<void>;
  listEvaluations(scope: Scope, kitId: string, limit: number): Promise<KitEvaluation[]>;
  findEvaluation(scope: Scope, evaluationId: string): Promise<KitEvaluation | undefined>;
  /** The newest that succeeded, of a version on a version of a set. */
  latestEvaluation(scope: Scope, kitVersionId: string, setId: string): Promise<KitEvaluation | undefined>;
  /** Who published it although it did not pass the kit's gate. */
  findForced(workspaceId: string, kitVersionId: string): Promise<{ keyId: string; createdAt: Date } | undefined>;
  answers(scope: Scope, evaluationId: string): Promise<AnsweredLine[]>;
  saveAnswer(scope: Scope, evaluationId: string, answer: AnsweredLine): Promise<void>;
  /** Ends the job too; false when the lease was lost. */
  finish(
    scope: Scope,
    evaluationId: string,
    lease: Lease,
    end: { report: EvaluationReport } | { error: string },
    now: Date,
  ): Promise<boolean>;
}
