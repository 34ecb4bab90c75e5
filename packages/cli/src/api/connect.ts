/** A client of the service: address and key from BRICKWORK_URL and BRICKWORK_API_KEY, otherwise those stored by `brickwork login`. */
import type { BrickworkClient } from '@brickwork/client';
import { UsageError } from '../usage-error.ts';
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
    throw new UsageError(
      'Set BRICKWORK_API_KEY or use "brickwork login" to use the API. Commands with --workspace work on the database directly and need no key.',
    );
  }
  const { protocol } = URL.parse(url) ?? { protocol: undefined };
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new UsageError(`BRICKWORK_URL is not an http or https URL: ${url}`);
  }
  const { createClient } = await import('@brickwork/client');
  return { client: createClient({ apiKey: key, baseUrl: url, maxRetries }), credentials: { ...credentials, key } };
}
