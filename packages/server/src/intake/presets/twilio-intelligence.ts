import type { IntakePreset } from './preset.ts';

export const twilioIntelligence: IntakePreset = {
  name: 'twilio-intelligence',
  title: 'Twilio Voice Intelligence',
  summary: 'A call whose transcript is available.',
  secret: { label: 'Auth Token of the account', madeBy: 'service' },
  secrets: { basic: 'AccountSid:AuthToken in base64' },
  steps: [
    'Console → Voice Intelligence → your service → Webhook URL: {url}, method POST.',
    'Create the intake with the Auth Token of the account.',
  ],
  documentation: 'https://www.twilio.com/docs/voice/intelligence',
  note: 'Not checked: the body of this webhook. Try the first delivery before you rely on it.',
  definition: {
    auth: { type: 'twilio' },
    when: "event_type = 'voice_intelligence_transcript_available'",
    fetch: [
      {
        as: 'sentences',
        url: 'https://intelligence.twilio.com/v2/Transcripts/{transcript_sid}/Sentences?PageSize=1000',
        headers: { Authorization: 'Basic {secret:basic}' },
      },
      {
        as: 'transcript',
        url: 'https://intelligence.twilio.com/v2/Transcripts/{transcript_sid}',
        headers: { Authorization: 'Basic {secret:basic}' },
      },
    ],
    map: {
      input:
        '{ "transcript": { "sentences": fetched.sentences.sentences, "channel": fetched.transcript.channel, "media_start_time": fetched.transcript.media_start_time } }',
      external_id: 'transcript_sid',
      occurred_at: 'fetched.transcript.media_start_time',
      metadata:
        '{ "agent": fetched.transcript.channel.participants[role = \'Agent\'][0].media_participant_id, "customer": fetched.transcript.channel.participants[role = \'Customer\'][0].media_participant_id, "channel": "call" }',
    },
  },
};
