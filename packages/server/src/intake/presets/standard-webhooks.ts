import type { IntakePreset } from './preset.ts';

export const standardWebhooks: IntakePreset = {
  name: 'standard-webhooks',
  title: 'Standard Webhooks and Svix',
  summary: 'Any service that signs by the Standard Webhooks specification.',
  secret: { label: 'Signing secret (whsec_…)', madeBy: 'service' },
  steps: [
    'Add an endpoint with the URL {url}, and create the intake with its signing secret.',
    'Where the headers are svix-id and svix-signature, set auth.headers to svix.',
    'Change map to the fields of the service: it expects data.id, data.occurred_at, data.agent, data.customer and data.transcript.',
  ],
  documentation: 'https://www.standardwebhooks.com/',
  definition: {
    auth: { type: 'standard_webhooks' },
    map: {
      input: '{ "transcript": data.transcript }',
      external_id: 'data.id',
      occurred_at: 'data.occurred_at',
      metadata: '{ "agent": data.agent, "customer": data.customer }',
    },
  },
};
