/** Outcomes → what a run returns: always `value`, and the fields that the brick's `output` lists. */
import { type BrickOutput, type KitDocument, OUTPUT_FIELDS } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';

export function toBrickOutputs(
  kit: KitDocument,
  outcomes: readonly BrickOutcome[],
  { includeSpans = false }: { includeSpans?: boolean } = {},
): Record<string, BrickOutput> {
  const byKey = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
  const outputs = kit.bricks.flatMap(({ key, output = OUTPUT_FIELDS }): Array<[string, BrickOutput]> => {
    const outcome = byKey.get(key);
    // A brick that may be omitted and could not be answered has no outcome and is left out.
    if (outcome === undefined) return [];
    const hasConfidence = output.includes('confidence');
    const hasEvidence = output.includes('evidence');
    const { confidenceBasis, knowledgeRefs } = outcome;
    const wire: BrickOutput = {
      value: outcome.value,
      ...(outcome.applicability !== undefined && { applicability: outcome.applicability }),
      ...(hasConfidence && { confidence: roundConfidence(outcome.confidence) }),
      ...(hasConfidence && includeSpans && { basis: outcome.basis }),
      ...(output.includes('reason') && { reason: outcome.reason }),
      ...(hasEvidence && { evidence: outcome.evidence.map(({ text }) => text) }),
      ...(hasEvidence && includeSpans && { evidence_spans: outcome.evidence }),
      ...(hasEvidence && knowledgeRefs !== undefined && { knowledge_refs: knowledgeRefs }),
      ...(hasConfidence && includeSpans && confidenceBasis !== undefined && { confidence_basis: confidenceBasis }),
    };
    return [[key, wire]];
  });
  return Object.fromEntries(outputs);
}

/** Three decimals: more would claim a precision that no engine has. */
function roundConfidence(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 1000) / 1000;
}
