/**
 * What a model costs: tokens and wall time for a kit of twenty bricks over a hundred conversations, against one call per brick,
 * which is how libraries of scorers do it. Same server, same conversations, same number of calls at once, in turns.
 *
 * One call per brick in two ways: all scorers of a conversation at once (autoevals: instructions, data, criterion), and three at
 * once with the data ahead of the rubric (promptfoo). A prefix is in the server's cache when the first answer to it is out.
 */
import { evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { conversationOf } from './support/conversations.ts';
import { type Charged, type FakeModel, startFakeModel } from './support/fake-model.ts';
import { type LocalFirst, measureLocalFirst } from './support/local-first.ts';
import { openEngine } from './support/open-engine.ts';
import { atMost, type Line, type Result, ratio } from './support/result.ts';
import { SCORECARD } from './support/scorecard.ts';

const CONVERSATIONS = 100;
/** As many as a conversation has scorers, which libraries of scorers call all at once. */
const CALLS_AT_ONCE = SCORECARD.bricks.length;
const LATENCY_MS = 150;
/** Far more than all prompts of a run: what is not cached was never seen. */
const MEMORY_TOKENS = 5_000_000;
const CACHED_PRICE = 0.1;

interface Spent extends Charged {
  seconds: number;
}

export async function cost(): Promise<Result> {
  const model = await startFakeModel({ latencyMs: LATENCY_MS, memoryTokens: MEMORY_TOKENS });
  const pool = new EvaluationPool();
  pool.start();
  const spend = async (way: (index: number, call: OneCall) => Promise<void>, atOnce: number): Promise<Spent> => {
    model.settle();
    const call = limited(CALLS_AT_ONCE, model);
    const startedAt = performance.now();
    await forEach(atOnce, (index) => way(index, call));
    return { seconds: (performance.now() - startedAt) / 1_000, ...model.settle() };
  };
  await askAsRuns(pool, model)(0); // Threads and modules are loaded once in the life of a service.
  const ours = await spend(askAsRuns(pool, model), CALLS_AT_ONCE);
  const scorers = await spend(
    (index, call) => eachBrick(CALLS_AT_ONCE, (brick) => call(scorerPrompt(index, brick))),
    1,
  );
  const rubrics = await spend(
    (index, call) => eachBrick(3, (brick) => call(rubricPrompt(index, brick))),
    Math.ceil(CALLS_AT_ONCE / 3),
  );
  await pool.stop();
  await model.stop();
  const first = await measureLocalFirst(LOCAL_FROM, TARGETS);
  return {
    name: 'cost',
    title: `Cost of a model: ${SCORECARD.bricks.length} bricks over ${CONVERSATIONS} conversations of 5 KB, ${CALLS_AT_ONCE} calls at once, ${LATENCY_MS} ms each, prefix cache at a tenth of the price`,
    lines: [
      lineOf('Brickwork', ours),
      lineOf('one call per brick, all of a conversation at once (as autoevals)', scorers),
      lineOf('one call per brick, three of a conversation at once, data first (as promptfoo)', rubrics),
      atMost('token cost ÷ one call per brick', priceOf(ours) / priceOf(scorers), 0.12),
      atMost('wall time ÷ one call per brick', ours.seconds / scorers.seconds, 0.5),
      { what: 'token cost ÷ three at once, data first', value: ratio(priceOf(ours) / priceOf(rubrics)) },
      { what: 'wall time ÷ three at once, data first', value: ratio(ours.seconds / rubrics.seconds) },
      ...first.map(localFirstLine),
    ],
  };
}

/** What a good model is right about, and from which confidence local answers are kept. */
const MODEL_RIGHT = 0.97;
const LOCAL_FROM = [0.95, 0.9, 0.8];
/** How many of the kept answers should be right, where thresholds are chosen by reviews. */
const TARGETS = [0.95, 0.9];

/** The kept answers are judged by their labels; the model is taken to be right as often on the rest. */
function localFirstLine({ by, answers, kept, keptRight }: LocalFirst): Line {
  const right = (keptRight + (answers - kept) * MODEL_RIGHT) / answers;
  const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3));
  return {
    what: `engine: auto, local answers kept ${by}, golden lines of the example kits`,
    value: `${share(kept, answers)} of ${answers} bricks without the model (${share(keptRight, kept)} of them right), all ${right.toFixed(3)} right instead of ${MODEL_RIGHT}`,
  };
}

