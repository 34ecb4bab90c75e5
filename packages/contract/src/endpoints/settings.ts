/** Settings of a workspace. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const workspaceSettings = z
  .object({
    timezone: z
      .string()
      .max(64)
      .describe('In which days begin and end, in insights and alerts: a name such as `Europe/Lisbon`. `UTC` at first.'),
  })
  .meta({ id: 'WorkspaceSettings' });

const example = { timezone: 'Europe/Lisbon' };
const common = { tag: 'Workspace', limit: 'read' } as const;

export const getSettings = defineEndpoint({
  ...common,
  id: 'getSettings',
  method: 'GET',
  path: '/v1/settings',
  summary: 'The workspace’s settings',
  access: 'any_key',
  responses: { 200: { description: 'As they are now.', schema: workspaceSettings, example } },
});

export const putSettings = defineEndpoint({
  ...common,
  id: 'putSettings',
  method: 'PUT',
  path: '/v1/settings',
  summary: 'Change the workspace’s settings',
  description: 'Figures of past days are fast again some minutes after the time zone was changed. Needs a live key.',
  access: 'kits:write',
  body: workspaceSettings,
  bodyExample: example,
  responses: { 200: { description: 'As they are now.', schema: workspaceSettings, example } },
  errors: ['forbidden'],
});
