/** Whether a node can take requests, and the reason if it cannot, for operators. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { whyAway } from '../database/database-away.ts';
import type { App } from '../http/app.ts';
import type { Storage } from './open-storage.ts';

/** Set by the code that starts the service. */
export interface Readiness {
  isSettingUp: boolean;
}

/** Throws if it cannot. */
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

/** The server that should respond, and its message. */
export function withCause(error: unknown, { place }: Pick<Storage, 'place'>): unknown {
  if (!(error instanceof ServiceError) || error.cause === undefined) return error;
  const { code, detail = '', retryAfterSeconds = 2, cause } = error;
  return new ServiceError(code, { detail: `${detail} ${place}: ${whyAway(cause)}`, retryAfterSeconds, cause });
}
