/** Reading intakes and trying their definitions. Pushing one is left to a person, who gets its secret. */
import type { BrickworkClient, IntakeDocument } from '@brickwork/client';
import { intakesApi } from '@brickwork/contract';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolResult } from './tool-result.ts';

const name = z.string().describe('The intake’s name');

export function registerIntakeTools(server: McpServer, client: BrickworkClient): void {
  server.registerTool(
    'list_intakes',
    {
      title: 'List intakes',
      description: 'The addresses that services push conversations to, with their mapping and the kits they choose',
      outputSchema: { intakes: z.array(intakesApi.intake) },
      annotations: { readOnlyHint: true },
    },
    async ({ signal }) => toolResult({ intakes: await client.intakes.list({ signal }) }),
  );
  server.registerTool(
    'list_intake_deliveries',
    {
      title: 'List the deliveries of an intake',
      description: 'The outcome of the last deliveries, newest first, with the reason for each that created no run',
      inputSchema: { name, outcome: intakesApi.intakeDelivery.shape.outcome.optional() },
      outputSchema: { deliveries: z.array(intakesApi.intakeDelivery) },
      annotations: { readOnlyHint: true },
    },
    async (args, { signal }) =>
      toolResult({ deliveries: await client.intakes.deliveries(args.name, { outcome: args.outcome }, { signal }) }),
  );
  server.registerTool(
    'replay_intake_deliveries',
    {
      title: 'Replay stored deliveries',
      description:
        'Reads payloads again with the current definition: the named ones, or all since a time that failed or were skipped. One that already created a run creates no second one',
      inputSchema: {
        name,
        delivery_ids: z.array(z.string()).optional(),
        since: z.string().optional().describe('RFC 3339; instead of delivery_ids'),
        outcomes: z
          .array(z.enum(['accepted', 'replayed', 'skipped', 'failed']))
          .optional()
          .describe('With since'),
      },
      outputSchema: { replayed: z.number(), more: z.boolean() },
      annotations: { idempotentHint: true },
    },
    async ({ name: of, ...request }, { signal }) => toolResult(await client.intakes.replay(of, request, { signal })),
  );
  server.registerTool(
    'test_intake',
    {
      title: 'Try an intake on a payload',
      description:
        'Says what an intake would do with a payload: the mapped input, external id and metadata, and for each rule whether it matches. With intake, that definition is tried instead of the stored one. Creates no run. A person pushes the definition with brickwork intake push',
      inputSchema: {
        name,
        payload: z.unknown().describe('What the service sends'),
        intake: z.record(z.string(), z.unknown()).optional().describe('A definition; see PUT /v1/intakes/:name'),
      },
      outputSchema: intakesApi.intakePreview.shape,
      annotations: { readOnlyHint: true },
    },
    async ({ name: of, payload, intake }, { signal }) => {
      // The API checks it, and says what is wrong with it.
      const document = intake as IntakeDocument | undefined;
      return toolResult(await client.intakes.test(of, payload, { intake: document, signal }));
    },
  );
}
