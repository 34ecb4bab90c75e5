/** Another site cannot sign anybody in: that person would work in a stranger's workspace. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { FastifyRequest } from 'fastify';

export function requireSameOrigin({ headers }: FastifyRequest): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host && site === undefined);
  if (isForeign) throw new ServiceError('forbidden', { detail: 'Sign in on the console’s own page.' });
}
