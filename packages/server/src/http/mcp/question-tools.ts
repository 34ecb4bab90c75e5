/** Questions across calls. Asking is bounded: an assistant never spends more than a small limit. */
import type { BrickworkClient } from '@brickwork/client';
import { contrastsApi, questionsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

/** How long a call of the tool waits for the estimate; then it is asked for with get_question. */
const WAIT_MS = 20_000;
const MOST_RUNS = 1_000;
const MOST_CREDITS = 1;

export function registerQuestionTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'ask_calls',
    {
      title: 'Ask a question across calls',
      description:
        'Asks questions in plain words, each about one call, of a random sample of past calls. The answer is an estimate with a 95 % interval and quotes; state the interval whenever you state the value. While `status` is running, ask again with get_question.',
      inputSchema: {
        questions: z.array(questionsApi.askedQuestion).min(1).max(questionsApi.QUESTION_LIMITS.questions),
        filter: questionsApi.runFilter.optional(),
        by: z.string().optional().describe('A dimension such as team, or metadata.KEY.'),
        seek: z.enum(questionsApi.SEEK).optional(),
        engine: z.enum(['auto', 'local']).optional(),
        max_runs: z.number().int().min(1).max(MOST_RUNS).default(300),
        max_credits: z.number().min(0).max(MOST_CREDITS).default(0.2),
      },
      outputSchema: questionsApi.question.shape,
    },
    async ({ questions, filter, by, seek, engine, max_runs, max_credits }, { signal }) => {
      const limit = { runs: max_runs, credits: max_credits, seconds: 300 };
      const { question_id } = await client.questions.ask({ questions, filter, by, seek, engine, limit }, { signal });
      const waited = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
      await client.questions.wait(question_id, { signal: waited }).catch(() => undefined);
      return toolResult(await client.questions.get(question_id, { signal }));
    },
  );
  server.registerTool(
    'get_question',
    {
      title: 'The estimate of a question',
      description: 'The answer to a question across calls, final or so far: figures, intervals, quotes',
      inputSchema: { question_id: z.string() },
      outputSchema: questionsApi.question.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ question_id }, { signal }) => toolResult(await client.questions.get(question_id, { signal })),
  );
  server.registerTool(
    'list_questions',
    {
      title: 'List questions',
      description: 'Questions that were asked across calls, newest first',
      inputSchema: {},
      outputSchema: { data: z.array(questionsApi.questionItem) },
      annotations: { readOnlyHint: true },
    },
    async (_input, { signal }) => toolResult({ data: await client.questions.list({ signal }) }),
  );
  server.registerTool(
    'contrast_calls',
    {
      title: 'What comes up in some calls and not in others',
      description:
        'Phrases that come up in more of the calls of `filter` than of all others of the same kit and period (or of `against`), each with its calls. While `status` is running, call again with its `contrast_id`.',
      inputSchema: {
        filter: questionsApi.runFilter
          .optional()
          .describe('The kit of the calls to look at; not needed with contrast_id.'),
        against: questionsApi.runFilter.optional(),
        side: z.enum(contrastsApi.CONTRAST_SIDES).optional(),
        contrast_id: z.string().optional().describe('A contrast that was started earlier.'),
      },
      outputSchema: contrastsApi.contrast.shape,
    },
    async ({ filter = {}, against, side, contrast_id: known }, { signal }) => {
      const contrast_id = known ?? (await client.contrasts.start({ filter, against, side }, { signal })).contrast_id;
      const waited = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
      await client.contrasts.wait(contrast_id, { signal: waited }).catch(() => undefined);
      return toolResult(await client.contrasts.get(contrast_id, { signal }));
    },
  );
}
