/** An export that the service runs itself: its target, its interval, and the result of the last one. */
import type { warehouseApi } from '@brickwork/contract';
import type { z } from 'zod';
import type { Scope } from '../../core/scope.ts';

export type GivenExport = z.output<typeof warehouseApi.warehouseExportSettings>;
/** The part that is not encrypted, with wire names. */
export type ExportSettings = Omit<GivenExport, 'secret_access_key'>;

export interface ScheduledExport extends Scope {
  workspaceName: string;
  settings: ExportSettings;
  /** Sealed. */
  secret: Buffer | undefined;
  nextAt: Date;
  isRunning: boolean;
  startedAt: Date | undefined;
  finishedAt: Date | undefined;
  succeededAt: Date | undefined;
  error: string | undefined;
  runs: number | undefined;
  createdAt: Date;
  updatedAt: Date;
}

/** Replaces the location in object storage. */
export const DIRECTORY = 'directory';
/** Context for the keys that seal the secrets of exports. */
export const SECRET_PURPOSE = 'export secrets';

/** What a sealed secret is bound to: it can be opened for this bucket and key only, so that nobody can send it elsewhere. */
export function bindingOf(
  { workspaceId, environment }: Scope,
  { to, endpoint, access_key_id }: ExportSettings,
): string {
  return JSON.stringify([workspaceId, environment, to.split('/')[2], endpoint, access_key_id]);
}

const PERIOD_MS = { hour: 3_600_000, day: 86_400_000 };
const RETRY_MS = 10 * 60_000;

/** Counted from the time when it was due, so that it stays at that hour; a failed one is retried soon. */
export function nextExportAt({ nextAt, settings }: ScheduledExport, hasFailed: boolean, now: Date): Date {
  if (hasFailed) return new Date(now.getTime() + RETRY_MS);
  const period = PERIOD_MS[settings.every];
  const missed = Math.max(0, Math.floor((now.getTime() - nextAt.getTime()) / period));
  return new Date(nextAt.getTime() + (missed + 1) * period);
}

export function toExportDocument(scheduled: ScheduledExport): Record<string, unknown> {
  return {
    ...scheduled.settings,
    running: scheduled.isRunning,
    started_at: scheduled.startedAt?.toISOString(),
    finished_at: scheduled.finishedAt?.toISOString(),
    succeeded_at: scheduled.succeededAt?.toISOString(),
    error: scheduled.error,
    runs: scheduled.runs,
    next_at: scheduled.settings.enabled ? scheduled.nextAt.toISOString() : undefined,
    created_at: scheduled.createdAt.toISOString(),
    updated_at: scheduled.updatedAt.toISOString(),
  };
}
