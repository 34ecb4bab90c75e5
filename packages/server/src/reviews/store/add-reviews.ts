/**
 * Adding reviews. The run's result is locked first: reviews of one run are added one after the other, and never while its contents
 * are being erased. A review that repeats the reviewer's newest one is left out.
 */
import type { BrickDocument, BrickValue, Verdict } from '@brickwork/contract';
import { decodeId, encodeId, newUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import type { RecordEvents } from '../../outbound/webhooks/event.ts';
import { reviewedEvent } from '../../outbound/webhooks/event.ts';
import { DELIVERY_KIND } from '../../queue/job-kinds.ts';
import { tellReady } from '../../queue/store/tell-ready.ts';
import type { FullRun, RunOutput } from '../../runs/run.ts';
import { recordCorrections, reviewsOf } from '../../runs/store/answers/record-corrections.ts';
import { reviewedOutput } from '../corrections.ts';
import { isCorrection, type Review } from '../review.ts';
import { toReviewedData } from '../review-document.ts';
import { settleAppeals } from './appeal-store.ts';
import { finishItem } from './finish-item.ts';
import { REVIEW_COLUMNS, type ReviewRow, toReview, toText } from './review-rows.ts';

export interface ReviewLine {
  brick: string;
  verdict: Verdict;
  value: BrickValue | undefined;
  note: string | undefined;
  answer: BrickValue;
  confidence: number | undefined;
}

export interface Submission {
  run: FullRun & { output: RunOutput };
  /** Of the version that answered. */
  bricks: readonly BrickDocument[];
  reviewer: string;
  reviewerName?: string | undefined;
  /** For an import: whose reviews these are. Their own reviews here take precedence, and are not added again. */
  original?: string;
  lines: readonly ReviewLine[];
  now: Date;
}

export interface AddReviews {
  recordEvents: RecordEvents;
  /** Larger events are stored without values and notes. */
  maxEventBytes: number;
}

export async function addReviews(
  tx: Queryable,
  { recordEvents, maxEventBytes }: AddReviews,
  scope: Scope,
  { run, bricks, reviewer, reviewerName, original, lines: sent, now }: Submission,
): Promise<Review[] | 'no_output'> {
  const own = { workspaceId: decodeId('ws', scope.workspaceId) ?? '', environment: scope.environment };
  const runUuid = decodeId('run', run.runId) ?? '';
  const key = [own.workspaceId, own.environment, runUuid];
  const { rows: locked } = await tx.query<{ has_output: boolean }>(
    `SELECT output IS NOT NULL AS has_output FROM run_results
     WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 FOR NO KEY UPDATE`,
    key,
  );
  if (locked[0]?.has_output !== true) return 'no_output';
  const ownWords = original === undefined ? new Map<string, Review>() : await currentOf(tx, key, original, sent);
  const lines = sent.filter(({ brick }) => !ownWords.has(brick));
  const known = await currentOf(tx, key, reviewer, lines);
  if (lines.length > 0) await finishItem(tx, key, reviewer);
  const createdAt = after(now, [...known.values()]);
  await settleAppeals(tx, key, lines, createdAt);
  const added = lines.filter((line) => !isRepetition(line, known.get(line.brick)));
  if (added.length > 0) {
    const reviewed = async () =>
      reviewedOutput(bricks, run.output, (await reviewsOf(tx, own, [runUuid])).get(runUuid) ?? []);
    const before = await reviewed();
    const submission = newUuid(now);
    await insert(tx, key, { run, bricks, reviewer, reviewerName, lines: added, now: createdAt }, submission);
    const output = await reviewed();
    await recordCorrections(tx, own, { kitId: run.kitId, runId: runUuid, bricks: output.bricks });
    const stored = await currentOf(tx, key, reviewer, added);
    for (const [brick, review] of stored) known.set(brick, review);
    const isChanged = JSON.stringify(output) !== JSON.stringify(before);
    if (isChanged || added.some(({ verdict }) => isCorrection(verdict))) {
      // Corrections, or changes of their state: a withdrawn correction, a vote that settles one.
      const said = [...stored.values()].filter(
        ({ brick, verdict }) =>
          isCorrection(verdict) || JSON.stringify(output.bricks[brick]) !== JSON.stringify(before.bricks[brick]),
      );
      const event = reviewedEvent(
        {
          ...scope,
          eventId: encodeId('evt', submission),
          createdAt,
          about: { runId: run.runId, kitId: run.kitId },
        },
        {
          full: toReviewedData(run, said, output),
          thin: toReviewedData(run, said, undefined),
        },
        maxEventBytes,
      );
      if (await recordEvents(tx, [event])) await tellReady(tx, DELIVERY_KIND);
    }
  }
  return sent.flatMap(({ brick }) => ownWords.get(brick) ?? known.get(brick) ?? []);
}

async function currentOf(
  tx: Queryable,
  key: readonly unknown[],
  reviewer: string,
  lines: readonly ReviewLine[],
): Promise<Map<string, Review>> {
  const { rows } = await tx.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM reviews w
     WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 AND reviewer = $4 AND brick = ANY ($5) AND NOT superseded`,
    [...key, reviewer, lines.map(({ brick }) => brick)],
  );
  return new Map(rows.map((row) => [row.brick, toReview(row)]));
}

function isRepetition(line: ReviewLine, known: Review | undefined): boolean {
  return (
    known !== undefined &&
    known.verdict === line.verdict &&
    toText(known.value) === toText(line.value) &&
    (known.note ?? '') === (line.note ?? '')
  );
}

/** Ids are ordered by time: a newer review never has a smaller one, whatever a node's clock shows. */
function after(now: Date, known: readonly Review[]): Date {
  return new Date(Math.max(now.getTime(), ...known.map(({ createdAt }) => createdAt.getTime() + 1)));
}

async function insert(
  tx: Queryable,
  key: readonly unknown[],
  { run, reviewer, reviewerName, lines, now }: Submission,
  submission: string,
): Promise<void> {
  const bricks = lines.map(({ brick }) => brick);
  await tx.query(
    `UPDATE reviews SET superseded = true
     WHERE workspace_id = $1 AND environment = $2 AND run_id = $3 AND reviewer = $4 AND brick = ANY ($5) AND NOT superseded`,
    [...key, reviewer, bricks],
  );
  await tx.query(
    `INSERT INTO reviews (workspace_id, environment, run_id, reviewer, submission, kit_id, kit_version, created_at, reviewer_name,
       id, brick, verdict, value, note, answer, confidence)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, given.*
     FROM unnest($10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::double precision[]) AS given`,
    [
      ...key,
      reviewer,
      submission,
      run.kitId,
      run.kitVersion,
      now,
      reviewerName ?? null,
      lines.map(() => newUuid(now)).sort(), // In the order in which they were sent.
      bricks,
      lines.map(({ verdict }) => verdict),
      lines.map(({ value }) => toText(value)),
      lines.map(({ note }) => note ?? null),
      lines.map(({ answer }) => toText(answer)),
      lines.map(({ confidence }) => confidence ?? null),
    ],
  );
}
