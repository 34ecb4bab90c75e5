/** A review as stored, and back. */
import type { BrickValue, Verdict } from '@brickwork/contract';
import { encodeId } from '../../core/ids.ts';
import type { Review } from '../review.ts';

export interface ReviewRow {
  id: string;
  run_id: string;
  kit_id: string;
  kit_version: number;
  brick: string;
  verdict: Verdict;
  value: string | null;
  note: string | null;
  answer: string | null;
  confidence: number | null;
  reviewer: string;
  reviewer_name: string | null;
  created_at: Date;
  superseded: boolean;
}

export const REVIEW_COLUMNS =
  'w.id, w.run_id, w.kit_id, w.kit_version, w.brick, w.verdict, w.value, w.note, w.answer, w.confidence, w.reviewer, w.reviewer_name, w.created_at, w.superseded';

export function toReview(row: ReviewRow): Review {
  return {
    reviewId: encodeId('rev', row.id),
    runId: encodeId('run', row.run_id),
    kitId: row.kit_id,
    kitVersion: row.kit_version,
    brick: row.brick,
    verdict: row.verdict,
    value: toValue(row.value),
    note: row.note ?? undefined,
    answer: toValue(row.answer),
    confidence: row.confidence ?? undefined,
    reviewer: row.reviewer,
    reviewerName: row.reviewer_name ?? undefined,
    createdAt: row.created_at,
    isSuperseded: row.superseded,
  };
}

function toValue(text: string | null): BrickValue | undefined {
  return text === null ? undefined : (JSON.parse(text) as BrickValue);
}

export function toText(value: BrickValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
