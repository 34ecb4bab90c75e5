/** How a week went: what the console's overview says of it, for every kit, in one answer. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { estimate } from './insights.ts';

const direction = z
  .enum(['up', 'down'])
  .optional()
  .describe('Only where the 95 % intervals do not overlap: everything else may be chance.');
const news = z.enum(['good', 'bad', 'neutral']).describe('Also `neutral` if the kit does not say which way is good.');

const scoreOfWeek = z.object({
  brick: z.string(),
  name: z.string(),
  what: z.string().describe('What the figure is: `mean`, or the share of which answer.'),
  ...estimate.shape,
  before: estimate.optional().describe('Of the week before; absent where nothing was answered.'),
  direction,
  news,
});

const changeOfWeek = z.object({
  brick: z.string(),
  name: z.string(),
  what: z.string(),
  team: z.string().optional().describe('Absent: of all calls together.'),
  before: estimate,
  after: estimate,
  calls: z.number().int().describe('Calls behind it; with `side` those that make the news.'),
  side: z.enum(['all', 'with', 'without']).describe('Calls with or without the answer of `what`; `all` for numbers.'),
  direction: z.enum(['up', 'down']),
  news,
  points: z
    .number()
    .optional()
    .describe('Of the score: how many more (or fewer) points a call it earns, over all calls.'),
});

const agentOfWeek = z.object({
  name: z.string(),
  calls: z.number().int(),
  ...estimate.shape,
  standing: news.describe('Compared with everybody; `neutral` if the difference may be chance.'),
  before: estimate.optional().describe('Absent where there were too few calls to compare.'),
  direction,
  costs: z
    .array(
      z.object({ brick: z.string(), name: z.string(), met: z.number(), points: z.number().describe('Lost per call.') }),
    )
    .describe('The answers that cost most, three at most.'),
});

const rightness = z.object({ name: z.string(), right: z.number(), low: z.number(), high: z.number() });

export const kitWeek = z
  .object({
    kit_id: z.string(),
    kit_code: z.string(),
    name: z.string(),
    path: z.string().describe('Of the console’s overview with the same figures.'),
    calls: z.object({ succeeded: z.number().int(), failed: z.number().int(), before: z.number().int() }),
    score: scoreOfWeek.optional().describe('The figure by which the kit is judged; absent if nothing was answered.'),
    changes: z.array(changeOfWeek).describe('The clearest first. Empty for kits after the third.'),
    agents: z
      .array(agentOfWeek)
      .describe('Those who need help most come first; at most five. Empty for kits after the third.'),
    unranked: z.number().int().describe('Agents with fewer than ten calls, too few to rank anybody.'),
    trust: z
      .object({
        reviewed: z.number().int().describe('Answers of the week that somebody reviewed.'),
        estimated: z.number().int().describe('Questions with an estimate.'),
        least: rightness.optional().describe('The question with the fewest right of 100 answers.'),
        most: rightness.optional(),
      })
      .describe('How accurate the answers are by what reviewers said.'),
    cost: z
      .object({
        runs: z.number().int(),
        credits: z.number(),
        money: z.number().optional(),
        currency: z.string().optional(),
      })
      .optional()
      .describe('Of the kit, by the UTC day of evaluation. Needs usage:read.'),
  })
  .meta({ id: 'KitWeek' });

export const summary = z
  .object({
    from: z.string().describe('A Monday.'),
    to: z.string(),
    timezone: z.string(),
    title: z.string(),
    kits: z.array(kitWeek).describe('Kits with calls in the week or the one before, busiest first, eleven at most.'),
    more_kits: z.number().int().describe('Further kits with calls.'),
    text: z.string().describe('As it is mailed.'),
  })
  .meta({ id: 'Summary' });

export type KitWeekDocument = z.infer<typeof kitWeek>;

const monday = z.iso.date().refine((day) => new Date(day).getUTCDay() === 1, 'must be a Monday, such as 2026-11-09');

export const getSummary = defineEndpoint({
  id: 'getSummary',
  method: 'GET',
  path: '/v1/summary',
  tag: 'Insights',
  summary: 'How a week went',
  description:
    'What channels with the topic `summary` get on Mondays: for each kit the score with its interval and trend, what changed, who needs help, whether it can be trusted and what it cost, against the week before. The figures are those of the console’s overview.',
  access: 'runs:read',
  limit: 'read',
  query: z.object({
    week: monday
      .optional()
      .describe('Its Monday, in the workspace’s time zone; by default the last week that has ended.'),
  }),
  responses: {
    200: {
      description: 'The week.',
      schema: summary,
      example: {
        from: '2026-11-09',
        to: '2026-11-15',
        timezone: 'Europe/Lisbon',
        title: '9 Nov – 15 Nov: Support QA 78, ▲ from 74 before',
        kits: [
          {
            kit_id: '0b0f3a52-3c55-4c50-9d9a-000000000001',
            kit_code: 'K7TQ2MXB',
            name: 'Support QA',
            path: '/console/?kit=K7TQ2MXB&from=2026-11-09&to=2026-11-15',
            calls: { succeeded: 120, failed: 1, before: 98 },
            score: {
              brick: 'score',
              name: 'Score',
              what: 'mean',
              value: 78.2,
              low: 75.1,
              high: 81.3,
              before: { value: 71.4, low: 68.2, high: 74.6 },
              direction: 'up',
              news: 'good',
            },
            changes: [],
            agents: [],
            unranked: 4,
            trust: { reviewed: 0, estimated: 0 },
            cost: { runs: 121, credits: 0.42 },
          },
        ],
        more_kits: 0,
        text: 'Support QA\nScore: 78 (75 – 81), ▲ from 71 before',
      },
    },
  },
});
