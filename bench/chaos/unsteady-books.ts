/** What destinations and channels write to: it fails a third of the time, and remembers what it took (answered with 2xx). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { seededRandom } from '../support/seeded-random.ts';
import { answerBadly } from './unsteady-receiver.ts';

/** Of one record or message: a delivery has ten attempts. */
const MOST_FAILURES = 6;

export interface UnsteadyBooks {
  url: string;
  /** Record → how many turns the last run that was written had. */
  records: Map<string, unknown>;
  /** Ids of messages. */
  messages: Set<string>;
  stop(): Promise<void>;
}

export async function startUnsteadyBooks(seed: number): Promise<UnsteadyBooks> {
  const random = seededRandom(seed);
  const records = new Map<string, unknown>();
  const messages = new Set<string>();
  const failures = new Map<string, number>();

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request)) as { turns?: unknown; id?: string };
    const [, record] = /^\/records\/(.+)$/.exec(request.url ?? '') ?? [];
    const about = record ?? body.id ?? '';
    const failed = failures.get(about) ?? 0;
    if (failed < MOST_FAILURES && random.next() < 1 / 3) {
      failures.set(about, failed + 1);
      answerBadly(random, request, response);
      return;
    }
    if (record === undefined) messages.add(about);
    else records.set(decodeURIComponent(record), body.turns);
    response.writeHead(204).end();
  };

  const server = createServer((request, response) => {
    receive(request, response).catch(() => request.socket.destroy()); // The sender was killed in the middle of it.
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records,
    messages,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
