import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText } from '../fields.ts';
import { speakerSides } from '../speaker-sides.ts';

export const speakerRule = z
  .strictObject({
    kit_code: cleanText(64).optional().describe('Only runs of this kit.'),
    metadata: z
      .record(cleanText(64), cleanText(512))
      .refine((pairs) => Object.keys(pairs).length <= 16, 'must have at most 16 pairs')
      .optional()
      .describe(
        'Only runs whose metadata has all of these; `*` stands for any characters. Runs of an intake have the key `intake` with its name.',
      ),
    speakers: speakerSides,
  })
  .meta({ id: 'SpeakerRule' });

const agents = z
  .array(cleanText(200))
  .max(500)
  .describe('Names and mail addresses; `*` stands for any characters, and case does not matter.');
const rules = z
  .array(speakerRule)
  .max(100)
  .describe(
    'Which side speakers are on in some of the runs: the first rule that matches applies, and rules take precedence over `agents`.',
  );

export const workspaceSpeakers = z.object({ agents, rules }).meta({ id: 'WorkspaceSpeakers' });
export const setWorkspaceSpeakers = z
  .object({ agents, rules: rules.optional().describe('If omitted, the rules are kept.') })
  .meta({ id: 'SetWorkspaceSpeakers' });

const example = {
  agents: ['*@acme.com', 'Acme *', 'Lena Fischer'],
  rules: [{ metadata: { intake: 'phone_system' }, speakers: { '0': 'agent' as const, '1': 'customer' as const } }],
};

export const getSpeakers = defineEndpoint({
  id: 'getSpeakers',
  sdk: 'speakers.get',
  method: 'GET',
  path: '/v1/speakers',
  tag: 'Workspace',
  summary: 'Show the workspace’s agents and rules for speakers',
  access: 'kits:read',
  limit: 'read',
  responses: { 200: { description: 'The lists; empty when none was set.', schema: workspaceSpeakers, example } },
});

export const setSpeakers = defineEndpoint({
  id: 'setSpeakers',
  sdk: 'speakers.set',
  method: 'POST',
  path: '/v1/speakers',
  tag: 'Workspace',
  summary: 'Set the workspace’s agents and rules for speakers',
  description:
    'Replaces the lists. For runs evaluated from now on, a matching rule gives the sides; every other speaker whose name or mail address is in `agents` is an agent, and anyone else in the conversation a customer. `speakers` in a run’s input or kit takes precedence. Needs a live key.',
  access: 'kits:write',
  limit: 'read',
  body: setWorkspaceSpeakers,
  bodyExample: example,
  audit: { action: 'speakers.changed', meaning: 'The names of agents, or the rules for speakers, were changed.' },
  responses: { 200: { description: 'The lists as they are now.', schema: workspaceSpeakers, example } },
});
