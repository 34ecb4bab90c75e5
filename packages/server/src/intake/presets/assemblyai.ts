import type { IntakePreset } from './preset.ts';

export const assemblyai: IntakePreset = {
  name: 'assemblyai',
  title: 'AssemblyAI',
  summary: 'A transcript that is completed.',
  secret: { label: 'webhook_auth_header_value', madeBy: 'brickwork' },
  secrets: { api_key: 'API key' },
  steps: [
    'In POST /v2/transcript: webhook_url {url}, webhook_auth_header_name X-Webhook-Secret, webhook_auth_header_value {secret}, speaker_labels true.',
  ],
  documentation: 'https://assemblyai.com/docs/deployment/webhooks',
  note: 'AssemblyAI does not know when the call took place: runs count as held when the transcript arrives.',
  definition: {
    auth: { type: 'token', header: 'X-Webhook-Secret' },
    when: "status = 'completed'",
    fetch: [
      {
        as: 'transcript',
        url: 'https://api.assemblyai.com/v2/transcript/{transcript_id}',
        headers: { Authorization: '{secret:api_key}' },
      },
    ],
    map: {
      input: '{ "transcript": fetched.transcript }',
      external_id: 'transcript_id',
      metadata: '{ "channel": "call" }',
    },
  },
};
