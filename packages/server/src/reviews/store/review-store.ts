/** Reviews in PostgreSQL. Every method is one transaction. */
import { REVIEWS_OF_RUN, type Verdict } from '@brickwork/contract';
import { decodeId, encodeId, uuidAt } from '../../core/ids.ts';
import { keyOf, type Scope } from '../../core/scope.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { reviewsOf } from '../../runs/store/answers/record-corrections.ts';
import type { SaidOfBrick } from '../corrections.ts';
import type { Review } from '../review.ts';
import { type AddReviews, addReviews, type Submission } from './add-reviews.ts';
import { REVIEW_COLUMNS, type ReviewRow, toReview } from './review-rows.ts';

export interface ReviewFilter {
  kitId: string | undefined;
  runId: string | undefined;
  brick: string | undefined;
  verdict: Verdict | undefined;
  reviewer: string | undefined;
  isCurrent: boolean;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

export function createReviewStore(database: Database, options: AddReviews) {
  return {
    /**
     * Adds the reviews that are new, with the event for corrections, and returns the newest review of each brick in
     * the request. `no_output`: the run's answers were erased or purged.
     */
    add: (scope: Scope, submission: Submission): Promise<Review[] | 'no_output'> =>
      database.transaction((tx) => addReviews(tx, options, scope, submission)),
    /** Of one run, oldest first; of more than `REVIEWS_OF_RUN` the newest. */
    async ofRun(scope: Scope, runId: string): Promise<Review[]> {
      const { rows } = await database.query<ReviewRow>(
        `SELECT ${REVIEW_COLUMNS} FROM reviews w WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 ORDER BY id DESC LIMIT ${REVIEWS_OF_RUN}`,
        [...keyOf(scope), decodeId('run', runId)],
      );
      return rows.reverse().map(toReview);
    },
    /** The reviews that count, of all reviewers, by run; runs without any are left out. */
    currentOf: (scope: Scope, runIds: readonly string[]): Promise<Map<string, SaidOfBrick[]>> =>
      countingReviews(database.stale, scope, runIds),
    /** The same for callers that act on the result: never stale. */
    latestOf: (scope: Scope, runIds: readonly string[]): Promise<Map<string, SaidOfBrick[]>> =>
      countingReviews(database, scope, runIds),
    /** Newest first, before the review `before`. */
    list: (
      scope: Scope,
      filter: ReviewFilter,
      { before, limit }: { before: string | undefined; limit: number },
    ): Promise<Review[]> =>
      select(database.stale, scope, filter, { from: before && ['<', before], order: 'DESC', limit }),
    /** Oldest first, after the review `after`: for exports. */
    page: (
      scope: Scope,
      filter: ReviewFilter,
      { after, limit }: { after: string | undefined; limit: number },
    ): Promise<Review[]> => select(database.stale, scope, filter, { from: after && ['>', after], order: 'ASC', limit }),
  };
}

export type ReviewStore = ReturnType<typeof createReviewStore>;

async function countingReviews(
  on: Queryable,
  scope: Scope,
  runIds: readonly string[],
): Promise<Map<string, SaidOfBrick[]>> {
  if (runIds.length === 0) return new Map();
  const own = { workspaceId: decodeId('ws', scope.workspaceId) ?? '', environment: scope.environment };
  const reviews = await reviewsOf(
    on,
    own,
    runIds.flatMap((id) => decodeId('run', id) ?? []),
  );
  return new Map([...reviews].map(([id, said]) => [encodeId('run', id), said]));
}

/** An invalid run id matches nothing. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

async function select(
  on: Queryable,
  scope: Scope,
  filter: ReviewFilter,
  page: { from: readonly ['<' | '>', string] | undefined | ''; order: 'ASC' | 'DESC'; limit: number },
) {
  const values: unknown[] = keyOf(scope);
  const conditions = ['w.workspace_id = $1', 'w.environment = $2'];
  const where = (condition: (parameter: string) => string, value: unknown) =>
    conditions.push(condition(`$${values.push(value)}`));
  if (page.from) {
    const [sign, id] = page.from;
    where((p) => `w.id ${sign} ${p}::uuid`, decodeId('rev', id));
  }
  if (filter.kitId !== undefined) where((p) => `w.kit_id = ${p}`, filter.kitId);
  if (filter.runId !== undefined) where((p) => `w.run_id = ${p}::uuid`, decodeId('run', filter.runId) ?? NO_RUN);
  if (filter.brick !== undefined) where((p) => `w.brick = ${p}`, filter.brick);
  if (filter.verdict !== undefined) where((p) => `w.verdict = ${p}`, filter.verdict);
  if (filter.reviewer !== undefined) where((p) => `w.reviewer = ${p}`, filter.reviewer);
  if (filter.isCurrent) conditions.push('NOT w.superseded');
  if (filter.createdAfter) {
    where((p) => `w.id >= ${p}::uuid`, uuidAt(filter.createdAfter));
    where((p) => `w.created_at >= ${p}`, filter.createdAfter);
  }
  if (filter.createdBefore) {
    where((p) => `w.id <= ${p}::uuid`, uuidAt(filter.createdBefore, true));
    where((p) => `w.created_at < ${p}`, filter.createdBefore);
  }
  const { rows } = await on.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM reviews w WHERE ${conditions.join(' AND ')} ORDER BY w.id ${page.order} LIMIT ${page.limit}`,
    values,
  );
  return rows.map(toReview);
}
