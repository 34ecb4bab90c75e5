/** Lists of runs that a workspace has given a name. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { cleanText, timestamp } from '../fields.ts';

export const view = z
  .object({
    name: z.string(),
    search: z.string().describe('The query of the console’s list of runs: filters and columns.'),
    updated_at: timestamp,
  })
  .meta({ id: 'View' });

const common = { tag: 'Workspace', limit: 'read', access: 'runs:read' } as const;
const example = {
  name: 'Unresolved, EMEA',
  search: 'kit=K7TQ2MXB&where=answer.resolved%3Dfalse%26metadata.team%3Demea',
  updated_at: '2026-11-15T08:30:00.000Z',
};

export const listViews = defineEndpoint({
  ...common,
  id: 'listViews',
  sdk: 'views.list',
  cli: {
    command: 'views list',
    about: 'List the saved views',
    group: {
      about: 'Lists of runs with a name: filters and columns, as the console saves them',
      examples: ['views list', 'views save "Unresolved, EMEA" "kit=K7TQ2MXB&where=answer.resolved%3Dfalse"'],
    },
    table: { NAME: 'name', SEARCH: 'search', UPDATED: 'updated_at' },
    empty: 'No saved views.',
  },
  method: 'GET',
  path: '/v1/views',
  summary: 'The workspace’s saved views, by name',
  responses: {
    200: { description: 'At most 200.', schema: z.object({ data: z.array(view) }), example: { data: [example] } },
  },
});

export const saveView = defineEndpoint({
  ...common,
  access: 'views:write',
  id: 'saveView',
  sdk: 'views.save',
  cli: {
    command: 'views save',
    about: 'Save a list of runs under a name; replaces the list of that name',
    arguments: { name: 'the name that everybody sees', search: 'the query of the console’s list of runs' },
    done: 'Saved {name}.',
  },
  repeatable: true,
  method: 'POST',
  path: '/v1/views',
  summary: 'Save a list of runs under a name',
  description:
    'Replaces the list of that name. Everybody in the workspace sees it. It holds filters and columns, not runs: each reader gets what their own key may see.',
  body: z.object({ name: cleanText(80), search: cleanText(4_000) }),
  bodyExample: { name: example.name, search: example.search },
  audit: { action: 'view.saved', meaning: 'A view was saved.' },
  responses: { 200: { description: 'As it is saved.', schema: view, example } },
  errors: ['conflict'],
});

export const deleteView = defineEndpoint({
  ...common,
  access: 'views:write',
  id: 'deleteView',
  sdk: 'views.delete',
  cli: {
    command: 'views delete',
    about: 'Delete saved views; the runs stay',
    arguments: { name: 'the names' },
    many: true,
    done: 'Deleted {name}.',
  },
  method: 'DELETE',
  path: '/v1/views/:name',
  summary: 'Delete a saved list of runs',
  params: z.object({ name: z.string() }),
  audit: { action: 'view.deleted', meaning: 'A view was deleted.' },
  responses: {
    200: {
      description: 'Deleted.',
      schema: z.object({ name: z.string(), deleted: z.literal(true) }),
      example: { name: example.name, deleted: true },
    },
  },
  errors: ['not_found'],
});
