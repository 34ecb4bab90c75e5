/**
 * A model's server on loopback, for what calls cost: it answers any request that speaks the OpenAI dialect after a fixed time,
 * counts four characters as a token, and has a prefix cache: what a prompt shares with an earlier one that was answered
 * is counted as cached, in blocks, as far as its memory reaches. The schema of the reply stands before the prompt and is counted.
 */
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SCORECARD, validValueOf } from './scorecard.ts';

const BLOCK = 64;
const CHARACTERS_PER_TOKEN = 4;

export interface Charged {
  calls: number;
  /** All of the prompt. */
  input: number;
  cached: number;
  output: number;
}

export interface FakeModel {
  url: string;
  /** What was charged since the last time; the cache is emptied. */
  settle(): Charged;
  stop(): Promise<void>;
}

interface ChatRequest {
  messages: { role: string; content: string | { text: string }[] }[];
  response_format?: unknown;
}

export async function startFakeModel({
  latencyMs,
  memoryTokens,
}: {
  latencyMs: number;
  memoryTokens: number;
}): Promise<FakeModel> {
  const cache = createPrefixCache((memoryTokens * CHARACTERS_PER_TOKEN) / BLOCK);
  let charged: Charged = { calls: 0, input: 0, cached: 0, output: 0 };
  const answer = async (request: ChatRequest): Promise<string> => {
    const contents = request.messages.map(({ content }) =>
      typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
    );
    const prompt = [JSON.stringify(request.response_format ?? ''), ...contents].join('\n');
    const blocks = blocksOf(prompt);
    const cached = cache.covered(blocks) * BLOCK;
    await sleep(latencyMs);
    cache.remember(blocks);
    const text = replyTo(contents.at(-1) ?? '');
    const usage = { input: tokens(prompt.length), cached: tokens(cached), output: tokens(text.length) };
    charged = {
      calls: charged.calls + 1,
      input: charged.input + usage.input,
      cached: charged.cached + usage.cached,
      output: charged.output + usage.output,
    };
    return JSON.stringify({
      id: 'fake',
      object: 'chat.completion',
      created: 0,
      model: 'fake',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cached },
      },
    });
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = await answer(JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    settle() {
      const before = charged;
      charged = { calls: 0, input: 0, cached: 0, output: 0 };
      cache.forget();
      return before;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const tokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** Each block is known by a digest of everything up to its end. */
function blocksOf(prompt: string): string[] {
  let known = '';
  return Array.from({ length: Math.floor(prompt.length / BLOCK) }, (_, index) => {
    known = hash('md5', known + prompt.slice(index * BLOCK, (index + 1) * BLOCK), 'base64');
    return known;
  });
}

interface PrefixCache {
  /** Blocks from the start that are remembered. */
  covered(blocks: readonly string[]): number;
  remember(blocks: readonly string[]): void;
  forget(): void;
}

/** The oldest are forgotten first. */
function createPrefixCache(maxBlocks: number): PrefixCache {
  const remembered = new Set<string>();
  return {
    covered(blocks) {
      const unknown = blocks.findIndex((block) => !remembered.has(block));
      return unknown < 0 ? blocks.length : unknown;
    },
    remember(blocks) {
      for (const block of blocks) {
        remembered.delete(block); // To the end of the line.
        remembered.add(block);
      }
      for (const oldest of remembered) {
        if (remembered.size <= maxBlocks) break;
        remembered.delete(oldest);
      }
    },
    forget: () => remembered.clear(),
  };
}

const REASON = 'The agent says so in the first turn, and nothing that is said later in the call takes it back.';

/** Well formed for our own prompt (keys and a nonce), and for a single question. */
function replyTo(question: string): string {
  const [, keys] = /Answer these keys: (\[.*\])/.exec(question) ?? [];
  const [, nonce] = /Nonce: "(\w+)"/.exec(question) ?? [];
  if (keys === undefined || nonce === undefined) return JSON.stringify({ reason: REASON, choice: 'Yes' });
  const answers = (JSON.parse(keys) as string[]).map((key) => {
    const brick = SCORECARD.bricks.find((each) => each.key === key);
    if (brick === undefined) throw new Error(`the model was asked for ${key}`);
    const evidence = [{ turn: 1, quote: 'Good morning' }];
    return { key, reason: REASON, evidence, value: validValueOf(brick), confidence: 0.9 };
  });
  return JSON.stringify({ nonce, answers });
}
