/** Adds runs to a golden set: the answers that reviewers agree on become the expected ones. */
import type { BrickValue } from '@brickwork/contract';
import { brickType } from '@brickwork/engine/bricks/brick-types';
import { isScore } from '@brickwork/engine/bricks/numeric/is-score';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { type Principal, requirePermission } from '../access/principal.ts';
import { getKit, getVersion } from '../kits/manage-kits.ts';
import { requireSucceeded } from '../runs/require-succeeded.ts';
import { consensus, possible } from './consensus.ts';
import type { GoldenSet } from './golden-set.ts';
import { lineOf, type ManageGoldenSets, storeSet } from './manage-golden-sets.ts';
import { requireUngated } from './publish-gate.ts';
import { collectLines, type GivenLine, invalidSet, MOST_BYTES } from './read-golden-set.ts';
import type { ReviewedRun } from './store/reviewed-runs.ts';

export interface AddedRuns {
  set: GoldenSet;
  added: number;
  replaced: number;
  leftOut: number;
}

/** Somebody else may store the set at the same time; this many times the lines are added to the new version. */
const ATTEMPTS = 5;

export async function addGoldenRuns(
  deps: ManageGoldenSets,
  principal: Principal,
  kitName: string,
  name: string,
  { runIds: given, unreviewed }: { runIds: readonly string[]; unreviewed: boolean },
): Promise<AddedRuns> {
  requirePermission(principal, 'runs:read_input');
  const { workspaceId } = principal;
  const { kitId } = await getKit(deps.kits, workspaceId, kitName);
  const { kit } = await getVersion(deps.kits, workspaceId, kitId, 'newest');
  const runs = { succeeded: deps.golden.succeededRuns };
  const runIds = await requireSucceeded({ runs }, principal, kitId, given, 'Nothing was added.');
  const found = await deps.golden.reviewedRuns(
    principal,
    kitId,
    { runIds },
    { lines: runIds.length, bytes: MOST_BYTES },
  );
  if (found === 'too_large')
    throw invalidSet(`The runs have more than ${MOST_BYTES} bytes together. Add fewer at once.`);
  const lines = new Map<string, GivenLine>();
  for (const run of found) {
    const expected = { ...(unreviewed && givenAnswers(kit, run)), ...consensus(run, 1) };
    const line = lineOf(run, possible(kit, expected));
    if (line !== undefined) lines.set(run.runId, line);
  }
  if (lines.size === 0)
    throw invalidSet(
      'None of the runs has its input and an answer that somebody reviewed. Review them first, or send `unreviewed` if you know that their answers are right.',
    );
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await extend(deps, principal, { kitId, name, lines });
    if (stored !== 'changed') return { ...stored, leftOut: runIds.length - lines.size };
  }
  throw new ServiceError('conflict', { detail: 'Others keep changing this golden set. Try again in a moment.' });
}

async function extend(
  deps: ManageGoldenSets,
  principal: Principal,
  { kitId, name, lines }: { kitId: string; name: string; lines: ReadonlyMap<string, GivenLine> },
): Promise<Omit<AddedRuns, 'leftOut'> | 'changed'> {
  const { workspaceId } = principal;
  const before = await deps.golden.findSet(principal, kitId, name);
  const collector = collectLines();
  const turns = takeTurns();
  const left = new Map(lines);
  if (before !== undefined)
    for (const { runId, external_id, input, expected } of await deps.golden.lines(workspaceId, before.setId)) {
      const again = runId === undefined ? undefined : lines.get(runId);
      if (runId !== undefined) left.delete(runId);
      collector.add(again ?? { external_id, input, expected }, runId);
      if (turns.isOver()) await turns.pass();
    }
  for (const [runId, line] of left) collector.add(line, runId);
  const found = collector.end();
  if (before !== undefined && before.hash !== found.hash)
    await requireUngated(deps, principal, { kitId, name, act: 'Adding lines to it' });
  const set = await storeSet(deps, principal, { kitId, name, found }, (wanted) =>
    deps.golden.extendSet(principal, wanted, found.lines, before),
  );
  return set === 'changed' ? 'changed' : { set, added: left.size, replaced: lines.size - left.size };
}

/** The kit's answers, with the effects of corrections. Computed bricks are not part of a golden line. */
function givenAnswers(kit: Kit, { given, changed }: ReviewedRun): Record<string, BrickValue> {
  const asked = kit.bricks.filter((brick) => !brickType(brick).isComputed(brick) && !isScore(brick));
  return Object.fromEntries(
    asked.flatMap(({ key }): [string, BrickValue][] => {
      const answer = changed[key] ?? given[key];
      // Not sure: the right answer is unknown.
      if (answer === undefined || answer.applicability === 'abstained') return [];
      return [[key, answer.value as BrickValue]];
    }),
  );
}
