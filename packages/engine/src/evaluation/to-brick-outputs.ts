/** Converts outcomes into a run's output: always `value`, and the fields listed in the brick's `output`. */
import {
  type BrickDocument,
  type BrickOutput,
  type KitDocument,
  OUTPUT_FIELDS,
  type OutputField,
} from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';

export function toBrickOutputs(
  kit: KitDocument,
  outcomes: readonly BrickOutcome[],
  { includeSpans = false }: { includeSpans?: boolean } = {},
): Record<string, BrickOutput> {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  const outputs = kit.bricks.flatMap((brick): Array<[string, BrickOutput]> => {
    const outcome = byKey.get(brick.key);
    // A brick that may be omitted and could not be answered has no outcome and is left out.
    return outcome === undefined ? [] : [[brick.key, toBrickOutput(brick, outcome, { includeSpans })]];
  });
  return Object.fromEntries(outputs);
}

export function toBrickOutput(
  { output }: BrickDocument,
  outcome: BrickOutcome,
  { includeSpans = false }: { includeSpans?: boolean } = {},
): BrickOutput {
  const fields: readonly OutputField[] = output ?? OUTPUT_FIELDS;
  const hasConfidence = fields.includes('confidence');
  const hasEvidence = fields.includes('evidence');
  const { confidenceBasis, knowledgeRefs } = outcome;
  return {
    value: outcome.value,
    ...(outcome.applicability !== undefined && { applicability: outcome.applicability }),
    ...(hasConfidence && { confidence: roundConfidence(outcome.confidence) }),
    ...(hasConfidence && includeSpans && { basis: outcome.basis }),
    ...(fields.includes('reason') && { reason: outcome.reason }),
    ...(hasEvidence && { evidence: outcome.evidence.map(({ text }) => text) }),
    ...(hasEvidence && includeSpans && { evidence_spans: outcome.evidence }),
    ...(hasEvidence && knowledgeRefs !== undefined && { knowledge_refs: knowledgeRefs }),
    ...(hasConfidence && includeSpans && confidenceBasis !== undefined && { confidence_basis: confidenceBasis }),
  };
}

/** Three decimals: more would suggest a precision that no engine has. */
function roundConfidence(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;
}
