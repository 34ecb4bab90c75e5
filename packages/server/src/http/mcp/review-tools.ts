/** Fetching and answering review items. */
import type { BrickworkClient } from '@brickwork/client';
import { reviewQueueApi, reviewsApi, runsApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

const reviewer = z
  .string()
  .optional()
  .describe('Whose verdicts these are; name yourself, so people can tell yours from theirs');

export function registerReviewTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'next_review_item',
    {
      title: 'Get the next run to review',
      description:
        'Takes the next item of a kit’s review queue for 15 minutes, with the run, its conversation and its answers. No item: nothing is left. Answer it with review_run, or hand it back with return_review_item',
      inputSchema: { kit: z.string().describe('The kit’s slug, code or id'), reviewer },
      outputSchema: { item: reviewQueueApi.reviewItem.optional(), open: z.number().int(), run: runsApi.run.optional() },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ kit, reviewer: name }, { signal }) => {
      const next = await client.reviewQueue.next(kit, { reviewer: name, signal });
      if (next.item === undefined) return toolResult(next);
      const run = await client.runs.get(next.item.run_id, { include: ['conversation', 'reviews'], signal });
      return toolResult({ ...next, run });
    },
  );
  server.registerTool(
    'review_run',
    {
      title: 'Review a run’s answers',
      description:
        'Says which answers of a run are right: correct, wrong (with the right value if it is known), not_applicable or unsure. Judge by the conversation alone. The answers themselves never change',
      inputSchema: { run_id: z.string(), reviews: z.array(reviewsApi.newReview).min(1).max(200), reviewer },
      outputSchema: { data: z.array(reviewsApi.review) },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    async ({ run_id, reviews, reviewer: name }, { signal }) =>
      toolResult({ data: await client.reviews.add(run_id, reviews, { reviewer: name, signal }) }),
  );
  server.registerTool(
    'queue_runs_for_review',
    {
      title: 'Put runs into the review queue',
      description:
        'Puts runs that you choose into the review queue of their kit, ahead of drawn ones. Such reviews do not count in accuracy estimates',
      inputSchema: {
        kit: z.string().describe('The kit’s slug, code or id'),
        run_ids: z.array(z.string()).min(1).max(1_000),
      },
      outputSchema: reviewQueueApi.queuedRuns.shape,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    async ({ kit, run_ids }, { signal }) => toolResult(await client.reviewQueue.add(kit, run_ids, { signal })),
  );
  server.registerTool(
    'return_review_item',
    {
      title: 'Hand a review item back',
      description: 'Returns an item without reviewing it; somebody else can have it',
      inputSchema: { item_id: z.string(), reviewer },
      outputSchema: { item_id: z.string(), returned: z.literal(true) },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ item_id, reviewer: name }, { signal }) =>
      toolResult(await client.reviewQueue.giveBack(item_id, { reviewer: name, signal })),
  );
}
