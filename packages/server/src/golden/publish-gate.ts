/**
 * The gate of a kit: a version is published for the first time only when it was evaluated on the gate's golden set and is good enough.
 * Rolling back to a version that was live before is always possible.
 */
import type { KitGate } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type Principal, requirePermission } from '../access/principal.ts';
import { getVersion, publishKit } from '../kits/manage-kits.ts';
import type { KitVersion, VersionHead } from '../kits/store/kit-rows.ts';
import type { ForcedPublication, VersionChoice } from '../kits/store/kit-store.ts';
import type { GateReport, KitEvaluation } from './golden-set.ts';
import { type ManageGoldenSets, requireSet } from './manage-golden-sets.ts';

export async function publishThroughGate(
  deps: ManageGoldenSets,
  principal: Principal,
  kitName: string,
  choice: VersionChoice,
  { force = false }: { force?: boolean | undefined },
): Promise<VersionHead> {
  const version = await getVersion(deps.kits, principal.workspaceId, kitName, choice);
  const { gate } = version.kit;
  let forced: ForcedPublication | undefined;
  if (gate !== undefined && version.publishedAt === undefined) {
    const report = await checkGate(deps, principal, version, gate);
    if (report.failures.length > 0) {
      if (!force)
        throw new ServiceError('gate_failed', { detail: report.failures.slice(0, 5).join(' '), extra: { report } });
      requirePermission(principal, 'kits:force');
      forced = { keyId: principal.keyId, report };
    }
  }
  // Exactly the draft that was looked at. For one that was published before, the rules about rolling back apply as they are.
  const exactly = version.publishedAt === undefined ? { kitVersionId: version.kitVersionId } : choice;
  return publishKit(deps.kits, principal.workspaceId, kitName, exactly, { environment: principal.environment, forced });
}

async function checkGate(
  deps: ManageGoldenSets,
  principal: Principal,
  version: KitVersion,
  gate: KitGate,
): Promise<GateReport> {
  const set = await requireSet(deps, principal.workspaceId, version.kitId, gate.set);
  const latest = (kitVersionId: string) => deps.golden.latestEvaluation(principal, kitVersionId, set.setId);
  const evaluation = await latest(version.kitVersionId);
  const base = { set: { name: set.name, hash: set.hash }, bricks: [], failures: [] };
  if (evaluation === undefined)
    return {
      ...base,
      failures: [`Version ${version.version} has no finished evaluation on the golden set ${set.name} as it is now.`],
    };
  const { live: head } = (await deps.kits.store.findKit(principal.workspaceId, { kitId: version.kitId })) ?? {};
  if (gate.no_worse_than_live !== true || head === undefined) return judge(base, gate, evaluation, undefined);
  const live = await latest(head.kitVersionId);
  if (live === undefined)
    return {
      ...base,
      failures: [
        `The live version ${head.version} has no finished evaluation on the golden set ${set.name} as it is now.`,
      ],
    };
  return judge(base, gate, evaluation, live);
}

function judge(
  base: GateReport,
  { min = {} }: KitGate,
  evaluation: KitEvaluation,
  live: KitEvaluation | undefined,
): GateReport {
  const accuracyOf = (of: KitEvaluation | undefined, key: string) =>
    of?.report?.bricks.find((brick) => brick.key === key)?.accuracy;
  const bricks = (evaluation.report?.bricks ?? []).map(({ key, accuracy }) => {
    const before = accuracyOf(live, key);
    const passed = accuracy >= (min[key] ?? 0) && accuracy >= (before ?? 0);
    return {
      key,
      accuracy,
      ...(min[key] !== undefined && { min: min[key] }),
      ...(before !== undefined && { live: before }),
      passed,
    };
  });
  const unscored = Object.keys(min).filter((key) => !bricks.some((brick) => brick.key === key));
  return {
    ...base,
    evaluation_id: evaluation.evaluationId,
    ...(live !== undefined && { live_evaluation_id: live.evaluationId }),
    bricks,
    failures: [
      ...unscored.map((key) => `The golden set says nothing about ${key}.`),
      ...bricks.flatMap(({ key, accuracy, min: least, live: before }) => [
        ...(least !== undefined && accuracy < least ? [`${key} is right in ${accuracy}, and ${least} is needed.`] : []),
        ...(before !== undefined && accuracy < before
          ? [`${key} is right in ${accuracy}, and in ${before} when live.`]
          : []),
      ]),
    ],
  };
}
