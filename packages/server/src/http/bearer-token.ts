/** The token of `Authorization: Bearer <token>`; anything else, or two such headers, is `missing_bearer_token`. */
import { ServiceError } from '@brickwork/engine/core/service-error';

export function bearerToken(values: readonly string[]): string {
  if (values.length > 1)
    throw new ServiceError('missing_bearer_token', { detail: 'The Authorization header was sent twice.' });
  const [, token] = /^bearer +([\w.~+/=-]+)$/i.exec(values[0]?.trim() ?? '') ?? [];
  if (token === undefined) throw new ServiceError('missing_bearer_token');
  return token;
}
