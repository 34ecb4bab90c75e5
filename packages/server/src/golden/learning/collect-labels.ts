/** The labels that a kit can learn from now: without erased runs and withdrawn reviews. */
import type { BrickValue } from '@brickwork/contract';
import { asksTheSame } from '@brickwork/engine/bricks/asks-the-same';
import type { KnownSpeakers } from '@brickwork/engine/conversation/read-conversation';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { getVersion, type ManageKits } from '../../kits/manage-kits.ts';
import { laneOf } from '../../queue/lane.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import { consensus, possible } from '../consensus.ts';
import type { GoldenStore } from '../store/golden-store.ts';
import type { ReviewedLabels } from '../store/reviewed-runs.ts';
import { type LabelSource, MOST_CONVERSATIONS } from './learning.ts';

export interface LabelledInput extends KnownSpeakers {
  input: Record<string, unknown>;
}

export interface Labelled {
  expected: Record<string, BrickValue>;
  /** Undefined when the run was erased meanwhile. */
  load(): Promise<LabelledInput | undefined>;
}

export interface CollectLabels {
  golden: Pick<GoldenStore, 'findSet' | 'pageOfLines' | 'reviewedLabels'>;
  kits: ManageKits;
  runs: Pick<RunStore, 'load'>;
}

/** In a stable order: the folds of the cross-validation are chosen by position. Undefined if the golden set was deleted. */
export async function collectLabels(
  deps: CollectLabels,
  scope: Scope,
  kitId: string,
  kit: Kit,
  source: LabelSource,
): Promise<Labelled[] | undefined> {
  const found =
    'set' in source
      ? await fromSet(deps, scope, kitId, source.set)
      : await fromReviews(deps, scope, kitId, kit, source);
  return found?.flatMap(({ expected, load }) => {
    // A verdict that a question does not apply does not teach anything about its answer.
    const labels = Object.entries(possible(kit, expected)).filter(([, value]) => value !== null);
    return labels.length === 0 ? [] : [{ expected: Object.fromEntries(labels), load }];
  });
}

async function fromSet(
  { golden }: CollectLabels,
  scope: Scope,
  kitId: string,
  name: string,
): Promise<Labelled[] | undefined> {
  const { workspaceId } = scope;
  const set = await golden.findSet(scope, kitId, name);
  if (set === undefined) return undefined;
  const labelled: Labelled[] = [];
  for (
    let page = await golden.pageOfLines(workspaceId, set.setId, 0);
    page.last !== undefined && labelled.length < MOST_CONVERSATIONS;
    page = await golden.pageOfLines(workspaceId, set.setId, page.last)
  )
    labelled.push(...page.lines.map(({ input, expected }) => ({ expected, load: async () => ({ input }) })));
  return labelled.slice(0, MOST_CONVERSATIONS);
}

async function fromReviews(
  deps: CollectLabels,
  scope: Scope,
  kitId: string,
  kit: Kit,
  { since, minReviewers }: { since: Date | undefined; minReviewers: number },
): Promise<Labelled[]> {
  const runs = await deps.golden.reviewedLabels(scope, kitId, since, MOST_CONVERSATIONS);
  const asks = await questionsOf(deps, scope, kitId, kit, runs);
  const turns = takeTurns();
  const labelled: Labelled[] = [];
  for (const { runId, reviews, changed } of runs) {
    const same = reviews.filter(({ kitVersion, brick }) => asks.get(kitVersion)?.has(brick) === true);
    labelled.push({
      expected: consensus({ reviews: same, changed }, minReviewers),
      load: () => loadRun(deps, scope, runId),
    });
    if (turns.isOver()) await turns.pass();
  }
  return labelled;
}

/** For each version, the bricks whose question is unchanged since: answers to another question teach nothing. */
async function questionsOf(
  { kits }: CollectLabels,
  { workspaceId }: Scope,
  kitId: string,
  kit: Kit,
  runs: readonly ReviewedLabels[],
): Promise<Map<number, Set<string>>> {
  const versions = new Set(runs.flatMap(({ reviews }) => reviews.map(({ kitVersion }) => kitVersion)));
  const now = new Map(kit.bricks.map((brick) => [brick.key, brick]));
  const asks = new Map<number, Set<string>>();
  for (const version of versions) {
    const { kit: then } = await getVersion(kits, workspaceId, kitId, { version });
    const same = then.bricks.filter((brick) => {
      const current = now.get(brick.key);
      return current !== undefined && asksTheSame(brick, current);
    });
    asks.set(version, new Set(same.map(({ key }) => key)));
  }
  return asks;
}

async function loadRun({ runs }: CollectLabels, scope: Scope, runId: string): Promise<LabelledInput | undefined> {
  const work = await runs.load(laneOf(scope), decodeId('run', runId) ?? '');
  if (work?.input === undefined) return undefined;
  return {
    input: JSON.parse(work.input) as Record<string, unknown>,
    agents: work.agents,
    rules: work.rules,
    language: work.language,
  };
}