function lineOf(what: string, spent: Spent): Line {
  const { calls, input, cached, output, seconds } = spent;
  const thousands = (count: number) => `${Math.round(count / 1_000).toLocaleString('en')} k`;
  return {
    what,
    value: `${calls.toLocaleString('en')} calls, ${thousands(input)} tokens in (${thousands(cached)} cached), ${thousands(output)} out = ${thousands(priceOf(spent))} at full price, ${seconds.toFixed(1)} s`,
  };
}

/** In tokens at full price, those of the answers included. */
function priceOf({ input, cached, output }: Charged): number {
  return input - cached + cached * CACHED_PRICE + output;
}

/** The engine as runs use it. */
export function askAsRuns(pool: EvaluationPool, { url }: Pick<FakeModel, 'url'>): (index: number) => Promise<void> {
  const engine = openEngine(url, CALLS_AT_ONCE);
  return async (index) => {
    const { outcomes } = await evaluateKit(
      { local: (task, options) => pool.answer(task, options), model: engine },
      { kit: SCORECARD, input: { transcript: conversationOf(index) } },
    );
    if (outcomes.length !== SCORECARD.bricks.length) throw new Error(`${outcomes.length} bricks were answered`);
  };
}

type Message = { role: string; content: string };
type OneCall = (messages: Message[]) => Promise<void>;

function scorerPrompt(index: number, brick: number): Message[] {
  const content = `You are assessing a conversation on a given task based on a criterion. Here is the data:
[BEGIN DATA]
***
[Task]: Analyse the conversation between the agent and the customer.
***
[Submission]: ${conversationOf(index)}
***
[Criterion]: ${criterionOf(brick)}
***
[END DATA]
Does the conversation meet the criterion? Write out your reasoning step by step first, then answer with the choice alone.`;
  return [{ role: 'user', content }];
}

function rubricPrompt(index: number, brick: number): Message[] {
  const system = `You are grading output according to a user-specified rubric. If the statement in the rubric is true, then the output passes the test. You respond with a JSON object with this structure: {reason: string, pass: boolean, score: number}

Examples:

<Output>Hello world</Output>
<Rubric>Content contains a greeting</Rubric>
{"reason": "the content contains the word 'Hello'", "pass": true, "score": 1.0}

<Output>Avast ye swabs, repel the invaders!</Output>
<Rubric>Does not speak like a pirate</Rubric>
{"reason": "'avast ye' is a common pirate term", "pass": false, "score": 0.0}`;
  const content = `<Output>\n${conversationOf(index)}\n</Output>\n<Rubric>\n${criterionOf(brick)}\n</Rubric>`;
  return [
    { role: 'system', content: system },
    { role: 'user', content },
  ];
}

/** What the model must know of a brick: the same words that our own prompt has. */
function criterionOf(index: number): string {
  const { key: _key, name: _name, ...shown } = SCORECARD.bricks[index] ?? { key: '', name: '' };
  return JSON.stringify(shown);
}

async function eachBrick(atOnce: number, ask: (brick: number) => Promise<void>): Promise<void> {
  await inParallel(atOnce, SCORECARD.bricks.length, ask);
}

async function forEach(atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  await inParallel(atOnce, CONVERSATIONS, work);
}

async function inParallel(atOnce: number, count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++);
    }),
  );
}

/** One chat completion, with so many under way at most. */
function limited(atOnce: number, { url }: FakeModel): OneCall {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (messages) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'fake', temperature: 0, messages }),
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok) throw new Error(`the model answered ${response.status}`);
      await response.json();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
