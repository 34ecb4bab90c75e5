/**
 * What a question costs in a call of 1,000 words, and each further one that is asked with it. Then a yes/no question across 20,000 calls with the local engine: when the first estimate is there, and whether ±5 points are reached within what was predicted.
 * Then, what the calls of one team talk about that the others do not. The question is a brick of the calls' kit, and answers of the engine to it were reviewed before: what it is worth is known.
 * Three minutes on two busy cores.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Question } from '@brickwork/client';
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { decodeId } from '@brickwork/server/core/ids';
import { conversationOf } from './support/conversations.ts';
import { atMost, type Line, type Result } from './support/result.ts';
import { startServiceNode } from './support/service-node.ts';
import type { Site, SiteDatabase } from './support/site.ts';
import { median } from './support/spread.ts';

const CALLS = 20_000;
const REVIEWED = 150;
const WIDTH = 0.05;
const FIRST_SECONDS = 10;
const MOST_SECONDS = 240;
const CONTRAST_SECONDS = 60;
const LOOK_MS = 100;
const FURTHER_SHARE = 0.6;
const QUESTION = 'Did the customer mention a competitor?';

const KIT = {
  kit: 'ask_bench',
  name: 'Asked calls',
  bricks: [{ key: 'competitor', type: 'boolean', question: QUESTION }],
};

/** Every third call mentions one. About 90 words. */
const TRANSCRIPT = `'Agent: Good morning, thank you for calling, my name is Maria. How can I help you today?' || E'\\n' ||
  'Customer: Hello, it is about order number ' || n || ', which has not arrived yet.' || E'\\n' ||
  'Agent: I am sorry to hear that. I can see that it left our warehouse on ' || (ARRAY['Monday', 'Tuesday', 'Friday'])[1 + n % 3] || '.' || E'\\n' ||
  CASE WHEN n % 3 = 0 THEN 'Customer: Then I will rather buy it from your competitor Northline, they deliver within a day and are cheaper.'
    ELSE 'Customer: All right, then I will wait until the end of the week, there is no hurry.' END || E'\\n' ||
  'Agent: I understand. I will send you an e-mail with the details, and the shipping of nine euros is refunded.' || E'\\n' || 'Customer: Thank you, goodbye.'`;

const seconds = (value: number): string => `${value.toFixed(1)} s`;
const points = (value: number): string => `±${(100 * value).toFixed(1)} points`;

const TOGETHER = [
  QUESTION,
  'Was the customer promised a refund?',
  'Did the agent ask for the order number?',
  'Is the customer angry?',
  'Did the customer threaten to cancel?',
];
const BYTES_OF_CALL = 5_600;
const ROUNDS = 5;

/** Of one call of 1,000 words: the first question, and each further one. */
async function cpuOfQuestions(): Promise<Line[]> {
  const read = await openReadModel(READER_FILES);
  const answer = createReadingEngine();
  const spentOn = async (round: number, questions: number) => {
    const bricks = TOGETHER.slice(0, questions).map((question, at) => ({
      key: `asked_${at}`,
      type: 'boolean' as const,
      question,
    }));
    const before = process.cpuUsage();
    const conversation = readConversation({ input: undefined }, { transcript: conversationOf(round, BYTES_OF_CALL) });
    await answer({ kit: 'ask', bricks }, bricks, conversation, { read, lexical: new Set() });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  await spentOn(0, 1); // It warms up.
  const [one, all]: number[][] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    one?.push(await spentOn(round, 1));
    all?.push(await spentOn(round, TOGETHER.length));
  }
  const first = median(one ?? []);
  const further = (median(all ?? []) - first) / (TOGETHER.length - 1);
  return [
    { what: 'CPU of a call of 1,000 words, the first question', value: `${Math.round(first)} ms` },
    atMost(
      'each further question asked with it, of that',
      further / first,
      FURTHER_SHARE,
      (part) => `${Math.round(100 * part)} %`,
    ),
  ];
}

