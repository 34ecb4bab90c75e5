import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText } from '../fields.ts';

export const workspaceSpeakers = z
  .object({
    agents: z
      .array(cleanText(200))
      .max(500)
      .describe('Names and mail addresses; `*` stands for any characters, and case does not matter.'),
  })
  .meta({ id: 'WorkspaceSpeakers' });

const example = { agents: ['*@acme.com', 'Acme *', 'Lena Fischer'] };

export const getSpeakers = defineEndpoint({
  id: 'getSpeakers',
  method: 'GET',
  path: '/v1/speakers',
  tag: 'Workspace',
  summary: 'Who the workspace’s agents are',
  access: 'kits:read',
  limit: 'read',
  responses: { 200: { description: 'The list; empty when none was set.', schema: workspaceSpeakers, example } },
});

export const setSpeakers = defineEndpoint({
  id: 'setSpeakers',
  method: 'POST',
  path: '/v1/speakers',
  tag: 'Workspace',
  summary: 'Say who the workspace’s agents are',
  description:
    'Replaces the list. Runs that are evaluated from now on take every speaker whose name or mail address matches for an agent, and whoever else speaks with them for a customer. `speakers` in a run’s input comes first. Needs a live key.',
  access: 'kits:write',
  limit: 'read',
  body: workspaceSpeakers,
  bodyExample: example,
  responses: { 200: { description: 'The list as it is now.', schema: workspaceSpeakers, example } },
});
