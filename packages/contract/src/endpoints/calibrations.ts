/** Calibration sessions: the same calls given to several people, who answer without seeing each other, and are then compared. */
import { z } from 'zod';
import { actor } from '../actor.ts';
import { brickValue } from '../bricks/brick-output.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { VERDICTS } from '../vocabulary.ts';
import { estimate } from './insights.ts';

export const ID_PREFIXES = ['cal'] as const;

const count = z.number().int();

export const calibration = z
  .object({
    calibration_id: z.string().describe('`cal_…`'),
    kit_id: z.string(),
    name: z.string(),
    by: actor,
    calls: count,
    people: z
      .array(
        z.object({
          reviewer: z.string(),
          name: z.string().optional(),
          done: count.describe('Calls of the session that they have reviewed since it began.'),
        }),
      )
      .describe('Everyone who has reviewed a call of the session since it began, at most 50.'),
    created_at: timestamp,
    closed_at: timestamp.optional(),
  })
  .meta({ id: 'Calibration' });

export const comparedCall = z
  .object({
    run_id: z.string(),
    brick: z.string(),
    differs: z.boolean().describe('Whether they disagree.'),
    said: z.array(
      z.object({
        reviewer: z.string(),
        verdict: z.enum(VERDICTS),
        value: brickValue.optional().describe('What they consider right, if they gave it; long texts are cut.'),
      }),
    ),
  })
  .meta({ id: 'ComparedCall' });

export const calibrationDetail = calibration
  .extend({
    runs: z
      .array(
        z.object({
          run_id: z.string(),
          external_id: z.string().optional(),
          done: z.boolean().describe('Whether you have reviewed it since the session began.'),
        }),
      )
      .describe('In the order in which they are given.'),
    results: z
      .object({
        bricks: z
          .array(
            z.object({
              brick: z.string(),
              n: count.describe('Calls in which several people reviewed the answer.'),
              same: estimate.describe('The share of these on which all agree, with its 95 % interval.'),
            }),
          )
          .describe('Lowest agreement first.'),
        same: estimate.optional().describe('The agreement on all answers together.'),
        answers: z.array(comparedCall).describe('Answers on which people differ come first; at most 500.'),
      })
      .optional()
      .describe(
        'Absent until you have reviewed every call or the session is closed, so nobody sees others’ answers before giving their own.',
      ),
  })
  .meta({ id: 'CalibrationDetail' });

const kitId = z.object({ kitId: z.string() });
const params = z.object({ calibrationId: z.string() });
const common = { tag: 'Reviews', limit: 'read' } as const;

const example = {
  calibration_id: 'cal_01m7er7dfgeqcrm640y1251418',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  name: 'November',
  by: { kind: 'person', id: 'mem_01m7er7dfgeqcrm640y1251418', name: 'Maya K.' },
  calls: 10,
  people: [{ reviewer: 'mem_01m7er7dfgeqcrm640y1251418', name: 'Maya K.', done: 10 }],
  created_at: '2026-11-15T08:30:00.000Z',
} as const;

export const createCalibrationBody = z.strictObject({
  name: cleanText(80),
  size: z.number().int().min(2).max(20).default(10).describe('Calls without reviews, at random from the newest.'),
  run_ids: z.array(z.string()).min(2).max(20).optional().describe('These calls instead.'),
});

export const createCalibration = defineEndpoint({
  ...common,
  id: 'createCalibration',
  sdk: 'calibrations.start',
  method: 'POST',
  path: '/v1/kits/:kitId/calibrations',
  summary: 'Start a calibration session',
  description:
    'Gives the same calls to everybody who may review. They review them like any run (`POST /v1/runs/:runId/reviews`); reviews from now on count for the session. At most 200 sessions per kit; delete old ones.',
  access: 'reviews:write',
  params: kitId,
  body: createCalibrationBody,
  bodyExample: { name: 'November', size: 10 },
  audit: { action: 'calibration.started', meaning: 'A calibration session was started.' },
  responses: { 201: { description: 'Started.', schema: calibration, example: { ...example, people: [] } } },
  errors: ['kit_not_found', 'run_not_found', 'conflict'],
});

export const listCalibrations = defineEndpoint({
  ...common,
  id: 'listCalibrations',
  sdk: 'calibrations.list',
  method: 'GET',
  path: '/v1/kits/:kitId/calibrations',
  summary: 'The calibration sessions of a kit, newest first',
  access: 'runs:read',
  params: kitId,
  responses: {
    200: {
      description: 'The newest 50.',
      schema: z.object({ data: z.array(calibration) }),
      example: { data: [example] },
    },
  },
  errors: ['kit_not_found'],
});

export const getCalibration = defineEndpoint({
  ...common,
  id: 'getCalibration',
  sdk: 'calibrations.get',
  method: 'GET',
  path: '/v1/calibrations/:calibrationId',
  summary: 'Read a calibration session, and where people differ',
  access: 'runs:read',
  params,
  responses: {
    200: {
      description: 'With results once you have reviewed every call.',
      schema: calibrationDetail,
      example: {
        ...example,
        runs: [{ run_id: 'run_01m7er7dfgeqcrm640y1251418', external_id: 'call-17', done: true }],
        results: {
          bricks: [{ brick: 'resolved', n: 10, same: { value: 0.8, low: 0.490162, high: 0.943318 } }],
          same: { value: 0.8, low: 0.490162, high: 0.943318 },
          answers: [
            {
              run_id: 'run_01m7er7dfgeqcrm640y1251418',
              brick: 'resolved',
              differs: true,
              said: [
                { reviewer: 'mem_01m7er7dfgeqcrm640y1251418', verdict: 'correct', value: true },
                { reviewer: 'mem_01m7er7dfgeqcrm640y1251419', verdict: 'wrong', value: false },
              ],
            },
          ],
        },
      },
    },
  },
  errors: ['not_found'],
});

export const closeCalibration = defineEndpoint({
  ...common,
  id: 'closeCalibration',
  sdk: 'calibrations.close',
  repeatable: true,
  method: 'POST',
  path: '/v1/calibrations/:calibrationId/close',
  summary: 'Close a calibration session',
  description: 'Everybody sees the results from then on. Later reviews do not count. Closing it again changes nothing.',
  access: 'reviews:write',
  params,
  audit: { action: 'calibration.closed', meaning: 'A calibration session was closed.' },
  responses: {
    200: {
      description: 'Closed.',
      schema: calibration,
      example: { ...example, closed_at: '2026-11-15T12:00:00.000Z' },
    },
  },
  errors: ['not_found'],
});

export const deleteCalibration = defineEndpoint({
  ...common,
  id: 'deleteCalibration',
  sdk: 'calibrations.delete',
  method: 'DELETE',
  path: '/v1/calibrations/:calibrationId',
  summary: 'Delete a calibration session',
  description:
    'Its results are deleted; the reviews stay, and count like any others. Allowed for the person who started it, and for callers with kits:write.',
  access: 'reviews:write',
  params,
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ calibration_id: z.string(), deleted: z.literal(true) }),
      example: { calibration_id: example.calibration_id, deleted: true },
    },
  },
  errors: ['not_found', 'forbidden'],
  audit: { action: 'calibration.deleted', meaning: 'A calibration session was deleted.' },
});
