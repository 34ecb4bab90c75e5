import type { Verdict } from './vocabulary.ts';

export interface Review {
  review_id: string;
  run_id: string;
  kit_id: string;
  kit_version: number;
  brick: string;
  verdict: Verdict;
  /** The right value, where the reviewer gave it. */
  value?: string | number | boolean | string[] | null;
  note?: string;
  /** The value that was reviewed, and its confidence. */
  answer?: string | number | boolean | string[] | null;
  confidence?: number;
  reviewer: string;
  created_at: string;
  /** The same reviewer gave a newer verdict, which counts instead. */
  superseded: boolean;
}

export interface NewReview {
  brick: string;
  verdict: Verdict;
  /** The right value; only with `wrong`. */
  value?: string | number | boolean | string[] | null | undefined;
  note?: string | undefined;
}

export interface ReviewFilter {
  /** Id, code or slug. */
  kit?: string | undefined;
  run_id?: string | undefined;
  brick?: string | undefined;
  verdict?: Verdict | undefined;
  reviewer?: string | undefined;
  /** Only the newest verdict of each reviewer. */
  current?: boolean | undefined;
  /** RFC 3339. */
  created_after?: string | undefined;
  created_before?: string | undefined;
}

export interface ReviewPage {
  data: Review[];
  has_more: boolean;
  next_cursor?: string;
}
