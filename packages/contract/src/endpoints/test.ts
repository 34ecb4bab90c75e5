import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { RUN_REQUEST_FAULTS } from '../run-request.ts';
import { NEW_RUN_TYPES } from '../vocabulary.ts';
import { tested } from './kit-examples.ts';
import { kitSchema } from './kits.ts';
import { createRunBody } from './runs.ts';

export const testedRun = kitSchema.extend({
  valid: z.literal(true),
  type: z.enum(NEW_RUN_TYPES),
  output: z
    .object({ kit_code: z.string(), kit_version_id: z.string(), bricks: z.record(z.string(), z.unknown()) })
    .describe('An output of the right shape with placeholder values.'),
});

export const testRun = defineEndpoint({
  id: 'testRun',
  sdk: 'runs.test',
  repeatable: true,
  method: 'POST',
  path: '/v1/test',
  tag: 'Runs',
  summary: 'Try a run request without running it',
  description:
    'Checks the request as POST /v1/runs does, finds the kit, checks the input against it, and returns the shape of the output. Evaluates nothing, stores nothing, costs nothing.',
  access: 'runs:write',
  limit: 'read',
  body: createRunBody,
  bodyExample: { kit_code: 'K7TQ2MXB', input: { transcript: 'Agent: Hello.\nCustomer: It works now.' } },
  faults: RUN_REQUEST_FAULTS,
  notAudited: 'Stores nothing: the answers go to the sender of the conversation.',
  responses: {
    200: {
      description: 'The request would be accepted.',
      schema: testedRun,
      example: tested,
    },
  },
  errors: ['kit_not_found', 'kit_input_invalid'],
});
