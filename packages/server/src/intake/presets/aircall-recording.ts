import type { IntakePreset } from './preset.ts';

export const aircallRecording: IntakePreset = {
  name: 'aircall-recording',
  title: 'Aircall: recordings',
  summary: 'A call that has ended and was recorded; its recording is fetched and transcribed here.',
  secret: { label: 'token of the webhook', madeBy: 'service' },
  steps: [
    'POST https://api.aircall.io/v1/webhooks with url {url} and events ["call.ended"]; the response has the token: create the intake with it, then set the URL with PUT /v1/webhooks/:id.',
  ],
  documentation: 'https://developer.aircall.io/api-references/',
  note: 'Checked: call.ended is sent once all data of a call is available. Not checked: the fields of a call. Try the first delivery, and change map where it differs.',
  definition: {
    auth: { type: 'body_token', path: 'token' },
    when: "event = 'call.ended' and $exists(data.recording) and data.recording != null",
    recording: { url: '{data.recording}' },
    map: {
      external_id: '$string(data.id)',
      occurred_at: '$string(data.started_at * 1000)',
      metadata:
        '{ "agent": data.user.name, "customer": data.raw_digits, "direction": data.direction, "channel": "call" }',
    },
  },
};
