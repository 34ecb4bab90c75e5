import type { Basis } from '@brickwork/contract';

/** What an engine says about one brick. `http` and `storage` decide which of these fields a user sees. */
export interface EvidenceSpan {
  /** Always `conversation.text.slice(start, end)`. */
  text: string;
  turn: number;
  speaker?: string;
  start: number;
  end: number;
}

/** What a model's confidence was reckoned from: facts that anybody can check. */
export interface ConfidenceBasis {
  /** How the best quote was found in the conversation; `none` when it should be there and is not, `unneeded` when the value needs none. */
  evidence: 'exact' | 'folded' | 'fuzzy' | 'none' | 'unneeded';
  quotes_given: number;
  quotes_found: number;
  /** How many answers were asked for, and how many of them agree with the value. */
  votes: number;
  agreeing: number;
  /** The model's own word. */
  stated?: number;
  /** The value itself stands in the conversation (text bricks). */
  grounded?: boolean;
  /** All evidence stands in turns that seem to address the evaluator. */
  suspect?: boolean;
  /** Set by golden labels. */
  calibrated?: boolean;
}

/** A passage of the kit's knowledge that an answer rests on. */
export interface KnowledgeRef {
  name: string;
  passage: number;
  text: string;
}

export interface BrickOutcome {
  key: string;
  value: string | number | boolean;
  /** 0 to 1: the chance that the value is right, as far as this engine can know. */
  confidence: number;
  /** How the value was found. */
  basis: Basis;
  reason: string;
  evidence: EvidenceSpan[];
  confidenceBasis?: ConfidenceBasis;
  knowledgeRefs?: KnowledgeRef[];
}
