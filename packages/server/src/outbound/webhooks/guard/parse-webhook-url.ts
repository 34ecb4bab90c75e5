/**
 * Which URLs may be registered, decided from the text alone. An ambiguous URL is refused: a URL that two parsers could read differently
 * never reaches a resolver.
 */
import { isIP } from 'node:net';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { AddressRules } from './address-rules.ts';

const MAX_LENGTH = 2_048;
const RESERVED_SUFFIXES = ['localhost', 'local', 'internal', 'test', 'invalid', 'onion'];
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

export interface WebhookUrlRules {
  addresses: AddressRules;
  /** The only allowed ports; if empty: 443, and 1024 to 65535 except those of well-known databases. */
  ports: readonly number[];
  /** Plain http, to addresses that the operator allows. */
  isHttpAllowed: boolean;
}

/** Of databases, caches, queues and their clusters: a request that reaches one by mistake can do harm there. */
const DATABASE_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2375, 2376, 2379, 2380, 3306, 5432, 5433, 5672, 5984, 6379, 6380, 7000, 7001, 8086, 9042, 9092, 9160,
  9200, 9300, 11211, 26257, 27017, 27018, 27019, 28015, 33060, 50000,
]);

const invalid = (detail: string) => new ServiceError('invalid_webhook_url', { detail });
const notPublic = (detail: string) => new ServiceError('webhook_url_not_public', { detail });

export function parseWebhookUrl(text: string, rules: WebhookUrlRules): URL {
  if (text.length > MAX_LENGTH) throw invalid(`It has more than ${MAX_LENGTH} characters.`);
  // Parsers disagree on these, and no ordinary URL contains them.
  if (/[\p{Cc}\p{Z}\\]/u.test(text)) throw invalid('It contains spaces, control characters or a backslash.');
  if (!/^https?:\/\/[^/?#]/i.test(text)) throw invalid('It must start with https:// and a host.');
  const url = URL.parse(text);
  if (url === null) throw invalid('It is not a well-formed URL.');
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@'))
    throw invalid('It must not contain credentials.');
  const literal = literalOf(url.hostname);
  if (literal === undefined) checkName(url, rules);
  else checkLiteral(url, literal, { ...rules, isCanonical: hostOf(text) === url.hostname });
  return url;
}

function authorityOf(text: string): string {
  return /^[^:]+:\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
}

function hostOf(text: string): string {
  return authorityOf(text).replace(/:\d*$/, '').toLowerCase();
}

/** By now the parser has converted every spelling of an IPv4 address (decimal, octal, hex, short, Unicode digits) into four parts. */
function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
  return isIP(bare) === 0 ? undefined : bare;
}

function checkLiteral(url: URL, address: string, rules: WebhookUrlRules & { isCanonical: boolean }): void {
  if (!rules.addresses.isAllowed(address)) throw notPublic('The address is not public.');
  if (!rules.isCanonical) throw invalid(`Write the address in its usual form: ${url.hostname}.`);
  const isListed = rules.addresses.isListed(address);
  if (url.protocol !== 'https:' && !(isListed && rules.isHttpAllowed)) throw invalid('It must start with https://.');
  if (!isListed) checkPort(url, rules);
}

function checkName(url: URL, rules: WebhookUrlRules): void {
  if (url.protocol !== 'https:') throw invalid('It must start with https://.');
  const name = url.hostname.replace(/\.$/, '');
  const labels = name.split('.');
  if (labels.length < 2 || RESERVED_SUFFIXES.includes(labels.at(-1) ?? ''))
    throw notPublic('The host is a name of the local network.');
  if (name.length > 253 || !labels.every((label) => LABEL.test(label))) throw invalid('The host is not a valid name.');
  checkPort(url, rules);
}

function checkPort(url: URL, { ports }: WebhookUrlRules): void {
  const port = url.port === '' ? 443 : Number(url.port);
  if (ports.length === 0 && port !== 443 && port < 1_024) throw invalid('The port must be 443, or 1024 or above.');
  if (ports.length === 0 && DATABASE_PORTS.has(port))
    throw invalid(`Port ${port} is a database’s. To allow it, the operator must list it in BRICKWORK_WEBHOOK_PORTS.`);
  if (ports.length > 0 && !ports.includes(port)) throw invalid(`The port must be one of ${ports.join(', ')}.`);
}
