import type { IntakePreset } from './preset.ts';

export const dialpad: IntakePreset = {
  name: 'dialpad',
  title: 'Dialpad',
  summary: 'A call whose transcription is ready; the whole body is a signed token.',
  secret: { label: 'secret of the webhook (HS256)', madeBy: 'brickwork' },
  steps: [
    'POST https://dialpad.com/api/v2/webhooks with hook_url {url} and secret {secret}.',
    'POST https://dialpad.com/api/v2/subscriptions/call with the webhook’s id and call_states ["transcription"].',
  ],
  documentation: 'https://developers.dialpad.com/docs/call-events',
  note: 'Checked: events are JWTs with HS256. Not checked: the field transcription_text. Try the first delivery, and change map where it differs.',
  definition: {
    auth: { type: 'jwt', in: 'body', algorithm: 'HS256' },
    when: "state = 'transcription'",
    map: {
      input: '{ "transcript": transcription_text }',
      external_id: '$string(call_id)',
      occurred_at: 'date_started',
      metadata: '{ "agent": target.name, "customer": contact.name, "direction": direction, "channel": "call" }',
    },
  },
};
