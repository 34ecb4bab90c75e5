/**
 * The gate of a kit: a version is published for the first time only when it was evaluated on the gate's golden set and is good enough. The
 * gate of the live version decides about the next one, together with its own; a gate that is looser, or left out, is itself a failure. Rolling back
 * to a version that was live before is always possible, and loosens nothing: the version that was published last decides too.
 */
import type { KitGate } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { may, type Principal, requirePermission } from '../access/principal.ts';
import { getKit, getVersion, type ManageKits, publishKit } from '../kits/manage-kits.ts';
import { loadContent } from '../kits/resolve-kit.ts';
import type { KitVersion, VersionHead } from '../kits/store/kit-rows.ts';
import type { ForcedPublication, VersionChoice } from '../kits/store/kit-store.ts';
import type { GateReport, GoldenSet, KitEvaluation } from './golden-set.ts';
import { type ManageGoldenSets, type PutGoldenSets, putGoldenSet, requireSet } from './manage-golden-sets.ts';

export async function publishThroughGate(
  deps: ManageGoldenSets,
  principal: Principal,
  kitName: string,
  choice: VersionChoice,
  { force = false }: { force?: boolean | undefined },
): Promise<VersionHead> {
  const version = await getVersion(deps.kits, principal.workspaceId, kitName, choice);
  await requireLiveForGate(deps.kits, principal, version.kitId, version.kit.gate);
  const isFirst = version.publishedAt === undefined;
  let forced: ForcedPublication | undefined;
  const { live } = await getKit(deps.kits, principal.workspaceId, version.kitId);
  if (isFirst) {
    const report = await checkGates(deps, principal, version);
    if (report !== undefined && report.failures.length > 0) {
      if (!force)
        throw new ServiceError('gate_failed', { detail: report.failures.slice(0, 5).join(' '), extra: { report } });
      requirePermission(principal, 'kits:force');
      forced = { by: principal.actor, report };
    }
  }
  // Exactly the draft that was looked at. For one that was published before, the rules about rolling back apply as they are.
  const exactly = isFirst ? { kitVersionId: version.kitVersionId } : choice;
  return publishKit(deps.kits, principal.workspaceId, kitName, exactly, {
    environment: principal.environment,
    by: principal.actor,
    forced,
    ...(isFirst && { seen: { live: live?.kitVersionId } }),
  });
}

/** A gate decides about live runs, and so do its set and its evaluations: with a test key nobody gets past it. */
export async function requireLiveForGate(
  kits: ManageKits,
  { environment, workspaceId }: Principal,
  kitId: string,
  own?: KitGate,
): Promise<void> {
  if (environment === 'live' || (own === undefined && !(await isGated(kits, workspaceId, kitId)))) return;
  throw new ServiceError('forbidden', {
    detail: 'This kit has a gate: publishing and archiving it needs a live key.',
  });
}

/** A gate that counts, and the version that has it. */
interface DecidingGate {
  gate: KitGate;
  version: number;
}

/** Whether the next version of a kit has to pass a gate that it may not have itself. */
export async function isGated(kits: ManageKits, workspaceId: string, kitId: string): Promise<boolean> {
  return (await decidingGates(kits, workspaceId, kitId)).length > 0;
}

/** Of the version that is live, and of the one that was published last, which may have been rolled back or archived. */
async function decidingGates(kits: ManageKits, workspaceId: string, kitId: string): Promise<DecidingGate[]> {
  const heads = [
    await kits.store.findVersion(workspaceId, kitId, 'live'),
    await kits.store.findVersion(workspaceId, kitId, 'published_last'),
  ];
  const byId = new Map(heads.flatMap((head) => (head === undefined ? [] : [[head.kitVersionId, head]])));
  const gates: DecidingGate[] = [];
  for (const { kitVersionId, version } of byId.values()) {
    const gate = (await loadContent(kits, workspaceId, kitVersionId))?.kit.gate;
    if (gate !== undefined) gates.push({ gate, version });
  }
  return gates;
}

/** The report of the first gate that is not passed, or of the last one; undefined where there is none. */
async function checkGates(
  deps: ManageGoldenSets,
  principal: Principal,
  version: KitVersion,
): Promise<GateReport | undefined> {
  const deciding = await decidingGates(deps.kits, principal.workspaceId, version.kitId);
  const own = version.kit.gate;
  const loosened = deciding.flatMap((other) => loosenings(other, own));
  const gates = [...deciding.map(({ gate }) => gate), ...(own === undefined ? [] : [own])];
  const distinct = [...new Map(gates.map((gate) => [JSON.stringify(gate), gate])).values()];
  let shown: GateReport | undefined;
  const failures = new Set(loosened);
  for (const gate of distinct) {
    const report = await checkGate(deps, principal, version, gate);
    for (const failure of report.failures) failures.add(failure);
    if (shown === undefined || shown.failures.length === 0) shown = report;
  }
  return shown && { ...shown, failures: [...failures] };
}

