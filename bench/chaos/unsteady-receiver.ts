/**
 * A webhook receiver that fails a third of the time, and keeps its own record: what it took (answered with 2xx) counts as received,
 * what it refused does not. It verifies both families of signatures of everything that comes, refused or not.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook, type WebhookHeaders } from '@brickwork/client';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';

/** A delivery has ten attempts: an event that always fails would correctly be dead-lettered. */
const FAILURES_PER_EVENT = 6;
const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

export interface ReceiverRecord {
  /** Run → the events about it that were taken; more than one means that it ended twice. */
  taken: Map<string, Set<string>>;
  /** Run → the status that its event told. */
  statuses: Map<string, string>;
  requests: number;
  failures: number;
  /** Taken again: at least once is the promise. */
  repetitions: number;
  faults: string[];
}

export interface UnsteadyReceiver {
  url: string;
  record: ReceiverRecord;
  /** `whsec_…`, once the endpoint has been registered. */
  trust(secret: string): void;
  stop(): Promise<void>;
}

export async function startUnsteadyReceiver(seed: number): Promise<UnsteadyReceiver> {
  const random = seededRandom(seed);
  const record: ReceiverRecord = {
    taken: new Map(),
    statuses: new Map(),
    faults: [],
    requests: 0,
    failures: 0,
    repetitions: 0,
  };
  const failuresOf = new Map<string, number>();
  let secret = '';

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    record.requests += 1;
    const event = await verified(new Uint8Array(Buffer.concat(chunks)), request.headers, secret);
    if (typeof event === 'string') {
      record.faults.push(event);
      response.writeHead(400).end();
      return;
    }
    const failed = failuresOf.get(event.id) ?? 0;
    if (failed < FAILURES_PER_EVENT && random.next() < 1 / 3) {
      failuresOf.set(event.id, failed + 1);
      record.failures += 1;
      answerBadly(random, request, response);
      return;
    }
    if (event.status !== undefined) take(record, { ...event, status: event.status });
    response.writeHead(204).end();
  };

  const server = createServer((request, response) => {
    receive(request, response).catch(() => request.socket.destroy()); // The sender was killed in the middle of it.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    record,
    trust(given) {
      secret = given;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface RunEvent {
  id: string;
  runId: string;
  /** How the run ended; undefined when it was reviewed. */
  status: string | undefined;
}

/** The event, or what is wrong with it. */
async function verified(
  body: Uint8Array<ArrayBuffer>,
  headers: IncomingMessage['headers'],
  secret: string,
): Promise<RunEvent | string> {
  const own: WebhookHeaders = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !STANDARD_HEADERS.includes(name)),
  );
  try {
    const event = await verifyWebhook(body, headers, { secret });
    await verifyWebhook(body, own, { secret });
    const { run_id: runId, status } = event.data as { run_id?: string; status?: string };
    if (headers['service-event-id'] !== event.id) return `event ${event.id} came under another id`;
    if (event.type === 'run.reviewed') return { id: event.id, runId: runId ?? '', status: undefined };
    if (event.type !== `run.${status}`) return `event ${event.id} is a ${event.type} about a run that is ${status}`;
    return { id: event.id, runId: runId ?? '', status: status ?? '' };
  } catch (error) {
    return `a delivery could not be verified: ${(error as Error).message}`;
  }
}

export function answerBadly(random: SeededRandom, request: IncomingMessage, response: ServerResponse): void {
  const how = random.pick(['500', '503', 'hang up', 'cut off']);
  if (how === 'hang up') request.socket.destroy();
  else if (how === 'cut off') {
    response.writeHead(200, { 'content-length': '100' }).write('half an ans');
    response.socket?.end();
  } else response.writeHead(Number(how)).end();
}

function take(record: ReceiverRecord, { id, runId, status }: RunEvent & { status: string }): void {
  const events = record.taken.get(runId) ?? new Set();
  if (events.has(id)) record.repetitions += 1;
  else if (events.size > 0) record.faults.push(`run ${runId} ended twice: events ${[...events].join(', ')} and ${id}`);
  const known = record.statuses.get(runId);
  if (known !== undefined && known !== status)
    record.faults.push(`run ${runId} was reported as ${known} and as ${status}`);
  record.statuses.set(runId, status);
  record.taken.set(runId, events.add(id));
}
