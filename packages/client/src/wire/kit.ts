/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Actor } from './member.ts';
import type { BrickType, KitStatus, NewRunType } from './vocabulary.ts';

/** A condition on the answers of other bricks. */
export interface Condition {
  /** The key of another brick of the kit. */
  brick?: string;
  /** The value, or one of a list of values. A list answer needs one item among them. */
  is?: string | number | boolean | null | (string | number | boolean)[];
  /** The lowest number that counts. */
  at_least?: number;
  /** The highest number that counts. */
  at_most?: number;
  /** All of these hold. */
  all?: Condition[];
  /** At least one of these holds. */
  any?: Condition[];
  /** This does not hold. */
  not?: Condition;
}

/** How a score is computed from other bricks. */
export interface KitScore {
  items: {
    /** The key of another brick of the kit. */
    brick: string;
    /** The value, or one of a list of values. A list answer needs one item among them. */
    is?: string | number | boolean | null | (string | number | boolean)[];
    /** The lowest number that counts. */
    at_least?: number;
    /** The highest number that counts. */
    at_most?: number;
    /** The most it can add to the score. */
    points: number;
    /**
     * Partial credit: the share of the points by answer, such as { full: 1, short: 0.5 }; other answers earn
     * nothing. `true` and `false` for a yes/no question. Not together with is, at_least and at_most.
     */
    credit?: Record<string, number>;
  }[];
  /** Any of these makes the score 0. If one is unknown, the score is withheld. */
  fail_if?: {
    /** The key of another brick of the kit. */
    brick: string;
    /** The value, or one of a list of values. A list answer needs one item among them. */
    is?: string | number | boolean | null | (string | number | boolean)[];
    /** The lowest number that counts. */
    at_least?: number;
    /** The highest number that counts. */
    at_most?: number;
  }[];
  /** The highest score; 100 by default. */
  out_of?: number;
}

export interface BrickSchema {
  brick_id: string;
  key: string;
  name: string;
  type: BrickType;
  description?: string;
  /** The fields of this Brick’s output, `value` first. */
  output_fields: string[];
  min?: number;
  max?: number;
  step?: number;
  absent?: number | null;
  score?: KitScore;
  categories?: {
    value: string;
    name?: string;
    description?: string;
  }[];
  many?: boolean;
  max_items?: number;
  section?: string;
  /** A condition on the answers of other bricks. */
  applies_when?: Condition;
  abstain_below?: number;
  /** Which values are good: true or false, `high` or `low`, or a list of categories. */
  good?: boolean | string | string[];
}

export interface KitSchema {
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  version: number;
  /** `published` once it was published for the first time; `archived` while its kit is archived. */
  status: KitStatus;
  name: string;
  description?: string;
  input: {
    fields: Record<
      string,
      {
        type: string;
        required: boolean;
        description?: string;
      }
    >;
  };
  bricks: BrickSchema[];
  /** JSON Schema (2020-12) of a run’s `output`. */
  json_schema: Record<string, unknown>;
}

export interface KitTypes {
  kit_version_id: string;
  version: number;
  typescript: string;
}

export interface KitSummary {
  kit_id: string;
  kit_code: string;
  /** The slug. */
  kit: string;
  name: string;
  description?: string;
  /** `published` once it was published for the first time; `archived` while its kit is archived. */
  status: KitStatus;
  /** The live version; absent while no version is live. */
  kit_version_id?: string;
  version?: number;
  /** The newest version, published or not. */
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
  /** `published` once it was published for the first time; `archived` while its kit is archived. */
  status: KitStatus;
  /**
   * Bricks that learned something in the version that was live but not in this one: learn again, or push a
   * document that has it. Absent if nothing is lost.
   */
  unlearned?: string[];
  /**
   * What is valid, but probably not what was meant, such as an amount of money that can be 100 at most because
   * `max` is missing: one sentence for each brick. Absent if there is nothing to say.
   */
  advice?: string[];
}

export interface KitVersion {
  kit_version_id: string;
  version: number;
  /** `published` once it was published for the first time; `archived` while its kit is archived. */
  status: KitStatus;
  /** Whether `kit_code` and `kit_id` name this version. */
  live: boolean;
  created_at: string;
  /** When it was first published. */
  published_at?: string;
  /** Who published it; unknown for versions of earlier releases. */
  published_by?: Actor;
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
  /** It was published although it failed the kit’s gate: by whom, and when. */
  forced?: {
    /** Absent if a person did it. */
    key_id?: string;
    by: Actor;
    created_at: string;
  };
}

export interface KitChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

export interface KitDiff {
  from: number;
  /** Absent when comparing with a document. */
  to?: number;
  breaking: boolean;
  breaks: {
    key?: string;
    message: string;
  }[];
  added: {
    key: string;
    type: BrickType;
  }[];
  removed: {
    key: string;
    type: BrickType;
  }[];
  changed: {
    key: string;
    breaking: boolean;
    changes: KitChange[];
  }[];
  /** Changes to the kit itself. */
  kit: KitChange[];
}

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
  output: {
    kit_code: string;
    kit_version_id: string;
    bricks: Record<string, unknown>;
  };
}
