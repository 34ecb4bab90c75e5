/** A server that speaks OpenAI's protocol for transcription, and says of each piece how many bytes it had. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeTranscription {
  url: string;
  /** How many bytes each request had. */
  requests: number[];
  /** Requests that their sender gave up. */
  givenUp: number;
  stop(): Promise<void>;
}

/** `answer`: a status instead of words, or nothing at all. */
export async function startFakeTranscription(
  answer: (number: number) => { status: number; headers?: Record<string, string> } | 'never' | undefined = () =>
    undefined,
): Promise<FakeTranscription> {
  const server = createServer(async (request, response) => {
    const number = fake.requests.push(await lengthOf(request));
    const bytes = fake.requests.at(-1) ?? 0;
    const instead = answer(number);
    if (instead === 'never') return void response.on('close', () => (fake.givenUp += 1));
    if (instead !== undefined) return void response.writeHead(instead.status, instead.headers).end('{}');
    const words = ['heard', String(bytes)].map((word, at) => ({ word, start: 0.2 + at, end: 0.8 + at }));
    response.end(JSON.stringify({ language: 'english', words }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeTranscription = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    givenUp: 0,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

/** Of the WAV file in it, by its header. */
async function lengthOf(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return body.readUInt32LE(body.indexOf('RIFF') + 4);
}
