/** Calibration sessions: starting one, the progress of each person, and where people differ after everybody has answered. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { may, type Principal, requirePermission } from '../../access/principal.ts';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { getKit, type ManageKits } from '../../kits/manage-kits.ts';
import { NO_ANSWER_FILTER } from '../../runs/answer-filter.ts';
import { shuffled } from '../../runs/find-all-runs.ts';
import { listRuns } from '../../runs/read-runs.ts';
import { requireSucceeded } from '../../runs/require-succeeded.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import type { Calibration, CalibrationStore } from '../store/calibration-store.ts';
import { type Compared, comparePeople } from './compare-people.ts';

export interface ManageCalibrations {
  calibrations: CalibrationStore;
  kits: ManageKits;
  runs: Pick<RunStore, 'list' | 'knownAnswers' | 'hasVersion' | 'succeeded'>;
  clock: Clock;
}

const MOST_CALIBRATIONS = 200;
export const LISTED = 50;
/** How many of the newest calls to draw from. */
const NEWEST = 1_000;

export async function startCalibration(
  deps: ManageCalibrations,
  principal: Principal,
  kit: string,
  { name, size, runIds: given }: { name: string; size: number; runIds: readonly string[] | undefined },
): Promise<Calibration> {
  const { kitId, kitCode } = await getKit(deps.kits, principal.workspaceId, kit);
  const now = deps.clock.now();
  const calibrationId = newId('cal', now);
  const runIds =
    given === undefined
      ? await drawCalls(deps, principal, kitCode, { size, seed: calibrationId })
      : await requireSucceeded(deps, principal, kitId, given, 'Nothing was started.');
  if (runIds.length < 2)
    throw new ServiceError('conflict', {
      detail: 'The kit has fewer than two calls that are not reviewed. Name the calls with `run_ids`.',
    });
  const session = { calibrationId, kitId, name, by: principal.actor, runIds, now };
  if (!(await deps.calibrations.create(principal, session, MOST_CALIBRATIONS)))
    throw new ServiceError('conflict', {
      detail: `The kit has ${MOST_CALIBRATIONS} calibration sessions, the maximum. Delete one first.`,
    });
  return requireCalibration(deps, principal, calibrationId);
}

async function drawCalls(
  { runs }: ManageCalibrations,
  principal: Principal,
  kitCode: string,
  { size, seed }: { size: number; seed: string },
): Promise<string[]> {
  const filter = {
    ...({ status: 'succeeded', type: 'api', kitCode, limit: NEWEST, withAnswers: false } as const),
    ...{ externalId: undefined, createdAfter: undefined, createdBefore: undefined, words: undefined },
    by: { ...NO_ANSWER_FILTER, isReviewed: false },
  };
  const { runs: found } = await listRuns({ store: runs }, principal, filter, undefined);
  // Lists also show erased runs; nobody can judge them.
  const readable = found.filter(({ erasedAt }) => erasedAt === undefined);
  return (await shuffled(readable, seed)).slice(0, size).map(({ runId }) => runId);
}

export async function listCalibrations(
  deps: ManageCalibrations,
  principal: Principal,
  kit: string,
): Promise<Calibration[]> {
  const { kitId } = await getKit(deps.kits, principal.workspaceId, kit);
  return deps.calibrations.list(principal, kitId, LISTED);
}

export interface CalibrationDetail extends Calibration {
  runs: { runId: string; externalId: string | undefined; isDone: boolean }[];
  /** Undefined until the caller has reviewed every call, or the session is closed. */
  results: Compared | undefined;
}

export async function getCalibration(
  deps: ManageCalibrations,
  principal: Principal,
  calibrationId: string,
): Promise<CalibrationDetail> {
  const calibration = await requireCalibration(deps, principal, calibrationId);
  const said = await deps.calibrations.said(principal, calibrationId);
  // A key may be shared by several people: each is a separate reviewer.
  const isOwn = (reviewer: string) => reviewer === principal.actor.id || reviewer.startsWith(`${principal.actor.id}/`);
  const own = new Set(said.filter(({ reviewer }) => isOwn(reviewer)).map(({ runId }) => runId));
  const runs = (await deps.calibrations.runs(principal, calibrationId)).map((run) => ({
    runId: run.runId,
    // An id of the caller's system may contain a name.
    externalId: may(principal, 'identities:read') ? run.externalId : undefined,
    isDone: own.has(run.runId),
  }));
  const isOpen = calibration.closedAt === undefined && !runs.every(({ isDone }) => isDone);
  return { ...calibration, runs, results: isOpen ? undefined : readableBy(principal, comparePeople(said)) };
}

/** Texts contain names: callers who see placeholders find them masked on the run itself. */
function readableBy(principal: Principal, compared: Compared): Compared {
  if (may(principal, 'identities:read')) return compared;
  const withoutText = ({ value, ...one }: Compared['answers'][number]['said'][number]) => ({
    ...one,
    value: typeof value === 'string' || Array.isArray(value) ? undefined : value,
  });
  return { ...compared, answers: compared.answers.map((each) => ({ ...each, said: each.said.map(withoutText) })) };
}

export async function closeCalibration(
  deps: ManageCalibrations,
  principal: Principal,
  calibrationId: string,
): Promise<Calibration> {
  await requireCalibration(deps, principal, calibrationId);
  await deps.calibrations.close(principal, calibrationId, deps.clock.now());
  return requireCalibration(deps, principal, calibrationId);
}

/** Allowed for the person who started it, and for people who decide what is reviewed. */
export async function deleteCalibration(
  deps: ManageCalibrations,
  principal: Principal,
  calibrationId: string,
): Promise<void> {
  const { by } = await requireCalibration(deps, principal, calibrationId);
  if (by.id !== principal.actor.id) requirePermission(principal, 'kits:write');
  await deps.calibrations.delete(principal, calibrationId);
}

async function requireCalibration(
  { calibrations }: ManageCalibrations,
  principal: Principal,
  calibrationId: string,
): Promise<Calibration> {
  const found = await calibrations.find(principal, calibrationId);
  if (found === undefined) throw new ServiceError('not_found', { detail: 'There is no such calibration session.' });
  return found;
}
