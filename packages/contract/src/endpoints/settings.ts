/** Settings of a workspace. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { MASKABLE_ROLES } from '../roles.ts';
import { MASK_CLASSES } from '../vocabulary.ts';

export const workspaceSettings = z
  .object({
    timezone: z
      .string()
      .max(64)
      .describe('In which days begin and end, in insights and alerts: a name such as `Europe/Lisbon`. `UTC` at first.'),
    mask: z
      .array(z.enum(MASK_CLASSES))
      .max(MASK_CLASSES.length)
      .describe(
        'What is replaced by placeholders before a conversation leaves for a model. A kit can add to it. Nothing at first.',
      ),
    identities_hidden_from: z
      .array(z.enum(MASKABLE_ROLES))
      .max(MASKABLE_ROLES.length)
      .describe('Roles without `identities:read`: everything they read is masked. None at first.'),
  })
  .meta({ id: 'WorkspaceSettings' });

const example = { timezone: 'Europe/Lisbon', mask: ['card', 'iban', 'person'], identities_hidden_from: ['viewer'] };
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
  description:
    'What is left out stays as it is. Figures of past days are fast again some minutes after the time zone was changed. `mask` counts for runs that start from now on; `identities_hidden_from` for requests from now on. Those two need members:manage. Needs a live key.',
  access: 'kits:write',
  body: workspaceSettings.partial(),
  bodyExample: { timezone: example.timezone },
  responses: { 200: { description: 'As they are now.', schema: workspaceSettings, example } },
  errors: ['forbidden'],
});
