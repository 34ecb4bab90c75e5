/** Settings of a workspace. */
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { MASKABLE_ROLES } from '../roles.ts';
import { MASK_CLASSES } from '../vocabulary.ts';

const kept = (what: string) =>
  z.number().int().min(0).max(36_500).nullable().describe(`Days that ${what} kept; null: forever.`);

const retention = z.strictObject({
  input_days: kept('conversations are'),
  output_days: kept('answers are'),
  run_days: kept('whole runs, with their input and output, are'),
});

const creditPrice = z.strictObject({
  amount: z.number().positive().max(999_999),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters, such as EUR'),
});

export const workspaceSettings = z
  .object({
    timezone: z
      .string()
      .max(64)
      .describe('The time zone of days in insights and alerts: a name such as `Europe/Lisbon`. Initially `UTC`.'),
    mask: z
      .array(z.enum(MASK_CLASSES))
      .max(MASK_CLASSES.length)
      .describe(
        'What is replaced by placeholders before a conversation goes to a model. A kit can add to it. Initially nothing.',
      ),
    identities_hidden_from: z
      .array(z.enum(MASKABLE_ROLES))
      .max(MASKABLE_ROLES.length)
      .describe('Roles without `identities:read`: everything they read is masked. Initially none.'),
    language: z
      .string()
      .max(35)
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as de or pt-BR')
      .nullable()
      .describe(
        'The language of conversations too short to detect it: a tag such as `de`. The `language` of an input or a kit takes precedence. null: not set.',
      ),
    retention: retention
      .extend({
        audit_days: kept('entries of the audit log are').describe(
          'Only the operator can set it, so that people who are recorded cannot shorten the record.',
        ),
      })
      .describe('How long data is kept. Initially everything but the audit log is kept forever.'),
    credit_price: creditPrice
      .extend({ set_by: z.enum(['workspace', 'service']) })
      .nullable()
      .describe('The price of a credit: usage, spend caps and summaries use it to show money. null: not set.'),
  })
  .meta({ id: 'WorkspaceSettings' });

export const settingsChange = z
  .object({
    ...workspaceSettings.pick({ timezone: true, mask: true, identities_hidden_from: true, language: true }).shape,
    retention: retention.partial(),
    credit_price: creditPrice.nullable().describe('null: the service’s price.'),
  })
  .partial()
  .meta({ id: 'SettingsChange' });

const example = {
  timezone: 'Europe/Lisbon',
  mask: ['card', 'iban', 'person'],
  identities_hidden_from: ['viewer'],
  language: 'de',
  retention: { input_days: 90, output_days: null, run_days: 730, audit_days: 400 },
  credit_price: { amount: 0.01, currency: 'EUR', set_by: 'workspace' },
};
const common = { tag: 'Workspace', limit: 'read' } as const;

export const getSettings = defineEndpoint({
  ...common,
  id: 'getSettings',
  sdk: 'settings.get',
  method: 'GET',
  path: '/v1/settings',
  summary: 'The workspace’s settings',
  access: 'any_key',
  responses: { 200: { description: 'As they are now.', schema: workspaceSettings, example } },
});

export const putSettings = defineEndpoint({
  ...common,
  id: 'putSettings',
  sdk: 'settings.set',
  method: 'PUT',
  path: '/v1/settings',
  summary: 'Change the workspace’s settings',
  description:
    'Omitted settings stay as they are. Figures for past days load slowly for a few minutes after the time zone changed. `mask` and `language` apply to runs that start from now on; `identities_hidden_from` for requests from now on. Those two need members:manage. `retention` needs runs:erase: older data is erased permanently within minutes. `credit_price` needs spend:manage; caps in money follow it. Needs a live key.',
  access: 'kits:write',
  body: settingsChange,
  bodyExample: { timezone: example.timezone },
  audit: { action: 'settings.changed', meaning: 'The settings of the workspace were changed.' },
  responses: { 200: { description: 'As they are now.', schema: workspaceSettings, example } },
  errors: ['forbidden'],
});
