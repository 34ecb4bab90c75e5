/** A model's HTTP server on loopback that does what the test says, and counts what it charges. Speaks the OpenAI dialect by default. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server understood of a request. */
export interface ModelRequestSeen {
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: tests look at requests the way a provider would, without types.
  body: any;
  system: string;
  conversation: string;
  question: string;
  keys: string[];
  nonce: string;
}

export interface FakeAnswer {
  value: unknown;
  reason?: string;
  evidence?: { turn: number; quote: string }[];
  confidence?: number;
  knowledge?: string[];
}

export type ModelAction =
  /** A reply with this text; by default, usage is charged and stated as it is, or as `stated`. */
  | { text: string; finish?: string; isSilentAboutUsage?: boolean; refusal?: string; cached?: number; stated?: Counts }
  | {
      status: number;
      headers?: Record<string, string>;
      body?: string;
      charged?: { prompt: number; completion: number };
    }
  | { breaks: 'at once' | 'before the head' | 'in the body' }
  | { hangs: 'before the head' | 'in the body' };

export type ModelScript = (seen: ModelRequestSeen, number: number) => ModelAction | undefined;
export type Dialect = 'openai' | 'anthropic' | 'google';

export interface FakeModel {
  url: string;
  requests: ModelRequestSeen[];
  /** What it has charged, over all requests. */
  totals: { calls: number; prompt: number; cached: number; completion: number };
  /** Connections that the client closed before the answer was whole. */
  abandoned: number;
  stop(): Promise<void>;
}

/** `script` may decide on a request; otherwise `answer` is asked for each key. */
export async function startFakeModel(
  answer: (key: string, seen: ModelRequestSeen) => FakeAnswer,
  script: ModelScript = () => undefined,
  dialect: Dialect = 'openai',
): Promise<FakeModel> {
  const fake: FakeModel = {
    url: '',
    requests: [],
    totals: { calls: 0, prompt: 0, cached: 0, completion: 0 },
    abandoned: 0,
    stop: async () => {},
  };
  const server = createServer((request, response) => {
    void handle(fake, dialect, answer, script, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  fake.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return fake;
}

async function handle(
  fake: FakeModel,
  dialect: Dialect,
  answer: (key: string, seen: ModelRequestSeen) => FakeAnswer,
  script: ModelScript,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: [{ id: 'test-model' }] }));
    return;
  }
  const seen = see(dialect, request, Buffer.concat(chunks).toString('utf8'));
  fake.requests.push(seen);
  fake.totals.calls += 1;
  response.on('close', () => {
    if (!response.writableFinished) fake.abandoned += 1;
  });
  const action = script(seen, fake.requests.length) ?? { text: honestReply(seen, answer) };
  act(fake, dialect, seen, action, response);
}

function act(fake: FakeModel, dialect: Dialect, seen: ModelRequestSeen, action: ModelAction, response: ServerResponse) {
  if ('breaks' in action) {
    if (action.breaks === 'in the body') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices": [{"message": {"content": "');
      setImmediate(() => response.destroy());
    } else response.destroy();
  } else if ('hangs' in action) {
    if (action.hangs === 'in the body') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices": [');
    }
  } else if ('status' in action) {
    fake.totals.prompt += action.charged?.prompt ?? 0;
    fake.totals.completion += action.charged?.completion ?? 0;
    response.writeHead(action.status, { 'content-type': 'application/json', ...action.headers });
    response.end(action.body ?? '{"error": {"message": "scripted"}}');
  } else {
    const prompt = Math.ceil(JSON.stringify(seen.body).length / 4) + 7;
    const completion = Math.ceil(action.text.length / 4) + 3;
    fake.totals.prompt += prompt;
    fake.totals.cached += action.cached ?? 0;
    fake.totals.completion += completion;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(SHAPES[dialect](action, action.stated ?? { prompt, completion, cached: action.cached ?? 0 })),
    );
  }
}

interface Counts {
  prompt: number;
  completion: number;
  cached: number;
}
type TextAction = Extract<ModelAction, { text: string }>;

/** Responses in the shapes that the providers document. */
const SHAPES: Record<Dialect, (action: TextAction, counts: Counts) => object> = {
  openai: ({ text, finish = 'stop', refusal, isSilentAboutUsage }, { prompt, completion, cached }) => ({
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    object: 'chat.completion',
    created: 1741569952,
    model: 'test-model',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: refusal === undefined ? text : null,
          refusal: refusal ?? null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: finish,
      },
    ],
    ...(isSilentAboutUsage !== true && {
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
        prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
      },
    }),
    service_tier: 'default',
    system_fingerprint: null,
  }),
  anthropic: ({ text, finish = 'end_turn' }, { prompt, completion, cached }) => ({
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    model: 'test-model',
    content: [{ type: 'text', text }],
    stop_reason: finish,
    stop_sequence: null,
    usage: {
      input_tokens: prompt - cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: cached,
      output_tokens: completion,
      service_tier: 'standard',
    },
  }),
  google: ({ text, finish = 'STOP' }, { prompt, completion, cached }) => ({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: finish, index: 0 }],
    usageMetadata: {
      promptTokenCount: prompt,
      cachedContentTokenCount: cached,
      candidatesTokenCount: completion,
      totalTokenCount: prompt + completion,
    },
    modelVersion: 'test-model',
    responseId: 'mAitaLmkHPPlz7IPvtfUqQ4',
  }),
};

function see(dialect: Dialect, request: IncomingMessage, text: string): ModelRequestSeen {
  const body = JSON.parse(text);
  const parts: string[] =
    dialect === 'google'
      ? [
          textOf(body.systemInstruction?.parts),
          ...body.contents.flatMap((content: { parts: { text: string }[] }) => content.parts.map((part) => part.text)),
        ]
      : [
          dialect === 'anthropic' ? textOf(body.system) : textOf(body.messages[0].content),
          ...(dialect === 'anthropic' ? body.messages : body.messages.slice(1)).flatMap(
            (message: { content: string | { text: string }[] }) =>
              typeof message.content === 'string' ? [message.content] : message.content.map((part) => part.text),
          ),
        ];
  const [system = '', conversation = ''] = parts;
  const question = parts.at(-1) ?? '';
  return {
    path: request.url ?? '',
    headers: request.headers,
    body,
    system,
    conversation,
    question,
    keys: JSON.parse(/^Answer these keys: (.*)$/m.exec(question)?.[1] ?? '[]'),
    nonce: JSON.parse(/^Nonce: (.*)$/m.exec(question)?.[1] ?? '""'),
  };
}

function textOf(content: string | { text: string }[] | undefined): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('');
}

/** What a model that follows the rules would say. */
export function honestReply(
  seen: ModelRequestSeen,
  answer: (key: string, seen: ModelRequestSeen) => FakeAnswer,
): string {
  return JSON.stringify({ nonce: seen.nonce, answers: seen.keys.map((key) => answerItem(key, answer(key, seen))) });
}

export function answerItem(
  key: string,
  { value, reason = 'Because.', evidence = [], confidence = 0.9, knowledge }: FakeAnswer,
) {
  return { key, reason, evidence, ...(knowledge !== undefined && { knowledge }), value, confidence };
}
