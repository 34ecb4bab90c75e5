/** Starting evaluations, estimating what they cost, and comparing two of them. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { type BrickComparison, compareAnswers } from '@brickwork/engine/golden/compare-answers';
import { assemble } from '@brickwork/engine/golden/evaluate-golden';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { Principal } from '../access/principal.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import { getKit, getVersion } from '../kits/manage-kits.ts';
import type { KitEvaluation } from './golden-set.ts';
import { type ManageGoldenSets, requireSet } from './manage-golden-sets.ts';
import { linesFor } from './run-evaluation.ts';

export interface ManageEvaluations extends ManageGoldenSets {
  /** Input tokens and micro-credits of one line by a model; undefined where there is none. What the kit adds is counted once. */
  estimateLine:
    | ((kit: Kit) => (input: Readonly<Record<string, unknown>>) => { tokens: number; microCredits: number })
    | undefined;
}

export interface EvaluationRequest {
  set: string;
  version: number | undefined;
  engine: 'auto' | 'local';
}

async function resolve(deps: ManageEvaluations, principal: Principal, kitName: string, request: EvaluationRequest) {
  const { workspaceId } = principal;
  const { kitId } = await getKit(deps.kits, workspaceId, kitName);
  const set = await requireSet(deps, principal, kitId, request.set);
  const version = await getVersion(
    deps.kits,
    workspaceId,
    kitId,
    request.version === undefined ? 'newest' : { version: request.version },
  );
  return { kitId, set, version };
}

export async function estimateEvaluation(
  deps: ManageEvaluations,
  principal: Principal,
  kitName: string,
  request: EvaluationRequest,
): Promise<{ lines: number; inputTokens: number; microCredits: number }> {
  const { set, version } = await resolve(deps, principal, kitName, request);
  const estimate = request.engine === 'local' || principal.environment === 'test' ? undefined : deps.estimateLine;
  if (estimate === undefined) return { lines: set.lines, inputTokens: 0, microCredits: 0 };
  const estimateOne = estimate(version.kit);
  let inputTokens = 0;
  let microCredits = 0;
  const turns = takeTurns();
  for (const { input } of await deps.golden.lines(principal.workspaceId, set.setId)) {
    const one = estimateOne(input);
    inputTokens += one.tokens;
    microCredits += one.microCredits;
    if (turns.isOver()) await turns.pass();
  }
  return { lines: set.lines, inputTokens, microCredits };
}

export async function startEvaluation(
  deps: ManageEvaluations,
  principal: Principal,
  kitName: string,
  request: EvaluationRequest,
): Promise<KitEvaluation> {
  const { kitId, set, version } = await resolve(deps, principal, kitName, request);
  const now = deps.clock.now();
  const evaluationId = newId('evl', now);
  const { kitVersionId, version: kitVersion } = version;
  const { workspaceId, environment } = principal;
  const engine = environment === 'test' ? 'local' : request.engine;
  await deps.golden.createEvaluation({
    workspaceId,
    environment,
    evaluationId,
    kitId,
    kitVersionId,
    kitVersion,
    set,
    engine,
    now,
  });
  return getEvaluation(deps, principal, evaluationId);
}

export async function getEvaluation(
  { golden }: Pick<ManageEvaluations, 'golden'>,
  scope: Scope,
  evaluationId: string,
): Promise<KitEvaluation> {
  const evaluation = await golden.findEvaluation(scope, evaluationId);
  if (evaluation === undefined) throw new ServiceError('not_found', { detail: 'There is no such evaluation.' });
  return evaluation;
}

/** Ends it at once; what was answered is not asked again, and nothing more is. */
export async function cancelEvaluation(
  deps: Pick<ManageEvaluations, 'golden' | 'clock'>,
  scope: Scope,
  evaluationId: string,
): Promise<KitEvaluation> {
  await getEvaluation(deps, scope, evaluationId);
  const isCancelled = await deps.golden.cancelEvaluation(scope, evaluationId, deps.clock.now());
  const evaluation = await getEvaluation(deps, scope, evaluationId);
  if (!isCancelled)
    throw new ServiceError('conflict', { detail: `The evaluation has already ended: it is ${evaluation.status}.` });
  return evaluation;
}

export type RunComparison = BrickComparison & { flips: (BrickComparison['flips'][number] & { run_id?: string })[] };

/** Lines that turned right or wrong from `beforeId` to `after`, both on the same version of a set. */
export async function compareEvaluations(
  deps: ManageEvaluations,
  scope: Scope,
  after: KitEvaluation,
  beforeId: string,
): Promise<RunComparison[]> {
  const before = await getEvaluation(deps, scope, beforeId);
  if (before.setId !== after.setId)
    throw new ServiceError('conflict', {
      detail: 'The evaluations are of different golden sets, or of different versions of one.',
    });
  if (before.status === 'cancelled' || after.status === 'cancelled')
    throw new ServiceError('conflict', { detail: 'One of the evaluations was cancelled. Compare two that succeeded.' });
  if (before.status === 'running' || after.status === 'running')
    throw new ServiceError('conflict', {
      detail: 'One of the evaluations has not finished. Compare them when both have.',
    });
  const lines = await deps.golden.lines(scope.workspaceId, after.setId);
  const answersOf = async ({ kitId, kitVersionId, evaluationId, engine, setName }: KitEvaluation) => {
    const { kit } = await getVersion(deps.kits, scope.workspaceId, kitId, { kitVersionId });
    const logged = new Map((await deps.golden.answers(scope, evaluationId)).map((answer) => [answer.line, answer]));
    return { kit, answers: assemble(kit, setName, { name: engine }, linesFor(kit, lines), logged).answers };
  };
  const [old, now] = [await answersOf(before), await answersOf(after)];
  const runOf = new Map(lines.flatMap(({ line, runId }) => (runId === undefined ? [] : [[line, runId] as const])));
  return now.kit.bricks.flatMap((brick) => {
    const isInBoth = old.kit.bricks.some(({ key, type }) => key === brick.key && type === brick.type);
    const [was, is] = [old.answers.get(brick.key), now.answers.get(brick.key)];
    if (!isInBoth || was === undefined || is === undefined) return [];
    const compared = compareAnswers(brick, was, is);
    const flips = compared.flips.map((flip) => {
      const run_id = runOf.get(flip.line);
      return run_id === undefined ? flip : { ...flip, run_id };
    });
    return [{ ...compared, flips }];
  });
}
