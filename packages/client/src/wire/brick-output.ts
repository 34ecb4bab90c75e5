/** Generated from the contract by `npm run generate`: change the schema there. */

/** A list for a brick with `many`; null where there is no value. */
export type BrickValue = string | number | boolean | null | string[];

/** A verbatim slice and its position in the normalised conversation. */
export interface EvidenceSpan {
  text: string;
  turn: number;
  speaker?: string;
  start: number;
  end: number;
  /** For a list: the index of the item that the slice supports. */
  item?: number;
}

/** A passage of a knowledge text of the kit. */
export interface KnowledgeRef {
  name: string;
  /** Counted from 1. */
  passage: number;
  text: string;
}

export interface BrickOutput {
  /**
   * A list for a brick with `many`. Null where `applicability` says why, or where nothing was said and the brick
   * has `absent: null`.
   */
  value: BrickValue;
  /**
   * Why there is no value. `not_applicable`: its `applies_when` does not hold, or no item of its score applies.
   * `abstained`: the engine is not sure (below `abstain_below`, a language it does not read, a guess, in a
   * language that it reads less well, on which points or conditions depend, or a condition that is not sure).
   * Absent on answers.
   */
  applicability?: 'not_applicable' | 'abstained';
  confidence?: number;
  /** With `include=confidence_basis`: how the value was found. Absent on runs older than this field. */
  basis?:
    | 'metric'
    | 'pattern'
    | 'lexical'
    | 'examples'
    | 'learned'
    | 'read'
    | 'weak'
    | 'model'
    | 'score'
    | 'condition'
    | 'unsaid';
  reason?: string;
  /** Verbatim slices of the conversation. */
  evidence?: string[];
  /** With `include=evidence_spans`. */
  evidence_spans?: EvidenceSpan[];
  /** Passages of the kit’s knowledge that the answer is based on. */
  knowledge_refs?: KnowledgeRef[];
  /** With `include=confidence_basis`: what a model’s confidence was computed from. */
  confidence_basis?: {
    [more: string]: unknown;
  };
  /**
   * With `as=reviewed`, where the answer differs from what the kit gave: reviewers corrected it, or it follows
   * from an answer that they corrected. A corrected answer has no confidence.
   */
  reviewed?: 'corrected' | 'recomputed';
}
