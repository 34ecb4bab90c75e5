/**
 * Runs the exports that are due, a few at a time, on the leader. If the node stops or another node becomes leader, the export continues
 * there: the data set itself shows which days are left. The lock of the destination separates two nodes that both believe they are the
 * leader.
 */
import { join } from 'node:path';
import type { OpenDestination } from '@brickwork/warehouse/destination';
import { exportDataSet } from '@brickwork/warehouse/export-data-set';
import { ExportError } from '@brickwork/warehouse/export-error';
import { parseS3Location } from '@brickwork/warehouse/s3/s3-location';
import type { S3Options } from '@brickwork/warehouse/s3/s3-objects';
import type { OpenDay } from '@brickwork/warehouse/write-day';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { type ReadWarehouse, readChanges, readRuns } from './read-warehouse.ts';
import { bindingOf, DIRECTORY, nextExportAt, type ScheduledExport } from './scheduled-export.ts';
import type { ExportStore, Outcome } from './store/export-store.ts';

export interface RunExports {
  reading: ReadWarehouse;
  exports: ExportStore;
  box: SecretBox;
  clock: Clock;
  logger: Logger;
  directory: string | undefined;
  openDay: OpenDay;
  /** Connections of a workspace, through the outbound guard. */
  agents(owner: string): S3Options['agents'];
  onOutcome(outcome: 'succeeded' | 'failed'): void;
  /** How long an export runs while others are waiting: a slow destination must not delay other workspaces. */
  turnMs?: number;
}

const AT_ONCE = 2;
const LOOK_MS = 500;
const TURN_MS = 5 * 60_000;

export async function runDueExports(deps: RunExports, isStopped: () => boolean): Promise<void> {
  const due = await deps.exports.due(deps.clock.now(), 50);
  const work = async () => {
    for (let next = due.shift(); next !== undefined && !isStopped(); next = due.shift()) {
      const endsAt = performance.now() + (deps.turnMs ?? TURN_MS);
      await runOne(deps, next, () => isStopped() || (due.length > 0 && performance.now() > endsAt));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** `isStopped`: it must stop now, and continues in a later round. */
async function runOne(deps: RunExports, scheduled: ScheduledExport, isStopped: () => boolean): Promise<void> {
  if (!(await deps.exports.begin(scheduled, deps.clock.now()))) return;
  const stop = new AbortController();
  const look = setInterval(() => isStopped() && stop.abort(), Math.min(LOOK_MS, deps.turnMs ?? LOOK_MS));
  try {
    const outcome = await outcomeOf(deps, scheduled, stop.signal);
    if (outcome === undefined) return await deps.exports.putBack(scheduled);
    const hasFailed = outcome.error !== undefined;
    const now = deps.clock.now();
    await deps.exports.end(scheduled, outcome, nextExportAt(scheduled, hasFailed, now), now);
    deps.onOutcome(hasFailed ? 'failed' : 'succeeded');
  } finally {
    clearInterval(look);
  }
}

/** Undefined: it was interrupted. */
async function outcomeOf(
  deps: RunExports,
  scheduled: ScheduledExport,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { reading, openDay, clock, logger } = deps;
  const { workspaceId, environment } = scheduled;
  const scope = { workspaceId, environment };
  const isMasked = scheduled.settings.mask;
  try {
    const { totals } = await exportDataSet({
      source: {
        changes: (after) => readChanges(reading, scope, { after, isMasked }),
        runs: (days, until) => readRuns(reading, scope, { days, isMasked }, until),
      },
      open: await destinationOf(deps, scheduled),
      openDay,
      signal,
      now: clock.now,
    });
    return { runs: totals.runs };
  } catch (error) {
    if (signal.aborted) return undefined;
    const reason = error instanceof Error ? error.message : 'unknown';
    logger.warn({ workspace_id: workspaceId, environment, reason }, 'a scheduled export failed; it will be retried');
    // Any other error is our own, and its text is for the log.
    return {
      error: error instanceof ExportError ? reason : 'The service could not finish the export. Its log says why.',
    };
  }
}

async function destinationOf(deps: RunExports, scheduled: ScheduledExport): Promise<OpenDestination> {
  const { workspaceId, workspaceName, environment, settings, secret } = scheduled;
  if (settings.to === DIRECTORY) {
    if (deps.directory === undefined)
      throw new ExportError(
        'This service no longer has a directory for exports. Ask its operator to set BRICKWORK_EXPORT_DIR.',
      );
    const { directoryDestination } = await import('@brickwork/warehouse/directory-destination');
    return directoryDestination(join(deps.directory, workspaceName, environment));
  }
  const opened = secret && deps.box.open(secret, bindingOf(scheduled, settings));
  if (opened === undefined || settings.access_key_id === undefined)
    throw new ExportError('The secret access key can no longer be decrypted. Store it again.');
  const { s3Destination } = await import('@brickwork/warehouse/s3/s3-destination');
  return s3Destination({
    ...parseS3Location(settings.to),
    region: settings.region,
    endpoint: settings.endpoint,
    credentials: { accessKeyId: settings.access_key_id, secretAccessKey: opened.toString() },
    agents: deps.agents(workspaceId),
  });
}
