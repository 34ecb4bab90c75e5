/** Whether a node can take requests, and, for operators, why it cannot. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { whyAway } from '../database/database-away.ts';
import type { App } from '../http/app.ts';
import type { Storage } from './open-storage.ts';

/** Whoever starts the service sets it. */
export interface Readiness {
  isSettingUp: boolean;
}

/** Throws when it cannot. */
export async function checkReady(
  { isDraining }: Pick<App, 'isDraining'>,
  { database }: Pick<Storage, 'database'>,
  { isSettingUp }: Readiness,
): Promise<void> {
  if (isDraining)
    throw new ServiceError('unavailable', {
      detail: 'The service is stopping. Retry in a moment.',
      retryAfterSeconds: 2,
    });
  if (isSettingUp)
    throw new ServiceError('unavailable', {
      detail: 'The service is creating its first workspace and kits. Retry in a moment.',
      retryAfterSeconds: 1,
    });
  await database.reads.query('SELECT 1');
}

/** Which server should answer, and what it said. */
export function withCause(error: unknown, { place }: Pick<Storage, 'place'>): unknown {
  if (!(error instanceof ServiceError) || error.cause === undefined) return error;
  const { code, detail = '', retryAfterSeconds = 2, cause } = error;
  return new ServiceError(code, { detail: `${detail} ${place}: ${whyAway(cause)}`, retryAfterSeconds, cause });
}
