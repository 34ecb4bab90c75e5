/** An agent's own page: how their calls go, against the team, and what would help most. */
import { z } from 'zod';
import { brickSchema } from '../bricks/brick-schema.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText } from '../fields.ts';
import { estimate } from './insights.ts';

const figure = estimate.extend({ n: z.number().int().describe('Number of calls.') });

const homeKit = z.object({
  kit_id: z.string(),
  kit_code: z.string(),
  name: z.string(),
  bricks: z.array(brickSchema).describe('The questions of the kit, by which answers are named.'),
  brick: z.string().optional().describe('The question that calls are judged by; absent if the kit has none.'),
  what: z.string().optional().describe('What is measured: `mean`, or the answer whose share it is.'),
  score: figure.optional().describe('The figure of the month so far; absent without calls.'),
  before: figure.optional().describe('The figure of the month before.'),
  team: z.string().optional(),
  team_median: z.number().optional().describe('The median of the agents of the team, if they are three or more.'),
  weeks: z
    .array(z.object({ week: z.string().describe('The Monday of the week.'), ...figure.shape }))
    .describe('The last eight weeks with calls, the current one included.'),
  lifts: z
    .array(
      z.object({
        brick: z.string(),
        name: z.string(),
        missed: z.number().int().describe('Calls of the month that missed it, of `n`.'),
        n: z.number().int(),
        points: z.number().optional().describe('What it would add to the score, per call.'),
      }),
    )
    .describe('What would improve the score most, up to three.'),
});

export const home = z
  .object({
    agent: z.string(),
    month: z.string().describe('Its first day, in the workspace’s time zone.'),
    today: z.string(),
    timezone: z.string(),
    kits: z.array(homeKit).describe('Kits with calls of the agent in the last eight weeks, five at most.'),
  })
  .meta({ id: 'Home' });

export type HomeDocument = z.infer<typeof home>;

export const getHome = defineEndpoint({
  id: 'getHome',
  sdk: 'home.get',
  method: 'GET',
  path: '/v1/home',
  tag: 'Insights',
  summary: 'Show how an agent’s own calls are going',
  description:
    'This month against the one before and against the median of the team, week by week, and what would improve the score most. With the role agent it is about you; others name the `agent`.',
  access: 'runs:read',
  own: true,
  limit: 'read',
  query: z.object({ agent: cleanText(512).optional().describe('Required, except for the role agent.') }),
  responses: {
    200: {
      description: 'The month so far.',
      schema: home,
      example: {
        agent: 'Maya K.',
        month: '2026-11-01',
        today: '2026-11-18',
        timezone: 'Europe/Lisbon',
        kits: [
          {
            kit_id: '0192f0c1-2b3c-7d4e-8f50-123456789abc',
            kit_code: 'K7TQ2MXB',
            name: 'Support QA',
            bricks: [],
            brick: 'score',
            what: 'mean',
            score: { value: 78.2, low: 72.1, high: 84.3, n: 18 },
            before: { value: 74, low: 70.2, high: 77.8, n: 61 },
            team: 'Porto',
            team_median: 74.1,
            weeks: [{ week: '2026-11-09', value: 79, low: 71, high: 87, n: 11 }],
            lifts: [{ brick: 'verified', name: 'Identity verified', missed: 11, n: 18, points: 9.2 }],
          },
        ],
      },
    },
  },
});
