/** The service as its users reach it: BRICKWORK_URL says where, BRICKWORK_API_KEY who; or what `brickwork login` stored. */
import { type BrickworkClient, createClient } from '@brickwork/client';
import { ServiceError } from '@brickwork/server/core/service-error';
import { type Credentials, readCredentials } from './credentials.ts';

export interface Connection {
  client: BrickworkClient;
  credentials: Credentials & { key: string };
}

export async function connect(options: { maxRetries?: number } = {}): Promise<BrickworkClient> {
  return (await connectWith(await readCredentials(), options)).client;
}

export async function connectWith(
  credentials: Credentials,
  { maxRetries = 2 }: { maxRetries?: number } = {},
): Promise<Connection> {
  const { url, key } = credentials;
  if (key === undefined) {
    throw new ServiceError('missing_bearer_token', {
      detail:
        'Set BRICKWORK_API_KEY or use "brickwork login" to use the API. Commands with --workspace act on the database itself and need no key.',
    });
  }
  const { protocol } = URL.parse(url) ?? { protocol: undefined };
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new ServiceError('invalid_parameter', { detail: `BRICKWORK_URL is no URL: ${url}` });
  }
  return { client: createClient({ apiKey: key, baseUrl: url, maxRetries }), credentials: { ...credentials, key } };
}
