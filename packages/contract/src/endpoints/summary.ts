/** How a week went: what the console's overview says of it, for every kit, in one answer. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { changesOfKit } from './changes.ts';

const rightness = z.object({ name: z.string(), right: z.number(), low: z.number(), high: z.number() });

export const kitWeek = z
  .object({
    ...changesOfKit,
    name: z.string(),
    path: z.string().describe('The path of the console’s overview with the same figures.'),
    changes: changesOfKit.changes.describe('As in `GET /v1/kits/:kitId/changes`. Empty for kits after the third.'),
    agents: changesOfKit.agents.describe(
      'Agents who need help most come first; at most five. Empty for kits after the third.',
    ),
    trust: z
      .object({
        reviewed: z.number().int().describe('Answers of the week that somebody reviewed.'),
        estimated: z.number().int().describe('Questions with an estimate.'),
        least: rightness.optional().describe('The question with the fewest right answers of 100.'),
        most: rightness.optional(),
      })
      .describe('How accurate the answers are, according to reviewers.'),
    cost: z
      .object({
        runs: z.number().int(),
        credits: z.number(),
        money: z.number().optional(),
        currency: z.string().optional(),
      })
      .optional()
      .describe('The cost of the kit, by the UTC day of evaluation. Needs usage:read.'),
  })
  .meta({ id: 'KitWeek' });

export const summary = z
  .object({
    from: z.string().describe('A Monday.'),
    to: z.string(),
    timezone: z.string(),
    title: z.string(),
    kits: z.array(kitWeek).describe('Kits with calls in the week or the four before, busiest first, eleven at most.'),
    more_kits: z.number().int().describe('Further kits with calls.'),
    text: z.string().describe('The summary as it is mailed.'),
  })
  .meta({ id: 'Summary' });

export type KitWeekDocument = z.infer<typeof kitWeek>;

const monday = z.iso.date().refine((day) => new Date(day).getUTCDay() === 1, 'must be a Monday, such as 2026-11-09');

export const getSummary = defineEndpoint({
  id: 'getSummary',
  sdk: 'insights.summary',
  method: 'GET',
  path: '/v1/summary',
  tag: 'Insights',
  summary: 'Show how a week went',
  description:
    'What channels with the topic `summary` get on Mondays: for each kit the score with its interval and trend, what changed, who needs help, whether it can be trusted and what it cost, compared with the four weeks before. The figures are those of the console’s overview.',
  access: 'runs:read',
  limit: 'read',
  query: z.object({
    week: monday
      .optional()
      .describe('The Monday of the week, in the workspace’s time zone; by default the last week that has ended.'),
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
            calls: { succeeded: 120, failed: 1, before: 402 },
            score: {
              brick: 'score',
              name: 'Score',
              what: 'mean',
              value: 78.2,
              low: 75.1,
              high: 81.3,
              n: 120,
              before: { value: 71.4, low: 69.6, high: 73.2, n: 402 },
              difference: { value: 6.8, low: 3.3, high: 10.3 },
              direction: 'up',
              news: 'good',
            },
            changes: [],
            tested: 42,
            agents: [],
            unranked: [{ name: 'Nina N.', calls: 2 }],
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
