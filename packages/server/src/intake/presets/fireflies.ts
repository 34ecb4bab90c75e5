import type { IntakePreset } from './preset.ts';

export const fireflies: IntakePreset = {
  name: 'fireflies',
  title: 'Fireflies.ai',
  summary: 'A meeting whose transcript is ready (Webhooks V2).',
  secret: { label: 'Signing Secret of the webhook', madeBy: 'brickwork' },
  secrets: { api_key: 'API key (Settings → Developer settings)' },
  steps: [
    'Settings → Developer settings → Webhooks V2 → Webhook URL: {url}, Signing Secret: {secret}.',
    'Subscribe to meeting.transcribed.',
  ],
  documentation: 'https://docs.fireflies.ai/graphql-api/webhooks-v2',
  definition: {
    auth: { type: 'hmac', header: 'X-Hub-Signature', format: 'sha256={signature}' },
    when: "event = 'meeting.transcribed'",
    fetch: [
      {
        as: 'answer',
        method: 'POST',
        url: 'https://api.fireflies.ai/graphql',
        headers: { Authorization: 'Bearer {secret:api_key}' },
        body: '{ "query": "query Transcript($id: String!) { transcript(id: $id) { id title date host_email participants sentences { index speaker_name text start_time end_time } } }", "variables": { "id": meeting_id } }',
      },
    ],
    map: {
      input:
        '{ "transcript": { "date": fetched.answer.data.transcript.date, "sentences": fetched.answer.data.transcript.sentences } }',
      external_id: 'meeting_id',
      occurred_at: 'fetched.answer.data.transcript.date',
      metadata:
        '{ "agent": fetched.answer.data.transcript.host_email, "customer": fetched.answer.data.transcript.participants[$ != $$.fetched.answer.data.transcript.host_email][0], "channel": "call" }',
    },
  },
};
