/**
 * A canary's night: an evaluation of the live version is started, waited for and compared with the baseline. Each step is stored, so that
 * another node can continue; the evaluation itself is a separate job.
 */
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { KitEvaluation } from '../golden/golden-set.ts';
import type { GoldenStore } from '../golden/store/golden-store.ts';
import type { ManageKits } from '../kits/manage-kits.ts';
import { getVersion } from '../kits/manage-kits.ts';
import { type Canary, canaryState, type EvaluatedSet, findDrift, nextNight } from './canary.ts';
import { eventOfCanary } from './canary-document.ts';
import type { CanaryStore, CheckedCanary } from './store/canary-store.ts';

export interface WatchCanaries {
  canaries: CanaryStore;
  golden: Pick<GoldenStore, 'findSet' | 'findEvaluation' | 'answers'>;
  kits: ManageKits;
  clock: Clock;
  /** Between two checks of a running evaluation. */
  everyMs: number;
}

/** Canaries that are read at the same time. */
const BATCH = 20;

export async function checkDueCanaries(deps: WatchCanaries, isStopped: () => boolean): Promise<void> {
  for (let due = await deps.canaries.due(BATCH); due.length > 0; due = await deps.canaries.due(BATCH))
    for (const canary of due) {
      if (isStopped()) return;
      const { evaluationId } = canary;
      const checked = evaluationId === undefined ? begin(deps, canary) : look(deps, canary, evaluationId);
      // One failure must not delay the others.
      await checked.catch(() => giveUp(deps, canary, 'The check failed. It is retried the next night.'));
    }
}

async function begin(deps: WatchCanaries, canary: Canary): Promise<void> {
  const { workspaceId, environment, kitId, rule } = canary;
  const now = deps.clock.now();
  const kit = await deps.kits.store.findKit(workspaceId, { kitId });
  const set = await deps.golden.findSet(canary, kitId, rule.set);
  if (kit?.live === undefined) return giveUp(deps, canary, 'No version of the kit is live.');
  if (set === undefined) return giveUp(deps, canary, `The kit has no golden set named ${rule.set}.`);
  const evaluation = {
    workspaceId,
    environment,
    evaluationId: newId('evl', now),
    kitId,
    kitVersionId: kit.live.kitVersionId,
    kitVersion: kit.live.version,
    set,
    engine: environment === 'test' ? ('local' as const) : (rule.engine ?? 'auto'),
    canary: canary.name,
    now,
  };
  await deps.canaries.begin(canary, evaluation, deps.everyMs);
}

async function look(deps: WatchCanaries, canary: Canary, evaluationId: string): Promise<void> {
  const evaluation = await deps.golden.findEvaluation(canary, evaluationId);
  if (evaluation === undefined) return giveUp(deps, canary, 'The evaluation was deleted.');
  if (evaluation.status === 'running') {
    await deps.canaries.wait(canary, deps.everyMs);
    return;
  }
  if (evaluation.status === 'cancelled') return giveUp(deps, canary, 'The evaluation was cancelled.');
  if (evaluation.status === 'failed') return giveUp(deps, canary, `The evaluation failed: ${evaluation.error}`);
  const ended = await withAnswers(deps, canary, evaluation);
  const baseline = (await baselineOf(deps, canary, evaluation)) ?? ended;
  const { kit } = await getVersion(deps.kits, canary.workspaceId, canary.kitId, evaluation);
  const found = findDrift(canary.rule, kit.bricks, ended, baseline);
  await settle(deps, canary, {
    state: canaryState(found),
    found,
    problem: undefined,
    baselineId: baseline.evaluation.evaluationId,
  });
}

/** Only answers of the same version about the same lines can be compared. */
async function baselineOf(
  deps: WatchCanaries,
  canary: Canary,
  { kitVersionId, setId, engine }: KitEvaluation,
): Promise<EvaluatedSet | undefined> {
  if (canary.baselineId === undefined) return undefined;
  const baseline = await deps.golden.findEvaluation(canary, canary.baselineId);
  const isComparable =
    baseline?.kitVersionId === kitVersionId && baseline.setId === setId && baseline.engine === engine;
  return isComparable ? withAnswers(deps, canary, baseline) : undefined;
}

async function withAnswers(
  { golden }: WatchCanaries,
  canary: Canary,
  evaluation: KitEvaluation,
): Promise<EvaluatedSet> {
  return { evaluation, answers: await golden.answers(canary, evaluation.evaluationId) };
}

/** Until the next night; the state does not change. */
async function giveUp(deps: WatchCanaries, canary: Canary, problem: string): Promise<void> {
  const { state, baselineId } = canary;
  await settle(deps, canary, { state, found: undefined, problem, baselineId });
}

async function settle(
  deps: WatchCanaries,
  canary: Canary,
  checked: Omit<CheckedCanary, 'now' | 'nextAt' | 'event'>,
): Promise<void> {
  const now = deps.clock.now();
  const nextAt = nextNight(canary.rule, now);
  const after = { ...canary, ...checked, evaluationId: undefined, nextAt, since: now, checkedAt: now };
  const event = checked.state === canary.state ? undefined : eventOfCanary(after, now);
  await deps.canaries.settle(canary, { ...checked, now, nextAt, event });
}
