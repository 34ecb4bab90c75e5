/** Sends hostile requests, many at once, and looks at every answer: never a 500, never silence, always the error envelope. */
import { Agent, request } from 'node:http';
import { ERRORS } from '@brickwork/contract';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type HostileRequest, hostileRequest } from './hostile-request.ts';

export interface FuzzOptions {
  url: string;
  seed: number;
  count: number;
  atOnce: number;
  keys: readonly string[];
  ids: readonly string[];
  kitCode: string;
}

export interface FuzzReport {
  statuses: Record<string, number>;
  /** Answers that must not be, at most twenty of them. */
  faults: string[];
}

const PATIENCE_MS = 60_000;

export async function fuzz({ url, seed, count, atOnce, keys, ids, kitCode }: FuzzOptions): Promise<FuzzReport> {
  const random: SeededRandom = seededRandom(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  let sent = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (sent < count) {
        sent += 1;
        const hostile = hostileRequest({ random, keys, ids, kitCode });
        const answer = await send(agent, url, hostile);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        const fault = faultOf(hostile, answer);
        if (fault !== undefined && faults.length < 20) faults.push(fault);
      }
    }),
  );
  agent.destroy();
  return { statuses, faults };
}

interface Answer {
  /** A number, or what went wrong instead of an answer. */
  status: number | string;
  contentType: string;
  body: string;
}

function send(agent: Agent, url: string, { method, path, headers, body }: HostileRequest): Promise<Answer> {
  return new Promise((resolve) => {
    const gone = (status: string) => resolve({ status, contentType: '', body: '' });
    const sent = request(url + path, { agent, method, headers, timeout: PATIENCE_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => gone(error.message));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', (error: NodeJS.ErrnoException) => gone(error.code ?? error.message));
    sent.end(body);
  });
}

function faultOf({ method, path }: HostileRequest, { status, contentType, body }: Answer): string | undefined {
  const where = `${method} ${path.slice(0, 120)}: ${status}`;
  // A body that nobody waits for may be cut off after the refusal: the connection closes, which is an answer.
  if (status === 'ECONNRESET' || status === 'EPIPE') return undefined;
  if (typeof status === 'string') return where;
  if (status >= 500) return `${where} ${body.slice(0, 200)}`;
  if (status < 400 || method === 'HEAD' || body === '') return undefined;
  if (!contentType.startsWith('application/json')) return `${where} without the error envelope`;
  const { error, jsonrpc } = JSON.parse(body) as { error?: unknown; jsonrpc?: string };
  // What passed authentication at /mcp is answered by its own protocol.
  if (jsonrpc === '2.0' && path.startsWith('/mcp') && typeof error === 'object') return undefined;
  return typeof error === 'string' && error in ERRORS ? undefined : `${where} with an unknown code ${error}`;
}
