/** Sends hostile requests, many at once, and looks at every answer: never a 500, never silence, always the error envelope. */
import { Agent, request } from 'node:http';
import { ERRORS } from '@brickwork/contract';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { brokenHttp, sendBroken } from './broken-http.ts';
import { type HostileRequest, hostileRequest } from './hostile-request.ts';
import type { Targets } from './targets.ts';

export interface FuzzOptions {
  url: string;
  seed: number;
  count: number;
  atOnce: number;
  keys: readonly string[];
  ids: readonly string[];
  kitCode: string;
  targets?: Targets;
  /** No request is begun after this moment (by performance.now()). */
  until?: number;
}

export interface FuzzReport {
  sent: number;
  statuses: Record<string, number>;
  /** Answers that must not be, at most twenty of them. */
  faults: string[];
}

const PATIENCE_MS = 60_000;

/** The share of requests that are not even HTTP: written to the socket byte by byte. */
const BROKEN_SHARE = 0.25;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, seed, count, atOnce, keys, ids, kitCode, targets, until = Number.POSITIVE_INFINITY } = options;
  const random: SeededRandom = seededRandom(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const port = Number(new URL(url).port);
  const report: FuzzReport = { sent: 0, statuses: {}, faults: [] };
  const tally = (status: string | number, fault: string | undefined): void => {
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (fault !== undefined && report.faults.length < 20) report.faults.push(fault);
  };
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (report.sent < count && performance.now() < until) {
        report.sent += 1;
        if (random.next() < BROKEN_SHARE) {
          const { statuses, fault } = await sendBroken(port, brokenHttp(random, random.pick(keys)));
          tally(statuses[0] ?? 'hung up', fault);
        } else {
          const hostile = hostileRequest({ random, keys, ids, kitCode, targets });
          const answer = await send(agent, url, hostile);
          tally(answer.status, faultOf(hostile, answer));
        }
      }
    }),
  );
  agent.destroy();
  return report;
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
