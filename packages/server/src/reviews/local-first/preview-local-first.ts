/**
 * Previews `engine: auto` for a kit before it is turned on: from the kit's own last runs, how many answers of the built-in model would be kept and
 * how many bricks a model would be asked; from its reviews, how many of those kept are right. Changes nothing.
 */

import { asksTheSame } from '@brickwork/engine/bricks/asks-the-same';
import { planBricks } from '@brickwork/engine/evaluation/plan-bricks';
import { localFromOf, READ } from '@brickwork/engine/evaluation/settle-sure';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { Scope } from '../../core/scope.ts';
import { getKit, getVersion, type ManageKits } from '../../kits/manage-kits.ts';
import type { KitVersion } from '../../kits/store/kit-rows.ts';
import type { RunPrice } from '../../usage/price-of-run.ts';
import { ALL_REVIEWED, type QualityStore } from '../quality/get-quality.ts';
import { settledAnswers } from '../quality/measure-quality.ts';
import { type BrickEvidence, type BrickThreshold, chooseThresholds, thresholdOf } from './choose-thresholds.ts';
import type { LocalRun } from './local-run.ts';
import { type LocalOutlook, sumUp } from './sum-up.ts';

export interface LocalAnswersStore {
  /** The newest runs of the kit that the built-in model answered alone. */
  newest(scope: Scope, kitId: string, limit: number): Promise<LocalRun[]>;
  ofRuns(scope: Scope, kitId: string, runIds: readonly string[]): Promise<LocalRun[]>;
}

export interface PreviewLocalFirst {
  kits: ManageKits;
  quality: QualityStore;
  localAnswers: LocalAnswersStore;
  priceOf(kit: Kit): RunPrice;
}

export interface LocalFirst {
  version: KitVersion;
  target: number;
  runs: number;
  reviewed: number;
  /** With the current thresholds, and with the proposed ones. */
  now: LocalOutlook;
  proposed: LocalOutlook;
  bricks: { now: BrickThreshold; proposed: BrickThreshold; answers: number; applied: number }[];
}

const LAST_RUNS = 200;
const MOST_REVIEWS = 20_000;
const MOST_REVIEWED_RUNS = 500;

export async function previewLocalFirst(
  deps: PreviewLocalFirst,
  scope: Scope,
  kitName: string,
  target: number,
): Promise<LocalFirst> {
  const { kitId, live } = await getKit(deps.kits, scope.workspaceId, kitName);
  const version = await getVersion(deps.kits, scope.workspaceId, kitId, live === undefined ? 'newest' : 'live');
  const runs = await deps.localAnswers.newest(scope, kitId, LAST_RUNS);
  const reviews = await settledAnswers(
    await deps.quality.reviewedAnswers(scope, kitId, ALL_REVIEWED, { limit: MOST_REVIEWS }),
  );
  const reviewedIds = [...new Set(reviews.map(({ runId }) => runId))].slice(0, MOST_REVIEWED_RUNS);
  const reviewed = await deps.localAnswers.ofRuns(scope, kitId, reviewedIds);
  const asked = await askedThen(deps.kits, scope, kitId, version.kit, [...runs, ...reviewed]);
  const isSame = (run: LocalRun, key: string) => asked.get(run.version)?.has(key) === true;
  const byRun = new Map(reviewed.map((run) => [run.runId, run]));
  const evidence = [...planBricks(version.kit, { hasModel: true }).auto].map((key): BrickEvidence => {
    const judged = reviews.flatMap(({ runId, brick, isRight, probability = 1 }) => {
      const run = byRun.get(runId);
      const confidence = brick !== key || run === undefined || !isSame(run, key) ? undefined : readIn(run, key);
      return confidence === undefined ? [] : [{ confidence, isRight, probability }];
    });
    return { key, confidences: runs.flatMap((run) => (isSame(run, key) ? (readIn(run, key) ?? []) : [])), judged };
  });
  const proposed = chooseThresholds(evidence, target);
  const now = evidence.map((brick) =>
    thresholdOf(
      brick,
      evidence.filter((other) => other !== brick),
      localFromOf(version.kit, brick.key),
    ),
  );
  const outlook = (thresholds: readonly BrickThreshold[]) =>
    sumUp({ runs, evidence, thresholds, readIn, price: deps.priceOf(version.kit) });
  return {
    ...{ version, target, runs: runs.length },
    reviewed: evidence.reduce((sum, { judged }) => sum + judged.length, 0),
    now: outlook(now),
    proposed: outlook(proposed),
    bricks: proposed.flatMap((each, at) => {
      const own = now[at];
      if (own === undefined) return [];
      const applied = runs.filter((run) => isSame(run, each.key) && run.answers[each.key]?.[0] != null).length;
      return [{ now: own, proposed: each, answers: evidence[at]?.confidences.length ?? 0, applied }];
    }),
  };
}

/** The confidence of an answer that could be kept: answers from words alone never are. */
function readIn({ answers }: LocalRun, key: string): number | undefined {
  const [confidence, basis] = answers[key] ?? [null, null];
  return confidence === null || basis === null || !READ.has(basis) ? undefined : confidence;
}

/** For each version, the bricks whose question is unchanged. */
async function askedThen(
  kits: ManageKits,
  { workspaceId }: Scope,
  kitId: string,
  kit: Kit,
  runs: readonly LocalRun[],
): Promise<Map<number, Set<string>>> {
  const asked = new Map<number, Set<string>>();
  for (const version of new Set(runs.map((run) => run.version))) {
    const { kit: then } = await getVersion(kits, workspaceId, kitId, { version });
    const same = kit.bricks.filter((brick) =>
      then.bricks.some((other) => other.key === brick.key && asksTheSame(other, brick)),
    );
    asked.set(version, new Set(same.map(({ key }) => key)));
  }
  return asked;
}
