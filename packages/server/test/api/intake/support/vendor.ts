/** A server that stands for the services that fetch steps ask: it answers by path, and remembers what it was asked. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface VendorRequest {
  method: string | undefined;
  path: string;
  authorization: string | undefined;
  body: string;
}

interface Status {
  http: number;
  location?: string;
}

type Answer = object | string | Status | Buffer;

function isStatus(answer: object): answer is Status {
  return 'http' in answer;
}

export async function startVendor() {
  const asked: VendorRequest[] = [];
  const answers = new Map<string, Answer[]>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    asked.push({
      method: request.method,
      path,
      authorization: request.headers.authorization,
      body: await text(request),
    });
    const left = answers.get(path.split('?')[0] ?? '') ?? [];
    const answer = left.length > 1 ? left.shift() : left[0];
    if (answer === undefined) return response.writeHead(404).end('{}');
    if (typeof answer === 'string' || Buffer.isBuffer(answer)) return response.end(answer);
    if (isStatus(answer))
      return response
        .writeHead(answer.http, answer.location === undefined ? {} : { location: answer.location })
        .end('{}');
    return response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    /** What is answered at a path, one after the other; the last for good. */
    answer: (path: string, ...given: Answer[]) => answers.set(path, given),
    stop: () => server.close(),
  };
}

export type Vendor = Awaited<ReturnType<typeof startVendor>>;

/** So that the service may ask it. */
export const VENDOR_ENVIRONMENT = {
  BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
  BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
  BRICKWORK_WEBHOOK_RETRY_SECONDS: '0.3,0.3,0.3,600,600,600,600,600,600',
};
