/** Questions across calls. Asking is bounded: an assistant never spends more than a small limit. */
import { questionsApi } from '@brickwork/contract';
import { z } from 'zod';
import { writtenTool } from './tool.ts';

/** How long a call of the tool waits for the estimate; then it is asked for with get_question. */
const WAIT_MS = 20_000;
const MOST_RUNS = 1_000;
const MOST_CREDITS = 1;

export const askTool = writtenTool({
  name: 'ask_calls',
  toolset: 'core',
  description:
    'Asks questions in plain words, each about one call, of a random sample of past calls. The answer is an estimate with a 95 % interval and quotes; state the interval whenever you state the value. While `status` is running, ask again with get_question',
  input: {
    questions: z.array(questionsApi.askedQuestion).min(1).max(questionsApi.QUESTION_LIMITS.questions),
    filter: questionsApi.runFilter.optional(),
    by: z.string().optional().describe('A dimension such as team, metadata.KEY, or week for a trend.'),
    seek: z.enum(questionsApi.SEEK).optional(),
    engine: z.enum(['auto', 'local']).optional(),
    max_runs: z.number().int().min(1).max(MOST_RUNS).default(300),
    max_credits: z.number().min(0).max(MOST_CREDITS).default(0.2),
  },
  async call({ questions, filter, by, seek, engine, max_runs, max_credits }, { client, signal }) {
    const limit = { runs: max_runs, credits: max_credits, seconds: 300 };
    const { question_id } = await client.questions.ask({ questions, filter, by, seek, engine, limit }, { signal });
    const waited = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    await client.questions.wait(question_id, { signal: waited }).catch(() => undefined);
    return client.questions.get(question_id, { signal });
  },
});
