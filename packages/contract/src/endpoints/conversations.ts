/** What a conversation is read as, before a run is made of it. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { absentable, timestamp } from '../fields.ts';
import { LEFT_OUT_KINDS, NEW_RUN_TYPES } from '../vocabulary.ts';
import { metadataField } from './run-document.ts';

const READ_LIMIT = 100;

const speaker = z.object({
  label: z.string().describe('As the input writes it, cut after 200 characters.'),
  side: z.enum(['agent', 'customer']).optional().describe('Absent when it is not known.'),
  probability: z.number().describe('How likely the side is right, from 0 to 1.'),
  kind: z.enum(['bot', 'interpreter']).optional(),
});

export const readConversation = z
  .object({
    index: z.number().int(),
    format: z.string().optional(),
    occurred_at: timestamp.optional().describe('Absent when the input does not say when it took place.'),
    channel: z.enum(['call', 'chat', 'email']).optional(),
    turns: z.number().int().optional(),
    left_out: z
      .partialRecord(z.enum(LEFT_OUT_KINDS), z.number().int())
      .optional()
      .describe('How much of the input is not evaluated, by kind.'),
    speakers: z.array(speaker).optional().describe('At most 20, in the order of their first turns.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('Warnings about the input, such as that it is incomplete; at most 10.'),
    side_warnings: z.array(z.string()).optional().describe('Doubts about who is on which side; at most 10.'),
    error: z.string().optional().describe('Why a run would be refused.'),
    detail: z.string().optional(),
  })
  .meta({ id: 'ReadConversation' });

export const readConversations = defineEndpoint({
  id: 'readConversations',
  sdk: 'conversations.read',
  repeatable: true,
  method: 'POST',
  path: '/v1/conversations/read',
  tag: 'Runs',
  summary: 'Show how conversations are read',
  description: `Up to ${READ_LIMIT} inputs, each read as a run of this kit would read it: format, date, speakers, sides, warnings, or why it would be refused. Evaluates nothing, stores nothing, costs nothing. Use it before a large import.`,
  access: 'runs:write',
  limit: 'read',
  body: z.object({
    kit_code: absentable.describe('8-character Kit code. Required unless `kit_version_id` is given.'),
    kit_version_id: absentable.describe('Pins a version; takes precedence over `kit_code`.'),
    type: z.enum(NEW_RUN_TYPES).default('api').describe('`sandbox` may also address a draft by `kit_version_id`.'),
    conversations: z
      .array(
        z.object({
          input: z.record(z.string(), z.unknown()).describe('As in `POST /v1/runs`.'),
          metadata: metadataField.optional().describe('Rules for speakers may depend on it.'),
        }),
      )
      .min(1)
      .max(READ_LIMIT),
  }),
  bodyExample: {
    kit_code: 'K7TQ2MXB',
    conversations: [{ input: { transcript: 'Agent: How can I help?\nCustomer: I lost my card.' } }],
  },
  notAudited: 'Stores nothing: the result goes back to the sender of the conversations.',
  responses: {
    200: {
      description: 'A line for each, in the order of the request.',
      schema: z.object({ data: z.array(readConversation) }),
      example: {
        data: [
          {
            index: 0,
            format: 'labelled',
            turns: 2,
            speakers: [
              { label: 'Agent', side: 'agent' as const, probability: 0.99 },
              { label: 'Customer', side: 'customer' as const, probability: 0.99 },
            ],
          },
        ],
      },
    },
  },
  errors: ['kit_code_or_kit_version_id_required', 'kit_not_found'],
});