export async function ask(site: Site): Promise<Result> {
  const cpu = await cpuOfQuestions();
  const db = await site.database('ask');
  await makeCalls(db, await db.publish(KIT));
  const node = await startServiceNode({ databaseUrl: db.url });
  const client = createClient({ apiKey: db.key, baseUrl: node.url });
  const request = { questions: [QUESTION], width: WIDTH, limit: { runs: 5_000, seconds: MOST_SECONDS } };
  // Threads start, the model is loaded, and how long a call takes on this machine is known.
  const first = await client.questions.ask({ ...request, seed: 2, width: 0.005, limit: { runs: REVIEWED } });
  await client.questions.wait(first.question_id);
  await reviewAnswers(db);
  const startedAt = performance.now();
  const started = await client.questions.ask(request);
  const acceptedAfter = (performance.now() - startedAt) / 1000;
  let firstAfter: number | undefined;
  let question: Question = started;
  while (question.status === 'running') {
    await sleep(LOOK_MS);
    question = await client.questions.get(started.question_id);
    if ((question.questions[0]?.n ?? 0) > 0) firstAfter ??= (performance.now() - startedAt) / 1000;
  }
  const contrastedAt = performance.now();
  const { contrast_id } = await client.contrasts.start({ filter: { team: 'Porto' } });
  const { status, phrases, sample } = await client.contrasts.wait(contrast_id);
  const contrasted = (performance.now() - contrastedAt) / 1000;
  await node.stop();
  await db.drop();
  return {
    name: 'ask',
    title: `Ask: a yes/no question across ${CALLS.toLocaleString('en')} calls of 90 words, local engine`,
    lines: [
      ...cpu,
      ...linesOf(question, acceptedAfter, firstAfter ?? Number.NaN),
      atMost(
        `phrases that set ${sample.calls.toLocaleString('en')} calls apart from ${sample.against.toLocaleString('en')} (${status}; “${phrases[0]?.phrase}” first)`,
        contrasted,
        CONTRAST_SECONDS,
        seconds,
      ),
    ],
  };
}

function linesOf(
  { questions: [answer], predicted, cost, sample, status }: Question,
  accepted: number,
  first: number,
): Line[] {
  const { sampling = { low: 0, high: 1 }, low = 0, high = 1, value = 0 } = answer?.share ?? {};
  return [
    { what: 'calls chosen and accepted', value: seconds(accepted) },
    atMost('first estimate', first, FIRST_SECONDS, seconds),
    atMost(
      `what sampling leaves, from ${sample.asked} calls (${status})`,
      (sampling.high - sampling.low) / 2,
      WIDTH,
      points,
    ),
    atMost('calls, and those predicted', sample.asked, predicted.runs, (count) => count.toLocaleString('en')),
    atMost('seconds, and those predicted', cost.seconds, predicted.seconds, seconds),
    {
      what: 'the estimate with its whole interval',
      value: `${(100 * value).toFixed(1)} % (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}; the truth is 33.3)`,
    },
  ];
}

async function makeCalls({ database, workspaceId }: SiteDatabase, kitCode: string): Promise<void> {
  const key = [decodeId('ws', workspaceId), kitCode];
  await database.query(
    `WITH kit AS (SELECT id AS kit_id, live_version_id FROM kits WHERE workspace_id = $1 AND code = $2),
     calls AS (SELECT n, uuidv7(-make_interval(secs => n)) AS id, now() - make_interval(secs => n) AS at FROM generate_series(1, ${CALLS}) AS n),
     stored AS (INSERT INTO runs (workspace_id, environment, id, type, mode, kit_id, kit_code, kit_version_id, kit_version, external_id, metadata, input, created_at)
       SELECT $1, 'live', id, 'api', 'async', kit_id, $2, live_version_id, 1, 'call-' || n, json_build_object('team', CASE WHEN n % 3 = 0 OR n % 2 = 0 THEN 'Porto' ELSE 'Faro' END)::text, json_build_object('transcript', ${TRANSCRIPT})::text, at FROM calls, kit)
     INSERT INTO run_results (workspace_id, environment, run_id, status, started_at, completed_at, duration_ms, output)
     SELECT $1, 'live', id, 'succeeded', at, at, 100, '{"bricks":{}}' FROM calls`,
    key,
  );
  for (const table of ['runs', 'run_results']) await database.query(`VACUUM (ANALYZE) ${table}`);
}

/** What the engine answered about the first calls, and what is right: every third mentions one. */
async function reviewAnswers({ database, workspaceId }: SiteDatabase): Promise<void> {
  await database.query(
    `INSERT INTO reviews (workspace_id, environment, run_id, brick, reviewer, id, submission, kit_id, kit_version, verdict, answer, value, created_at)
     SELECT $1, 'live', id, 'competitor', 'somebody', uuidv7(), uuidv7(), kit_id, 1, CASE WHEN answer = truth THEN 'correct' ELSE 'wrong' END, answer,
       CASE WHEN answer <> truth THEN truth END, now()
     FROM (SELECT r.id, r.kit_id, q.answers -> 0 ->> 'v' AS answer, (substr(r.external_id, 6)::int % 3 = 0)::text AS truth
       FROM question_runs q JOIN runs r ON r.workspace_id = $1 AND r.environment = 'live' AND r.id = q.run_id
       WHERE q.workspace_id = $1 AND q.environment = 'live' AND q.state = 'answered' AND q.answers -> 0 ->> 'v' IS NOT NULL) answered`,
    [decodeId('ws', workspaceId)],
  );
}
