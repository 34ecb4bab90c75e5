/** Whether a model can do the job: valid structure, genuine quotes, right answers, and the time per call. */
import { brickType } from '../../bricks/brick-types.ts';
import type { Evaluation, EvaluationRequest } from '../../evaluation/evaluate-kit.ts';
import { ModelFault, type ModelFaultCode } from '../../model/model-fault.ts';
import { isRight } from '../judge-answer.ts';
import { PROBE_CALLS, PROBE_KIT } from './probe-set.ts';

/** `fit`: it can do the job. The first three are reasons why it could not be tested. */
export type ProbeVerdict = 'unreachable' | 'not_allowed' | 'too_slow' | 'not_fit' | 'fit';

export interface ProbedAbility {
  verdict: ProbeVerdict;
  calls: number;
  /** Shares of the answers: in the requested form, with a quote if one is needed, right. */
  structure: number;
  grounding: number;
  accuracy: number;
  secondsPerCall: number;
  /** The model's wrong answers, by conversation and brick. */
  wrong: string[];
  /** Why conversations got no answer. */
  faults: string[];
}

export interface ProbeDeps {
  evaluate(request: EvaluationRequest): Promise<Evaluation>;
  /** Milliseconds. */
  now(): number;
}

const VERDICT_OF: Partial<Record<ModelFaultCode, ProbeVerdict>> = {
  provider_unavailable: 'unreachable',
  provider_auth_failed: 'not_allowed',
  provider_quota_exhausted: 'not_allowed',
  model_unavailable: 'not_allowed',
  provider_rate_limited: 'too_slow',
  provider_timeout: 'too_slow',
};

const ENOUGH = { structure: 0.95, grounding: 0.8, accuracy: 0.8 };

export async function probeAbility({ evaluate, now }: ProbeDeps): Promise<ProbedAbility> {
  const counts = { asked: 0, structured: 0, needed: 0, grounded: 0, right: 0 };
  const wrong: string[] = [];
  const faults: string[] = [];
  let calls = 0;
  let untested: ProbeVerdict | undefined;
  const startedAt = now();
  for (const [at, { transcript, expected }] of PROBE_CALLS.entries()) {
    counts.asked += PROBE_KIT.bricks.length;
    const onUsage: EvaluationRequest['onUsage'] = (usage) => {
      calls += usage.calls;
    };
    const evaluation = await evaluate({ kit: PROBE_KIT, input: { transcript }, engine: 'auto', onUsage }).catch(told);
    if (evaluation instanceof ModelFault) {
      faults.push(evaluation.message);
      untested = VERDICT_OF[evaluation.code];
      if (untested !== undefined) break;
      continue;
    }
    for (const brick of PROBE_KIT.bricks) {
      const outcome = evaluation.outcomes.find(({ key }) => key === brick.key);
      if (outcome === undefined || outcome.basis !== 'model') continue;
      counts.structured += 1;
      if (brickType(brick).needsEvidence(brick, outcome.value)) {
        counts.needed += 1;
        if (outcome.evidence.length > 0) counts.grounded += 1;
      }
      if (isRight(brick, expected[brick.key] ?? null, outcome.value)) counts.right += 1;
      else wrong.push(`conversation ${at + 1}, ${brick.key}`);
    }
  }
  const figures = {
    structure: counts.structured / counts.asked,
    grounding: counts.needed === 0 ? 0 : counts.grounded / counts.needed,
    accuracy: counts.right / counts.asked,
  };
  const isFit =
    figures.structure >= ENOUGH.structure &&
    figures.grounding >= ENOUGH.grounding &&
    figures.accuracy >= ENOUGH.accuracy;
  return {
    verdict: untested ?? (isFit ? 'fit' : 'not_fit'),
    calls,
    ...figures,
    secondsPerCall: calls === 0 ? 0 : (now() - startedAt) / 1_000 / calls,
    wrong,
    faults,
  };
}

function told(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  throw error;
}
