/** `brickwork listen`: a workspace's events at a receiver on this machine, through the events cursor; no public address needed. */
import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrickworkClient, ConnectionError, isApiError } from '@brickwork/client';
import { connect } from '../api/connect.ts';
import { dim, print, printJsonLine, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export interface ListenOptions {
  forward?: string;
  secret?: string;
  after?: string;
  json?: boolean;
}

type EventPage = Awaited<ReturnType<BrickworkClient['webhooks']['eventPage']>>;

const POLL_MS = 1_000;
const FORWARD_MS = 15_000;

export async function listen(options: ListenOptions): Promise<void> {
  const target = options.forward === undefined ? undefined : parseTarget(options.forward);
  const secret = parseSecret(options.secret ?? `whsec_${randomBytes(32).toString('base64')}`);
  const signal = untilInterrupted();
  const client = await connect();
  const page = (after: string) => client.webhooks.eventPage({ after, limit: 50 });
  let cursor = options.after ?? (await page('latest')).next_cursor;
  if (!options.json) announce(target, secret, options.secret === undefined);
  while (!signal.aborted) {
    const { data, has_more, next_cursor } = await withRetries(() => page(cursor), signal);
    for (const event of data) await handle(event, { target, secret, signal, isJson: options.json === true });
    cursor = next_cursor;
    if (!has_more) await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(`--forward is not an http URL: ${text}`);
  return url;
}

function parseSecret(text: string): Buffer {
  const [, base64] = /^whsec_([A-Za-z0-9+/]{16,}={0,2})$/.exec(text) ?? [];
  if (base64 === undefined) throw new UsageError('--secret must look like whsec_… (base64).');
  return Buffer.from(base64, 'base64');
}

function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/** A service that restarts, or a network that drops, does not end the session. */
async function withRetries(read: () => Promise<EventPage>, signal: AbortSignal): Promise<EventPage> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isPassing =
        error instanceof ConnectionError || (isApiError(error) && (error.status >= 500 || error.status === 429));
      if (!isPassing || signal.aborted) throw error;
      tell(error.message);
      await sleep(POLL_MS * 2, undefined, { signal }).catch(() => {});
    }
  }
}

function announce(target: URL | undefined, secret: Buffer, isMade: boolean): void {
  print(target === undefined ? 'Listening.' : `Forwarding to ${target.href}`);
  if (target !== undefined && isMade) print(`Signed with whsec_${secret.toString('base64')}`);
}

interface Handling {
  target: URL | undefined;
  secret: Buffer;
  signal: AbortSignal;
  isJson: boolean;
}

async function handle(event: EventPage['data'][number], { target, secret, signal, isJson }: Handling): Promise<void> {
  for (let tries = 1; !signal.aborted; tries += 1) {
    const outcome = target === undefined ? '' : await forward(event, target, secret, signal);
    if (isJson) printJsonLine(target === undefined ? event : { id: event.id, type: event.type, outcome });
    else print(`${dim(event.created_at)}  ${event.type}  ${subjectOf(event)}  ${outcome}`.trimEnd());
    if (target === undefined || /^2\d\d$/.test(outcome)) return;
    await sleep(Math.min(30_000, 500 * 2 ** tries), undefined, { signal }).catch(() => {});
  }
}

function subjectOf({ id, data }: EventPage['data'][number]): string {
  const { run_id, name } = data as { run_id?: string; name?: string };
  return run_id ?? name ?? id;
}

async function forward(
  event: EventPage['data'][number],
  target: URL,
  secret: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify(event);
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: headersOf(event, body, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_MS)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'cannot be reached';
  }
}

/** The headers of a real delivery. */
function headersOf(event: EventPage['data'][number], body: string, secret: Buffer): Record<string, string> {
  const prefix = process.env.BRICKWORK_HEADER_PREFIX || 'Service';
  const timestamp = Math.floor(Date.parse(event.created_at) / 1_000);
  const now = Math.floor(Date.now() / 1_000);
  const sign = (time: number) => createHmac('sha256', secret).update(`${event.id}.${time}.${body}`).digest();
  return {
    'content-type': 'application/json; charset=utf-8',
    [`${prefix}-Event-Id`]: event.id,
    [`${prefix}-Delivery-Id`]: `dlv_${randomBytes(13).toString('hex')}`,
    [`${prefix}-Event-Type`]: event.type,
    [`${prefix}-Timestamp`]: String(timestamp),
    [`${prefix}-Signature`]: `v1=${sign(timestamp).toString('hex')}`,
    'webhook-id': event.id,
    'webhook-timestamp': String(now),
    'webhook-signature': `v1,${sign(now).toString('base64')}`,
  };
}
