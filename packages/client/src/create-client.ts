import { type Pause, pause } from './pause.ts';
import { type BrickworkClient, resourcesOf } from './resources.ts';
import { createTransport } from './transport.ts';

export interface ClientOptions {
  /** `svc_live_…` or `svc_test_…`. */
  apiKey: string;
  /** Where the service is; a path in front of `/v1` is kept. */
  baseUrl?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** For one attempt. Sync runs are answered after about 30 s at the latest. */
  timeoutMs?: number | undefined;
  /** Attempts after the first, for what may be tried again. */
  maxRetries?: number | undefined;
  /** How to wait; for tests, and for runtimes with timers of their own. */
  pause?: Pause | undefined;
}

const DEFAULTS = { baseUrl: 'http://127.0.0.1:8787', timeoutMs: 60_000, maxRetries: 4 };

export function createClient(options: ClientOptions): BrickworkClient {
  const { baseUrl = DEFAULTS.baseUrl, timeoutMs = DEFAULTS.timeoutMs, maxRetries = DEFAULTS.maxRetries } = options;
  if (!/^https?:\/\/\S+$/.test(baseUrl)) throw new TypeError(`baseUrl is not an http(s) URL: ${baseUrl}`);
  if (typeof options.apiKey !== 'string' || options.apiKey === '')
    throw new TypeError('apiKey is missing: pass a key such as svc_live_…, for instance from BRICKWORK_API_KEY');
  if (!/^[\x21-\x7e]+$/.test(options.apiKey)) throw new TypeError('apiKey must be visible ASCII without spaces');
  const transport = createTransport({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
    maxRetries,
    pause: options.pause ?? pause,
  });
  return resourcesOf(transport);
}
