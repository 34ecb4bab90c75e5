/**
 * Checks a URL on registration: its text, then what its name resolves to now. A name that does not resolve yet is accepted, because the
 * decisive check is made at every connection (`send/guarded-connect.ts`).
 */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { parseWebhookUrl, type WebhookUrlRules } from './parse-webhook-url.ts';

/** Every address of a name, looked up for a workspace. Rejects if it has none. */
export type ResolveHost = (hostname: string, signal: AbortSignal, owner?: string) => Promise<string[]>;

export interface CheckWebhookUrl {
  rules: WebhookUrlRules;
  resolve: ResolveHost;
}

const LOOKUP_MS = 2_000;

export async function checkWebhookUrl({ rules, resolve }: CheckWebhookUrl, text: string, owner: string): Promise<URL> {
  const url = parseWebhookUrl(text, rules);
  if (url.hostname.startsWith('[')) return url;
  const addresses = await resolve(url.hostname, AbortSignal.timeout(LOOKUP_MS), owner).catch(() => []);
  if (!addresses.every(rules.addresses.isAllowed))
    throw new ServiceError('webhook_url_not_public', { detail: 'The host resolves to an address that is not public.' });
  return url;
}
