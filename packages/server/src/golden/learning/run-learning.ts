/**
 * A learning, as a job: labelled conversations are read one after the other in the evaluation threads, then a head is fitted for every
 * brick that has enough labels. The version with the learned parts is committed together with the end of the job. Nothing else is stored,
 * so a lost job starts again.
 */
import { summariseLearned } from '@brickwork/engine/bricks/learned-document';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { EvaluationDeadlineError } from '@brickwork/engine/evaluation/evaluation-deadline-error';
import type { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { hashKit } from '@brickwork/engine/kits/hash-kit';
import type { Brick, Kit } from '@brickwork/engine/kits/normalise-kit';
import { kitOf } from '@brickwork/engine/kits/require-kit';
import { keepLearned } from '@brickwork/engine/reader/learn/keep-learned';
import type { HeadTrial } from '@brickwork/engine/reader/learn/learn-head';
import type { Studied } from '@brickwork/engine/reader/learn/study-conversation';
import type { Scope } from '../../core/scope.ts';
import { type JobKind, type RunJob, runJob } from '../../jobs/run-job.ts';
import { draftOf } from '../../kits/push-kit.ts';
import { loadContent } from '../../kits/resolve-kit.ts';
import { LEARNING_KIND } from '../../queue/job-kinds.ts';
import type { HeldJob } from '../../queue/store/job-store.ts';
import type { Learned, LearningStore } from '../store/learning-store.ts';
import { type CollectLabels, collectLabels, type Labelled } from './collect-labels.ts';
import type { BrickLearning, Learning } from './learning.ts';
import { judgeLabels } from './manage-learnings.ts';

export type Learner = Pick<EvaluationPool, 'study' | 'fit'>;

export interface RunLearning extends CollectLabels, RunJob {
  learnings: LearningStore;
  learner: Learner;
  /** CPU time for one conversation. */
  deadlineMs: number;
}

const MOST_ATTEMPTS = 5;
/** CPU time for one brick: 400 labels of 24 classes take some five seconds. */
const FIT_MS = 120_000;

export function runLearning(deps: RunLearning, job: HeldJob, signal: AbortSignal): Promise<void> {
  const kind: JobKind<Learning, Learned> = {
    ...{ kind: LEARNING_KIND, name: 'a learning', prefix: 'lrn', mostAttempts: MOST_ATTEMPTS },
    records: deps.learnings,
    async step(learning, { scope }) {
      const content = await loadContent(deps.kits, scope.workspaceId, learning.kitVersionId);
      if (content === undefined) return { error: 'The kit version no longer exists.' };
      return learn(deps, scope, learning, content.kit, signal);
    },
  };
  return runJob(deps, kind, job, signal);
}

/** `ended`: somebody cancelled it. */
async function learn(
  deps: RunLearning,
  scope: Scope,
  learning: Learning,
  kit: Kit,
  signal: AbortSignal,
): Promise<Learned | { error: string } | 'ended'> {
  const labelled = await collectLabels(deps, scope, learning.kitId, kit, learning.source);
  if (labelled === undefined) return { error: 'The golden set was deleted.' };
  const judged = judgeLabels(kit, labelled);
  const ready = new Set(judged.filter(({ status }) => status === 'ready').map(({ key }) => key));
  const studied = await studyAll(deps, scope, learning.learningId, kit, { labelled, ready }, signal);
  if (studied === 'ended') return 'ended';
  const trials = new Map<string, HeadTrial>();
  for (const brick of kit.bricks) {
    if (!ready.has(brick.key)) continue;
    const answers = studied.flatMap((line) => line.get(brick.key) ?? []);
    const options = { signal, owner: ownerOf(scope), deadlineMs: FIT_MS };
    trials.set(brick.key, await deps.learner.fit({ brick, answers }, options));
  }
  const bricks = judged.map((brick) => outcomeOf(brick, trials.get(brick.key), kit));
  const taught = kitOf(await deps.kits.checks.check(teach(kit, trials), scope.workspaceId));
  const isSame = hashKit(taught) === hashKit(kit);
  return {
    bricks,
    total: labelled.length,
    draft: isSame ? undefined : draftOf(taught, deps.clock.now(), { publish: false }),
  };
}

/** Separate from the workspace's runs: threads are shared fairly between owners, so runs never wait for more than one of these. */
function ownerOf({ workspaceId }: Scope): string {
  return `${workspaceId}/learning`;
}

async function studyAll(
  deps: RunLearning,
  scope: Scope,
  learningId: string,
  kit: Kit,
  { labelled, ready }: { labelled: readonly Labelled[]; ready: ReadonlySet<string> },
  signal: AbortSignal,
): Promise<Studied[] | 'ended'> {
  const studied: Studied[] = [];
  for (const [at, { expected, load }] of labelled.entries()) {
    signal.throwIfAborted();
    const wanted = Object.entries(expected).filter(([key]) => ready.has(key));
    const given = wanted.length === 0 ? undefined : await load();
    if (given !== undefined) {
      const task = { kit, ...given, expected: Object.fromEntries(wanted) };
      const options = { signal, owner: ownerOf(scope), deadlineMs: deps.deadlineMs };
      studied.push(await deps.learner.study(task, options).catch(unlessUnreadable));
    }
    if (!(await deps.learnings.tell(scope, learningId, at + 1))) return 'ended';
  }
  return studied;
}

/** A conversation that this version cannot read, or that takes too long, is not used. */
function unlessUnreadable(error: unknown): Studied {
  const isUnreadable = error instanceof ServiceError && error.code !== 'unavailable';
  if (isUnreadable || error instanceof EvaluationDeadlineError) return new Map();
  throw error;
}

function outcomeOf(judged: BrickLearning, trial: HeadTrial | undefined, kit: Kit): BrickLearning {
  const { key } = judged;
  if (trial?.status === 'learned') {
    const { labels, accuracy } = trial.head;
    return { key, status: 'learned', labels, ...accuracy };
  }
  if (trial?.status === 'not_better') return { key, ...trial };
  const brick = kit.bricks.find((candidate) => candidate.key === key);
  const isKept = summariseLearned(brick?.learned) !== undefined;
  return { ...judged, ...trial, ...(isKept && { kept: true }) };
}

/** Bricks that cannot be tried now keep what they learned before: inputs are not kept forever. */
function teach(kit: Kit, trials: ReadonlyMap<string, HeadTrial>) {
  const taught = (brick: Brick) => {
    const trial = trials.get(brick.key);
    if (trial?.status === 'learned') return keepLearned(brick, trial.head);
    return trial?.status === 'not_better' ? keepLearned(brick, undefined) : brick;
  };
  return { ...kit, bricks: kit.bricks.map(taught) };
}
