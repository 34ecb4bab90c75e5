import type { IntakePreset } from './preset.ts';

export const twilio: IntakePreset = {
  name: 'twilio',
  title: 'Twilio Voice: transcribed recordings',
  summary: 'A recording that <Record transcribe> has transcribed; Twilio sends a form.',
  secret: { label: 'Auth Token of the account', madeBy: 'service' },
  steps: [
    'Console → Account → API keys & tokens → copy the Auth Token and create the intake with it.',
    'In your TwiML: <Record transcribe="true" transcribeCallback="{url}" />.',
  ],
  documentation: 'https://www.twilio.com/docs/usage/webhooks/webhooks-security',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    auth: { type: 'twilio' },
    when: "TranscriptionStatus = 'completed'",
    map: {
      input: '{ "transcript": [{ "speaker": "customer", "text": TranscriptionText }] }',
      external_id: 'RecordingSid',
      metadata: '{ "customer": From, "agent": To, "call": CallSid, "channel": "call" }',
    },
  },
};
