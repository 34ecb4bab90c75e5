import type { IntakePreset } from './preset.ts';

export const dialpadRecording: IntakePreset = {
  name: 'dialpad-recording',
  title: 'Dialpad: recordings',
  summary: 'A call whose recording is ready; it is fetched and transcribed here.',
  secret: { label: 'secret of the webhook (HS256)', madeBy: 'brickwork' },
  secrets: { api_key: 'API key with the scope recordings_export' },
  steps: [
    'POST https://dialpad.com/api/v2/webhooks with hook_url {url} and secret {secret}.',
    'POST https://dialpad.com/api/v2/subscriptions/call with the webhook’s id and call_states ["recording"].',
  ],
  documentation: 'https://developers.dialpad.com/docs/call-events',
  note: 'Checked: the state is recording. Not checked: the address of the file. Try the first delivery, and change recording.url where it differs.',
  definition: {
    auth: { type: 'jwt', in: 'body', algorithm: 'HS256' },
    when: "state = 'recording'",
    recording: {
      url: 'https://dialpad.com/blob/{recording_details[0].recording_type}/{recording_details[0].id}.mp3',
      headers: { Authorization: 'Bearer {secret:api_key}' },
    },
    map: {
      external_id: '$string(call_id)',
      occurred_at: '$string(date_started)',
      metadata: '{ "agent": target.name, "customer": contact.name, "direction": direction, "channel": "call" }',
    },
  },
};
