/** A real HTTP receiver on loopback that remembers what it got and answers as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'vitest';

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The raw bytes. */
  body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at events the way a receiver would, without types.
  event: any;
  at: number;
}

export type Behaviour = (response: ServerResponse, received: Received, socket: Socket) => void;

export interface Receiver {
  url: string;
  got: Received[];
  /** How the next requests are answered: each answer once, the last one from then on. */
  behave(...behaviours: Behaviour[]): void;
  /** Waits until so many requests have come. */
  until(count: number): Promise<Received[]>;
  connections(): number;
  stop(): Promise<void>;
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const got: Received[] = [];
  let behaviours: Behaviour[] = [answer(200)];
  let connections = 0;
  const server = createServer((request, response) => void receive(request, response));
  server.on('connection', () => {
    connections += 1;
  });
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const received: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body,
      event: JSON.parse(body.toString('utf8')),
      at: Date.now(),
    };
    got.push(received);
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
    behaviour?.(response, received, request.socket);
  };
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    got,
    behave(...given) {
      behaviours = given;
    },
    async until(count) {
      await expect.poll(() => got.length, { timeout: 20_000, interval: 10 }).toBeGreaterThanOrEqual(count);
      return got;
    },
    connections: () => connections,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** For a service whose webhooks may reach loopback. */
export const WEBHOOK_ENVIRONMENT = {
  BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
  BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
  BRICKWORK_WEBHOOK_RETRY_SECONDS: '0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1',
};
