/** What a manager agreed with an agent, and how the calls after it went. */
import { z } from 'zod';
import { actor } from '../actor.ts';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';
import { estimate } from './insights.ts';

export const ID_PREFIXES = ['cno'] as const;

const side = z.object({
  calls: z.number().int().describe('Calls in which the question was answered.'),
  ...estimate.partial().shape,
});

const effect = z.object({
  brick: z.string(),
  name: z.string(),
  what: z.string().describe('What is measured: `mean`, or the answer whose share it is.'),
  before: side.describe('The 28 days before the note.'),
  after: side.describe('The 28 days after it, as far as they have passed.'),
  enough: z.boolean().describe('False where there are fewer than ten calls before or after: too few to compare.'),
  direction: z
    .enum(['up', 'down'])
    .optional()
    .describe('Only with enough calls, and if the difference is more than chance (5 %).'),
  news: z.enum(['good', 'bad', 'neutral']),
});

export const coachingNote = z
  .object({
    note_id: z.string().describe('`cno_…`'),
    agent: z.string().describe('The value of the dimension `agent`.'),
    kit_id: z.string(),
    bricks: z.array(z.string()).describe('The questions that it is about.'),
    text: z.string(),
    noted_on: z.string().describe('The day of the note, which counts neither as before nor as after.'),
    by: actor,
    created_at: timestamp,
    effect: z.array(effect).describe('The effect on each question that was answered before or after.'),
  })
  .meta({ id: 'CoachingNote' });

export const newCoachingNote = z
  .strictObject({
    agent: cleanText(512),
    kit: z.string().describe('A slug, code or id.'),
    bricks: z.array(cleanText(63)).min(1).max(5).describe('Keys of the kit’s questions.'),
    text: cleanText(2_000),
    noted_on: z.iso.date().optional().describe('Today by default; not in the future.'),
  })
  .meta({ id: 'NewCoachingNote' });

const example = {
  note_id: 'cno_01m7er7dfgeqcrm640y1251418',
  agent: 'Maya K.',
  kit_id: '019a8f3e-5b1c-7d2e-9f00-3c1a2b4d5e6f',
  bricks: ['disclosed'],
  text: 'Say that the call is recorded before anything else.',
  noted_on: '2026-10-19',
  by: { kind: 'person', id: 'mem_01m7er7dfgeqcrm640y1251418', name: 'Lena Fischer' },
  created_at: '2026-10-19T08:30:00.000Z',
  effect: [
    {
      brick: 'disclosed',
      name: 'Recording disclosed',
      what: 'share of “Yes”',
      before: { calls: 52, value: 0.46, low: 0.33, high: 0.59 },
      after: { calls: 48, value: 0.92, low: 0.81, high: 0.97 },
      enough: true,
      direction: 'up',
      news: 'good',
    },
  ],
} as const;

const common = { tag: 'Coaching', limit: 'read' } as const;

export const listCoachingNotes = defineEndpoint({
  ...common,
  id: 'listCoachingNotes',
  sdk: 'coaching.list',
  method: 'GET',
  path: '/v1/coaching-notes',
  summary: 'Coaching notes about an agent',
  description:
    'The newest 20, each with how the agent’s calls went before and after it. With the role agent you see the notes about yourself, and need no `agent`.',
  access: 'runs:read_input',
  own: true,
  query: z.object({
    agent: cleanText(512).optional().describe('Required, except for the role agent.'),
    kit: z.string().optional().describe('Only about this kit: a slug, code or id.'),
  }),
  responses: {
    200: {
      description: 'Newest first.',
      schema: z.object({ data: z.array(coachingNote) }),
      example: { data: [example] },
    },
  },
  errors: ['kit_not_found'],
});

export const createCoachingNote = defineEndpoint({
  ...common,
  id: 'createCoachingNote',
  sdk: 'coaching.create',
  method: 'POST',
  path: '/v1/coaching-notes',
  summary: 'Write a coaching note',
  description: 'The agent’s later calls are compared with the earlier ones. At most 200 notes per agent.',
  access: 'coaching:write',
  body: newCoachingNote,
  bodyExample: { agent: example.agent, kit: 'support_qa', bricks: example.bricks, text: example.text },
  audit: {
    action: 'coaching_note.written',
    meaning: 'A coaching note was written. The entry names neither the agent nor the text.',
  },
  responses: { 201: { description: 'The note.', schema: coachingNote, example } },
  errors: ['kit_not_found', 'conflict'],
});

export const deleteCoachingNote = defineEndpoint({
  ...common,
  id: 'deleteCoachingNote',
  sdk: 'coaching.delete',
  method: 'DELETE',
  path: '/v1/coaching-notes/:noteId',
  summary: 'Delete a coaching note',
  access: 'coaching:write',
  params: z.object({ noteId: z.string() }),
  audit: { action: 'coaching_note.deleted', meaning: 'A coaching note, or all notes about an agent, were deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ note_id: z.string(), deleted: z.literal(true) }),
      example: { note_id: example.note_id, deleted: true },
    },
  },
  errors: ['not_found'],
});

export const eraseCoachingNotes = defineEndpoint({
  ...common,
  id: 'eraseCoachingNotes',
  method: 'DELETE',
  path: '/v1/coaching-notes',
  summary: 'Erase every note about an agent',
  description: 'For an agent who leaves, in this environment. `POST /v1/erasures` erases their calls.',
  access: 'runs:erase',
  query: z.object({ agent: cleanText(512) }),
  audit: { action: 'coaching_note.deleted' },
  responses: {
    200: {
      description: 'How many there were.',
      schema: z.object({ deleted: z.number().int() }),
      example: { deleted: 4 },
    },
  },
});