/** What `own` asks less of than the gate that decides, a sentence each. */
function loosenings({ gate, version }: DecidingGate, own: KitGate | undefined): string[] {
  const end = `Publishing that needs \`force\` and kits:force.`;
  if (own === undefined) return [`It leaves out the gate that version ${version} has. ${end}`];
  const faults: string[] = [];
  if (own.set !== gate.set)
    faults.push(`Its gate uses the golden set ${own.set}; that of version ${version} uses ${gate.set}. ${end}`);
  for (const [key, least] of Object.entries(gate.min ?? {})) {
    const now = own.min?.[key];
    if (now === undefined)
      faults.push(`Its gate has no minimum for ${key}; that of version ${version} has ${least}. ${end}`);
    else if (now < least) faults.push(`Its gate lowers the minimum of ${key} from ${least} to ${now}. ${end}`);
  }
  if (gate.no_worse_than_live === true && own.no_worse_than_live !== true)
    faults.push(`Its gate no longer has no_worse_than_live; that of version ${version} does. ${end}`);
  return faults;
}

/** A set that a deciding gate names goes only with who may force a publication: without it nothing could pass. */
export async function deleteGoldenSet(
  deps: ManageGoldenSets,
  principal: Principal,
  kitName: string,
  name: string,
): Promise<void> {
  const { workspaceId } = principal;
  const { kitId } = await getKit(deps.kits, workspaceId, kitName);
  await requireUngated(deps, principal, { kitId, name, act: 'Deleting it' });
  if (!(await deps.golden.deleteSet(principal, kitId, name)))
    throw new ServiceError('not_found', { detail: `The kit has no golden set named ${name}.` });
}

/** Easier lines would loosen the gate as much as a lower minimum does. Storing the same lines again changes nothing. */
export async function replaceGoldenSet(
  deps: PutGoldenSets,
  principal: Principal,
  kitName: string,
  name: string,
  body: Uint8Array,
): Promise<GoldenSet> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kitName);
  const stored = await deps.golden.findSet(principal, kitId, name);
  return putGoldenSet(deps, principal, kitName, name, body, async ({ hash }) => {
    if (stored !== undefined && stored.hash !== hash)
      await requireUngated(deps, principal, { kitId, name, act: 'Replacing its lines' });
  });
}

export async function requireUngated(
  { kits }: ManageGoldenSets,
  principal: Principal,
  { kitId, name, act }: { kitId: string; name: string; act: string },
): Promise<void> {
  // A gate is passed with live sets only.
  if (principal.environment !== 'live') return;
  const gate = (await decidingGates(kits, principal.workspaceId, kitId)).find((each) => each.gate.set === name);
  if (gate !== undefined && !may(principal, 'kits:force'))
    throw new ServiceError('forbidden', {
      detail: `The gate of version ${gate.version} names the golden set ${name}. ${act} needs a key with kits:force.`,
    });
}

async function checkGate(
  deps: ManageGoldenSets,
  principal: Principal,
  version: KitVersion,
  gate: KitGate,
): Promise<GateReport> {
  const set = await requireSet(deps, principal, version.kitId, gate.set);
  const latest = (kitVersionId: string) => deps.golden.latestEvaluation(principal, kitVersionId, set.setId);
  const base = { set: { name: set.name, hash: set.hash }, bricks: [], failures: [] };
  const { live: head } = (await deps.kits.store.findKit(principal.workspaceId, { kitId: version.kitId })) ?? {};
  const rival = gate.no_worse_than_live === true ? head : undefined;
  const evaluation = await latest(version.kitVersionId);
  const live = rival && (await latest(rival.kitVersionId));
  const isLiveMissing = rival !== undefined && live === undefined;
  if (evaluation !== undefined && !isLiveMissing) return judge(base, gate, evaluation, live);
  const missing = [
    ...(evaluation === undefined ? [{ number: version.version, name: `Version ${version.version}` }] : []),
    ...(isLiveMissing ? [{ number: rival.version, name: `The live version ${rival.version}` }] : []),
  ];
  return {
    ...base,
    unevaluated: missing.map(({ number }) => number),
    failures: missing.map(
      ({ name }) => `${name} has no finished evaluation on the golden set ${set.name} as it is now.`,
    ),
  };
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
      ...unscored.map((key) => `The golden set has no answers for ${key}.`),
      ...bricks.flatMap(({ key, accuracy, min: least, live: before }) => [
        ...(least !== undefined && accuracy < least
          ? [`${key} has an accuracy of ${accuracy}; ${least} is required.`]
          : []),
        ...(before !== undefined && accuracy < before
          ? [`${key} has an accuracy of ${accuracy}; the live version has ${before}.`]
          : []),
      ]),
    ],
  };
}
