/** What changed in a kit's calls, why, and who needs help. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { timestamp } from '../fields.ts';
import { estimate } from './insights.ts';
import { ANSWER_PARAMETERS, ANSWERS_AS, DIMENSION_PARAMETER, RUN_FILTER } from './run-filter.ts';

export const news = z
  .enum(['good', 'bad', 'neutral'])
  .describe('Also `neutral` if the kit does not say which way is good.');
const direction = z.enum(['up', 'down']);

const shown = z.object({
  ...estimate.shape,
  n: z.number().int().describe('Number of answers.'),
  count: z.number().int().optional().describe('For a share: the number of calls in it.'),
});

const difference = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .describe('The difference with its 95 % interval: by Newcombe for two shares, by Welch for two means.');

const figure = {
  brick: z.string(),
  name: z.string(),
  what: z.string().describe('What is measured: `mean`, or the answer whose share it is.'),
};

export const scoreOfDays = z.object({
  ...figure,
  ...shown.shape,
  before: shown.optional().describe('The figure for the days compared with; absent where nothing was answered.'),
  difference: difference.optional(),
  direction: direction.optional().describe('Only if the difference is more than chance.'),
  news,
});

const part = z.object({
  name: z.string().optional().describe('The name of the team or agent; absent for calls without one.'),
  value: z.number().describe('Its part of the difference, in the same unit. All parts add up to it.'),
  mix: z.number().describe('The part of `value` that comes from a larger or smaller share of all calls.'),
  calls: z.number().int(),
});

const callToHear = z.object({
  run_id: z.string(),
  external_id: z.string().optional(),
  occurred_at: timestamp,
  agent: z.string().optional(),
  score: z.number().optional(),
});

const movedFigure = z.object({
  ...figure,
  team: z.string().optional().describe('Without `team` and `agent`: of all calls.'),
  agent: z.string().optional(),
  before: shown,
  after: shown,
  difference,
  direction,
  news,
});

const change = z.object({
  ...movedFigure.shape,
  points: z
    .array(z.object({ brick: z.string(), name: z.string(), points: z.number() }))
    .optional()
    .describe('If the score changed: what each question adds to the difference, in points per call, largest first.'),
  rest: z
    .number()
    .optional()
    .describe('The part of the difference that no question explains. `points` and `rest` add up to it.'),
  costs: z.number().optional().describe('For a question: its effect on the score of these calls, in points per call.'),
  teams: z.array(part).describe('Which teams account for it, largest first; of a change in all calls.'),
  agents: z.array(part).describe('Which agents account for it, largest first.'),
  shows: z.string().describe('The question that `calls` show.'),
  calls: z.array(callToHear).describe('Three calls that show it most clearly.'),
});

export const rankedAgent = z.object({
  name: z.string(),
  team: z.string().optional(),
  calls: z.number().int(),
  counted: z.number().describe('The figure as counted.'),
  ...estimate.required().shape,
  behind: z.number().describe('How likely this agent is worse than the median agent, from 0 to 1.'),
  standing: news.describe('`bad`: almost certainly worse than the median agent; `neutral`: it may be chance.'),
  before: estimate.optional().describe('Absent where there were too few calls to compare.'),
  direction: direction.optional().describe('Only if the change is more than chance.'),
  costs: z
    .array(
      z.object({
        brick: z.string(),
        name: z.string(),
        met: z.number(),
        count: z.number().int().describe('Answers that lost no points, of `n`.'),
        n: z.number().int(),
        points: z.number().describe('Lost per call.'),
      }),
    )
    .describe('The answers that cost most, up to three.'),
});

const days = z.object({ from: z.string(), to: z.string() });

export const changesOfKit = {
  kit_id: z.string(),
  kit_code: z.string(),
  calls: z.object({ succeeded: z.number().int(), failed: z.number().int(), before: z.number().int() }),
  score: scoreOfDays.optional().describe('The figure by which the kit is judged; absent if nothing was answered.'),
  changes: z
    .array(change)
    .describe(
      'What changed by more than chance, clearest first, each once: what follows from another change is left out.',
    ),
  tested: z.number().int().describe('How many comparisons were made; `changes` are corrected for this number.'),
  agents: z.array(rankedAgent).describe('Agents who need help most come first.'),
  unranked: z.array(z.object({ name: z.string(), calls: z.number().int() })).describe('Agents with one or two calls.'),
};

export const changes = z
  .object({
    ...changesOfKit,
    ...days.shape,
    against: days.describe('The days compared with.'),
    timezone: z.string(),
    finished: z.boolean().describe('False while calls of these days may still come in.'),
    moved: z
      .array(movedFigure)
      .describe('Everything that changed by more than chance, with what follows from `changes`.'),
    median: z.number().optional().describe('The median of the agents.'),
    unnamed: z.number().int().describe('Calls that name no agent.'),
  })
  .meta({ id: 'Changes' });

export type ChangesDocument = z.infer<typeof changes>;
export type ChangeDocument = z.infer<typeof change>;

const day = z.iso.date();

export const getChanges = defineEndpoint({
  id: 'getChanges',
  sdk: 'insights.changes',
  method: 'GET',
  path: '/v1/kits/:kitId/changes',
  tag: 'Insights',
  summary: 'Show what changed, why, and who needs help',
  description:
    'Compares days with days before them: by default the last calendar week that has ended with the four weeks before it, in the workspace’s time zone. Differences are tested as differences (two shares by Newcombe, few answers also by Fisher’s exact test; two means by Welch) and corrected for the number of comparisons (Holm, 5 %). Each change is listed once, without its effects on scores, teams and agents. The console’s overview, the pages of agents, insights and the Monday summary show these figures.',
  access: 'runs:read',
  limit: 'read',
  params: z.object({ kitId: z.string() }),
  queryPatterns: [...ANSWER_PARAMETERS, DIMENSION_PARAMETER],
  takesDimensions: true,
  query: z.looseObject({
    from: day.optional().describe('The first day; by default the Monday of the last week that has ended.'),
    to: day.optional().describe('The last day; by default the Sunday of the week of `from`.'),
    against_from: day
      .optional()
      .describe(
        'The days to compare with. By default four weeks before a week, the month before a month, otherwise as many days before.',
      ),
    against_to: day.optional(),
    ...RUN_FILTER,
    as: ANSWERS_AS,
  }),
  responses: {
    200: {
      description: 'What changed.',
      schema: changes,
      example: {
        kit_id: '0192f0c1-2b3c-7d4e-8f50-123456789abc',
        kit_code: 'K7TQ2MXB',
        from: '2026-11-09',
        to: '2026-11-15',
        against: { from: '2026-10-12', to: '2026-11-08' },
        timezone: 'Europe/Lisbon',
        finished: true,
        calls: { succeeded: 120, failed: 1, before: 402 },
        score: {
          brick: 'score',
          name: 'Score',
          what: 'mean',
          value: 71.2,
          low: 68.1,
          high: 74.3,
          n: 120,
          before: { value: 78.4, low: 76.9, high: 79.9, n: 402 },
          difference: { value: -7.2, low: -10.6, high: -3.8 },
          direction: 'down',
          news: 'bad',
        },
        changes: [
          {
            brick: 'disclosed',
            name: 'Recording disclosed',
            what: 'share of “Yes”',
            team: 'Porto',
            before: { value: 0.92, low: 0.86, high: 0.95, n: 134, count: 123 },
            after: { value: 0.45, low: 0.31, high: 0.6, n: 40, count: 18 },
            difference: { value: -0.47, low: -0.61, high: -0.31 },
            direction: 'down',
            news: 'bad',
            costs: -14.1,
            teams: [],
            agents: [
              { name: 'Maya K.', value: -0.26, mix: 0.01, calls: 21 },
              { name: 'Tom B.', value: -0.21, mix: -0.01, calls: 19 },
            ],
            shows: 'disclosed',
            calls: [
              {
                run_id: 'run_01m7er7dfgeqcrm640y1251418',
                external_id: 'CALL-0412',
                occurred_at: '2026-11-12T09:14:00Z',
                agent: 'Maya K.',
                score: 40,
              },
            ],
          },
        ],
        tested: 42,
        moved: [],
        agents: [],
        unranked: [{ name: 'Nina N.', calls: 2 }],
        median: 74.1,
        unnamed: 0,
      },
    },
  },
  errors: ['kit_not_found'],
});
