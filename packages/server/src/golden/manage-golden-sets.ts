/** Storing golden sets: from lines, from reviewed runs whose reviewers agree, or from calls judged for a question. */
import type { BrickValue } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { requireNoProbing } from '../access/no-probing.ts';
import { type Principal, requirePermission } from '../access/principal.ts';
import type { StorageQuota } from '../access/storage-quota.ts';
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';
import { getKit, getVersion, type ManageKits } from '../kits/manage-kits.ts';
import { checkAnswerFilter } from '../runs/check-answer-filter.ts';
import { conditionsOf } from '../runs/dimensions/dimension-keys.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';
import { consensus, possible } from './consensus.ts';
import { fromJudgements, type JudgedCallsOf } from './from-judgements.ts';
import { type GoldenSet, MOST_SETS } from './golden-set.ts';
import {
  collectLines,
  type FromReviews,
  type GivenLine,
  type GoldenChecks,
  invalidSet,
  MOST_BYTES,
  type NewLines,
} from './read-golden-set.ts';
import type { GoldenStore } from './store/golden-store.ts';
import type { ReviewedRun } from './store/reviewed-runs.ts';

export interface ManageGoldenSets {
  golden: GoldenStore;
  kits: ManageKits;
  dimensions: DimensionStore;
  clock: Clock;
  quota: StorageQuota;
  checks: GoldenChecks;
}

export interface PutGoldenSets extends ManageGoldenSets {
  judgedCalls: JudgedCallsOf;
}

const MOST_LINES = 20_000;

/** `body` is the request as sent: it may be 20 MB, so a thread reads it. `check` may refuse the lines before they are stored. */
export async function putGoldenSet(
  deps: PutGoldenSets,
  principal: Principal,
  kitName: string,
  name: string,
  body: Uint8Array,
  check: (lines: NewLines) => Promise<void>,
): Promise<GoldenSet> {
  const { workspaceId } = principal;
  const { kitId } = await getKit(deps.kits, workspaceId, kitName);
  const { kit } = await getVersion(deps.kits, workspaceId, kitId, 'newest');
  const request = await deps.checks.readGoldenSet(body, kit, workspaceId);
  if ('fault' in request) throw new ServiceError(request.fault.code, { detail: request.fault.detail });
  const found =
    'lines' in request
      ? request
      : 'fromQuestion' in request
        ? await fromJudgements(deps, principal, kit, kitId, request.fromQuestion)
        : await fromReviews(deps, principal, kit, kitId, request.fromReviews);
  await check(found);
  return storeSet<never>(deps, principal, { kitId, name, found }, (set) =>
    deps.golden.putSet(principal, set, found.lines),
  );
}

/** Within the quota; `put` stores it, or returns why not. */
export async function storeSet<Refusal extends string>(
  deps: ManageGoldenSets,
  principal: Principal,
  { kitId, name, found: { lines, hash, bytes } }: { kitId: string; name: string; found: NewLines },
  put: (set: GoldenSet) => Promise<GoldenSet | 'too_many' | Refusal>,
): Promise<GoldenSet | Refusal> {
  const tellQuota = await deps.quota.take(principal, { runs: 0, bytes });
  const now = deps.clock.now();
  const set: GoldenSet = { setId: newUuid(now), kitId, name, hash, lines: lines.length, bytes, createdAt: now };
  try {
    const stored = await put(set);
    if (stored === 'too_many')
      throw new ServiceError('conflict', {
        detail: `The kit has ${MOST_SETS} golden sets, the maximum. Delete one first.`,
      });
    return stored;
  } finally {
    tellQuota(true);
  }
}

export async function requireSet(
  { golden }: Pick<ManageGoldenSets, 'golden'>,
  scope: Scope,
  kitId: string,
  name: string,
): Promise<GoldenSet> {
  const set = await golden.findSet(scope, kitId, name);
  if (set === undefined) throw new ServiceError('not_found', { detail: `The kit has no golden set named ${name}.` });
  return set;
}

async function fromReviews(
  { golden, dimensions }: ManageGoldenSets,
  principal: Principal,
  kit: Kit,
  kitId: string,
  { since, minReviewers, where }: FromReviews,
): Promise<NewLines> {
  requirePermission(principal, 'runs:read_input');
  requireNoProbing(principal, where);
  const asked = await conditionsOf({ dimensions }, principal.workspaceId, where);
  const by = await checkAnswerFilter(asked, golden.knownAnswers(principal, kitId));
  const runs = await golden.reviewedRuns(principal, kitId, { since, by }, { lines: MOST_LINES, bytes: MOST_BYTES });
  if (runs === 'too_large')
    throw invalidSet(
      `The reviewed runs have more than ${MOST_BYTES} bytes together. Take fewer of them with \`since\` or \`where\`.`,
    );
  const collector = collectLines();
  const turns = takeTurns();
  for (const run of runs) {
    const line = lineOf(run, possible(kit, consensus(run, minReviewers)));
    if (line !== undefined) collector.add(line, run.runId);
    if (turns.isOver()) await turns.pass();
  }
  const set = collector.end();
  if (set.lines.length === 0) throw invalidSet('None of the selected runs has answers that enough reviewers agree on.');
  return set;
}

export function lineOf(
  { externalId, input }: ReviewedRun,
  expected: Record<string, BrickValue>,
): GivenLine | undefined {
  if (Object.keys(expected).length === 0) return undefined;
  return { external_id: externalId, input: JSON.parse(input) as Record<string, unknown>, expected };
}
