import type { IntakePreset } from './preset.ts';

export const aircall: IntakePreset = {
  name: 'aircall',
  title: 'Aircall',
  summary: 'A call whose transcription is created.',
  secret: { label: 'token of the webhook', madeBy: 'service' },
  secrets: { basic: 'API id and token, id:token in base64' },
  steps: [
    'POST https://api.aircall.io/v1/webhooks with url {url} and events ["transcription.created"]; the response has the token: create the intake with it, then set the URL with PUT /v1/webhooks/:id.',
  ],
  documentation: 'https://developer.aircall.io/api-references/',
  note: 'Not checked: the event and the transcription, which the available documentation does not describe. Try the first delivery, and change map where it differs.',
  definition: {
    auth: { type: 'body_token', path: 'token' },
    when: "event = 'transcription.created'",
    fetch: [
      {
        as: 'answer',
        url: 'https://api.aircall.io/v1/calls/{data.call_id}/transcription',
        headers: { Authorization: 'Basic {secret:basic}' },
      },
    ],
    map: {
      input:
        '{ "transcript": [fetched.answer.transcription.content.utterances.{ "speaker": participant_type = \'external\' ? \'customer\' : \'agent\', "text": text, "start": start_time, "end": end_time }] }',
      external_id: '$string(data.call_id)',
      occurred_at: 'fetched.answer.transcription.call_created_at',
      metadata:
        '{ "agent": $string(fetched.answer.transcription.content.utterances[participant_type = \'internal\'][0].user_id), "customer": fetched.answer.transcription.content.utterances[participant_type = \'external\'][0].phone_number, "channel": "call" }',
    },
  },
};
