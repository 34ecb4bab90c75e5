/** An engine's answer for one brick. `to-brick-outputs.ts` decides which parts of it a run returns. */
import type { Applicability, Basis, BrickValue, EvidenceSpan, KnowledgeRef } from '@brickwork/contract/kit';

/** What a model's confidence was computed from: facts that can be checked. A type and not an interface, so that it is assignable to the contract's open object. */
export type ConfidenceBasis = {
  /** How the best quote was found in the conversation; `none` if it should be there and is not, `unneeded` if the value needs none. */
  evidence: 'exact' | 'folded' | 'fuzzy' | 'none' | 'unneeded';
  quotes_given: number;
  quotes_found: number;
  /** How many answers were requested, and how many of them agree with the value. */
  votes: number;
  agreeing: number;
  /** The confidence that the model stated. */
  stated?: number;
  /** Whether the value itself is found in the conversation (text bricks). */
  grounded?: boolean;
  /** False when the quotes have nothing to do with the value. */
  bearing?: boolean;
  /** The conversation has turns that seem to instruct the evaluator. */
  suspect?: boolean;
  /** The confidence was calibrated with golden labels. */
  calibrated?: boolean;
};

export interface BrickOutcome {
  key: string;
  value: BrickValue;
  /** Why there is no value; set by `scorecard/`, never by an engine. */
  applicability?: Applicability;
  /** 0 to 1: the probability that the value is right, as far as this engine can know. */
  confidence: number;
  /** How the value was found. */
  basis: Basis;
  reason: string;
  /** Each `text` is `conversation.text.slice(start, end)`. */
  evidence: EvidenceSpan[];
  confidenceBasis?: ConfidenceBasis;
  knowledgeRefs?: KnowledgeRef[];
}
