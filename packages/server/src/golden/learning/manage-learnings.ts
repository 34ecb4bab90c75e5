/** Starting, reading and cancelling learnings, and previewing what could be learned. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { FEWEST_LABELS, whyUntried } from '@brickwork/engine/reader/learn/learn-head';
import type { Principal } from '../../access/principal.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { getKit, getVersion } from '../../kits/manage-kits.ts';
import type { KitVersion } from '../../kits/store/kit-rows.ts';
import type { LearningStore } from '../store/learning-store.ts';
import { type CollectLabels, collectLabels, type Labelled } from './collect-labels.ts';
import type { BrickLearning, LabelSource, Learning } from './learning.ts';

export interface ManageLearnings extends CollectLabels {
  learnings: LearningStore;
  clock: Clock;
  /** Whether this deployment has a reader: without it, heads cannot be trained. */
  reads: boolean;
}

export interface LearningRequest {
  source: LabelSource;
  version: number | undefined;
}

export interface Learnable {
  version: KitVersion;
  conversations: number;
  bricks: BrickLearning[];
}

/** Which bricks could learn from the current labels; reads no conversation. */
export async function findLearnable(
  deps: ManageLearnings,
  principal: Principal,
  kitName: string,
  { source, version: wanted }: LearningRequest,
): Promise<Learnable> {
  const { workspaceId } = principal;
  const { kitId, live } = await getKit(deps.kits, workspaceId, kitName);
  const choice = wanted !== undefined ? { version: wanted } : live === undefined ? 'newest' : 'live';
  const version = await getVersion(deps.kits, workspaceId, kitId, choice);
  const labelled = await collectLabels(deps, principal, kitId, version.kit, source);
  if (labelled === undefined)
    throw new ServiceError('not_found', {
      detail: `The kit has no golden set named ${'set' in source ? source.set : ''}.`,
    });
  return { version, conversations: labelled.length, bricks: judgeLabels(version.kit, labelled) };
}

/** For every brick with labels: whether it can learn. */
export function judgeLabels(kit: Kit, labelled: readonly Labelled[]): BrickLearning[] {
  return kit.bricks.flatMap((brick): BrickLearning[] => {
    const values = labelled.flatMap(({ expected }) => expected[brick.key] ?? []);
    if (values.length === 0) return [];
    const untried = whyUntried(brick, values);
    return [{ key: brick.key, ...(untried ?? { status: 'ready', labels: values.length }) }];
  });
}

export async function startLearning(
  deps: ManageLearnings,
  principal: Principal,
  kitName: string,
  request: LearningRequest,
): Promise<Learning> {
  const { version, conversations, bricks } = await findLearnable(deps, principal, kitName, request);
  if (!deps.reads)
    throw new ServiceError('conflict', {
      detail: 'The reader is turned off on this deployment (BRICKWORK_READER=0), and kits learn with it.',
    });
  if (!bricks.some(({ status }) => status === 'ready')) throw nothingToLearn(bricks);
  const now = deps.clock.now();
  const { workspaceId, environment } = principal;
  const learning = {
    ...{ workspaceId, environment, bricks, now },
    learningId: newId('lrn', now),
    kitId: version.kitId,
    kitVersionId: version.kitVersionId,
    kitVersion: version.version,
    source: request.source,
    total: conversations,
  };
  if (!(await deps.learnings.create(learning)))
    throw new ServiceError('conflict', {
      detail: 'The kit is already learning. Wait until it is done, or cancel it.',
    });
  return getLearning(deps, principal, learning.learningId);
}

function nothingToLearn(bricks: readonly BrickLearning[]): ServiceError {
  const [most] = bricks
    .filter(({ status }) => status !== 'no_classes')
    .toSorted((left, right) => right.labels - left.labels);
  const found =
    most === undefined
      ? 'No answer of a yes/no or categorical brick is'
      : `${most.key} has the most: ${most.labels} are`;
  return new ServiceError('conflict', {
    detail: `No brick can learn yet. It takes ${FEWEST_LABELS} settled answers of one brick, not all the same; ${found} settled. Review more answers.`,
  });
}

export async function getLearning(
  { learnings }: Pick<ManageLearnings, 'learnings'>,
  scope: Scope,
  learningId: string,
): Promise<Learning> {
  const learning = await learnings.find(scope, learningId);
  if (learning === undefined) throw new ServiceError('not_found', { detail: 'There is no such learning.' });
  return learning;
}

export async function cancelLearning(
  deps: Pick<ManageLearnings, 'learnings' | 'clock'>,
  scope: Scope,
  learningId: string,
): Promise<Learning> {
  await getLearning(deps, scope, learningId);
  const isCancelled = await deps.learnings.cancel(scope, learningId, deps.clock.now());
  const learning = await getLearning(deps, scope, learningId);
  if (!isCancelled)
    throw new ServiceError('conflict', { detail: `The learning run has already ended: it is ${learning.status}.` });
  return learning;
}
