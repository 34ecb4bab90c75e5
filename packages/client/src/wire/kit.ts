import type { BrickType, NewRunType } from './vocabulary.ts';

export type KitStatus = 'draft' | 'published' | 'archived';

export interface BrickSchema {
  brick_id: string;
  key: string;
  name: string;
  type: BrickType;
  description?: string;
  output_fields: string[];
  min?: number;
  max?: number;
  step?: number;
  categories?: { value: string; name?: string; description?: string }[];
  /** The value is a list. */
  many?: boolean;
  max_items?: number;
  /** The heading under which a scorecard shows the brick. */
  section?: string;
  /** When the brick applies; otherwise its value is null. */
  applies_when?: Condition;
  abstain_below?: number;
  /** Which values are good news. */
  good?: boolean | string | string[];
  score?: KitScore;
}

/** A condition on the answers of other bricks, with exactly one of `brick`, `all`, `any` and `not`. */
export interface Condition {
  brick?: string;
  is?: string | number | boolean | null | (string | number | boolean)[];
  at_least?: number;
  at_most?: number;
  all?: Condition[];
  any?: Condition[];
  not?: Condition;
}

type BrickTest = Pick<Condition, 'is' | 'at_least' | 'at_most'> & { brick: string };

/** How a score is computed from other bricks. */
export interface KitScore {
  items: (BrickTest & { points: number })[];
  fail_if?: BrickTest[];
  out_of?: number;
}

export interface KitTypes {
  kit_version_id: string;
  version: number;
  typescript: string;
}

export interface KitSchema {
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  version: number;
  status: KitStatus;
  name: string;
  description?: string;
  input: { fields: Record<string, { type: string; required: boolean; description?: string }> };
  bricks: BrickSchema[];
  /** JSON Schema (2020-12) of a run's `output`. */
  json_schema: Record<string, unknown>;
}

export interface KitSummary {
  kit_id: string;
  kit_code: string;
  /** The slug. */
  kit: string;
  name: string;
  description?: string;
  status: KitStatus;
  kit_version_id?: string;
  version?: number;
  newest_version: number;
  created_at: string;
  updated_at: string;
  archived_at?: string;
}

export interface KitPage {
  data: KitSummary[];
  has_more: boolean;
  next_cursor?: string;
}

export interface PushedKit {
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  version: number;
  kit: string;
  status: KitStatus;
}

export interface KitVersion {
  kit_version_id: string;
  version: number;
  status: KitStatus;
  /** Whether `kit_code` and `kit_id` refer to it. */
  live: boolean;
  created_at: string;
  published_at?: string;
}

export interface KitVersionPage {
  kit_id: string;
  kit_code: string;
  data: KitVersion[];
  has_more: boolean;
  next_cursor?: string;
}

export interface KitVersionDocument extends KitVersion {
  kit_id: string;
  kit_code: string;
  document: Record<string, unknown>;
  /** It was published although the kit's gate was not passed. */
  forced?: { key_id: string; created_at: string };
}

export interface KitChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

export interface KitDiff {
  from: number;
  to?: number;
  breaking: boolean;
  breaks: { key?: string; message: string }[];
  added: { key: string; type: BrickType }[];
  removed: { key: string; type: BrickType }[];
  changed: { key: string; breaking: boolean; changes: KitChange[] }[];
  kit: KitChange[];
}

/** One way to name a kit: exactly one member. */
export type KitReference = { kit_code: string } | { kit_id: string } | { kit_version_id: string };

export interface BrickMetadata {
  brick_id: string;
  key: string;
  name: string;
  type: BrickType;
  kit_id: string;
  kit_code: string;
}

export interface TestedRun extends KitSchema {
  valid: true;
  type: NewRunType;
  /** An output of the right shape with placeholder values. */
  output: { kit_code: string; kit_version_id: string; bricks: Record<string, unknown> };
}
