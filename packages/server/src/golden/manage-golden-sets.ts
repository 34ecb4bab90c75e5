/** Storing golden sets: from lines, or from the reviewed runs on whose answers people agree. */
import { createHash } from 'node:crypto';
import type { BrickValue } from '@brickwork/contract';
import { type Principal, requirePermission } from '../access/principal.ts';
import type { StorageQuota } from '../access/storage-quota.ts';
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import { ServiceError } from '../core/service-error.ts';
import { parseGoldenLine } from '../kits/golden-line.ts';
import { getKit, getVersion, type ManageKits } from '../kits/manage-kits.ts';
import type { Kit } from '../kits/normalise-kit.ts';
import { settledValue } from '../reviews/quality/settled-value.ts';
import type { GoldenSet, SetLine } from './golden-set.ts';
import type { GoldenStore, ReviewedRun } from './golden-store.ts';

export interface ManageGoldenSets {
  golden: GoldenStore;
  kits: ManageKits;
  clock: Clock;
  quota: StorageQuota;
}

export type SetSource =
  | {
      lines: readonly {
        external_id?: string | undefined;
        input: Record<string, unknown>;
        expected: Record<string, BrickValue>;
      }[];
    }
  | { fromReviews: { since: Date | undefined; minReviewers: number } };

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_LINES = 20_000;
const FAULTS_NAMED = 10;

export async function putGoldenSet(
  deps: ManageGoldenSets,
  principal: Principal,
  kitName: string,
  name: string,
  source: SetSource,
): Promise<GoldenSet> {
  const { workspaceId } = principal;
  const { kitId } = await getKit(deps.kits, workspaceId, kitName);
  const { kit } = await getVersion(deps.kits, workspaceId, kitId, 'newest');
  const lines =
    'lines' in source
      ? checkLines(kit, source.lines)
      : await fromReviews(deps, principal, kit, kitId, source.fromReviews);
  const text = lines
    .map(({ external_id, input, expected }) => JSON.stringify({ external_id, input, expected }))
    .join('\n');
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES) throw invalid(`The set is ${bytes} bytes; ${MOST_BYTES} is the most.`);
  const tellQuota = await deps.quota.take(principal, { runs: 0, text });
  const set: GoldenSet = {
    setId: newUuid(deps.clock.now()),
    kitId,
    name,
    hash: createHash('sha256').update(text).digest('hex'),
    lines: lines.length,
    bytes,
    createdAt: deps.clock.now(),
  };
  try {
    return await deps.golden.putSet(workspaceId, set, lines);
  } finally {
    tellQuota(true);
  }
}

export async function requireSet(
  { golden }: Pick<ManageGoldenSets, 'golden'>,
  workspaceId: string,
  kitId: string,
  name: string,
): Promise<GoldenSet> {
  const set = await golden.findSet(workspaceId, kitId, name);
  if (set === undefined) throw new ServiceError('not_found', { detail: `The kit has no golden set named ${name}.` });
  return set;
}

function checkLines(kit: Kit, given: Extract<SetSource, { lines: unknown }>['lines']): SetLine[] {
  const faults: string[] = [];
  const lines = given.map((line, index): SetLine => {
    const parsed = parseGoldenLine(kit, JSON.stringify(line));
    if ('fault' in parsed) faults.push(`line ${index + 1}: ${parsed.fault}`);
    return { ...line, line: index + 1, runId: undefined };
  });
  if (faults.length > 0) throw invalid(`${faults.slice(0, FAULTS_NAMED).join('; ')}.`);
  return lines;
}

async function fromReviews(
  { golden }: ManageGoldenSets,
  principal: Principal,
  kit: Kit,
  kitId: string,
  { since, minReviewers }: { since: Date | undefined; minReviewers: number },
): Promise<SetLine[]> {
  requirePermission(principal, 'runs:read_input');
  const runs = await golden.reviewedRuns(principal, kitId, since, MOST_LINES);
  const lines = runs.flatMap((run) => {
    const expected = consensus(run, minReviewers);
    const line = { external_id: run.externalId, input: JSON.parse(run.input) as Record<string, unknown>, expected };
    // A brick that the newest version no longer has, or a value that it can no longer give, is left out.
    const possible = Object.entries(expected).filter(
      ([key, value]) => !('fault' in parseGoldenLine(kit, JSON.stringify({ input: {}, expected: { [key]: value } }))),
    );
    return possible.length === 0 ? [] : [{ ...line, expected: Object.fromEntries(possible), runId: run.runId }];
  });
  if (lines.length === 0) throw invalid('No reviewed run has answers that enough reviewers agree on.');
  return lines.map((line, index) => ({ ...line, line: index + 1 }));
}

function consensus({ reviews }: ReviewedRun, minReviewers: number): Record<string, BrickValue> {
  const byBrick = Map.groupBy(reviews, ({ brick }) => brick);
  const settled = [...byBrick].flatMap(([brick, own]): [string, BrickValue][] => {
    const value = settledValue(own, minReviewers);
    return value === undefined ? [] : [[brick, value]];
  });
  return Object.fromEntries(settled);
}

function invalid(detail: string): ServiceError {
  return new ServiceError('golden_set_invalid', { detail });
}
