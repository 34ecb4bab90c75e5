/** Golden sets and evaluations in PostgreSQL. Every method is one transaction. */

import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../database/database.ts';
import type { LaneClock } from '../../queue/lane-clock.ts';
import type { KnownAnswers } from '../../runs/check-answer-filter.ts';
import { knownAnswers } from '../../runs/store/known-answers.ts';
import { type SucceededRun, succeededRuns } from '../../runs/store/succeeded-runs.ts';
import { createEvaluations } from './evaluations.ts';
import { createSets } from './golden-sets.ts';
import {
  type ChosenRuns,
  type ReviewedLabels,
  type ReviewedRun,
  reviewedLabels,
  reviewedRuns,
} from './reviewed-runs.ts';

export function createGoldenStore(database: Database, clock: LaneClock) {
  return {
    ...createSets(database),
    ...createEvaluations(database, clock),
    succeededRuns: (scope: Scope, runIds: readonly string[]): Promise<SucceededRun[]> =>
      succeededRuns(database, scope, runIds),
    /** Runs with current verdicts and their inputs, newest first; `too_large` if the inputs exceed `bytes` in total. */
    reviewedRuns: (
      scope: Scope,
      kitId: string,
      which: ChosenRuns,
      most: { lines: number; bytes: number },
    ): Promise<ReviewedRun[] | 'too_large'> => reviewedRuns(database, scope, kitId, which, most),
    /** The reviews of the newest `most` reviewed runs, without the inputs. */
    reviewedLabels: (scope: Scope, kitId: string, since: Date | undefined, most: number): Promise<ReviewedLabels[]> =>
      reviewedLabels(database, scope, kitId, since, most),
    /** The possible answers of the kit. */
    knownAnswers: (scope: Scope, kitId: string): KnownAnswers => knownAnswers(database, scope, { kitId }),
  };
}

export type GoldenStore = ReturnType<typeof createGoldenStore>;
