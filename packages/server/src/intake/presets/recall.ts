import type { IntakePreset } from './preset.ts';

export const recall: IntakePreset = {
  name: 'recall',
  title: 'Recall.ai',
  summary: 'A meeting whose transcript is done.',
  secret: { label: 'Signing secret of the webhook (whsec_…)', madeBy: 'service' },
  secrets: { api_key: 'API key of the region' },
  steps: [
    'Dashboard → Webhooks → Add endpoint: {url}, event transcript.done; create the intake with its signing secret.',
    'In another region than us-west-2, change the host of the first fetch step.',
  ],
  documentation: 'https://docs.recall.ai/docs/status-change-webhooks',
  note: 'Not checked: the body of transcript.done. Try the first delivery before you rely on it.',
  definition: {
    auth: { type: 'standard_webhooks', headers: 'svix' },
    when: "event = 'transcript.done'",
    fetch: [
      {
        as: 'transcript',
        url: 'https://us-west-2.recall.ai/api/v1/transcript/{data.transcript.id}/',
        headers: { Authorization: 'Token {secret:api_key}' },
      },
      { as: 'file', url: '{fetched.transcript.data.download_url}' },
    ],
    map: {
      input: '{ "transcript": fetched.file }',
      external_id: 'data.transcript.id',
      occurred_at: 'fetched.transcript.created_at',
      metadata: '{ "bot": data.bot.id, "channel": "call" }',
    },
  },
};
