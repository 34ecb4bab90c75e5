/** A server that speaks OpenAI's protocol for transcription. What it hears in a piece, the test says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeTranscription {
  url: string;
  /** The seconds of each piece it was sent. */
  pieces: number[];
  /** What it answers from now on: the words of a piece by its seconds, or a status. */
  behave(answer: (seconds: number, number: number) => string | number | Promise<string | number>): void;
  stop(): Promise<void>;
}

export async function startFakeTranscription(said: string): Promise<FakeTranscription> {
  let answer: Parameters<FakeTranscription['behave']>[0] = () => said;
  const server = createServer(async (request, response) => {
    const seconds = await secondsOf(request);
    const number = fake.pieces.push(seconds);
    const found = await answer(seconds, number);
    if (typeof found === 'number') return void response.writeHead(found).end('{}');
    const texts = found.split(' ');
    const each = (seconds - 0.4) / texts.length;
    const words = texts.map((word, at) => ({ word, start: at * each, end: (at + 1) * each }));
    response.end(JSON.stringify({ language: 'english', words }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeTranscription = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    pieces: [],
    behave: (next) => {
      answer = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

/** Of the WAV file in it: 16 kHz, 16 bits. */
async function secondsOf(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return (body.readUInt32LE(body.indexOf('RIFF') + 4) - 36) / 32_000;
}
