import type { IntakePreset } from './preset.ts';

export const twilioRecording: IntakePreset = {
  name: 'twilio-recording',
  title: 'Twilio Voice: recordings',
  summary: 'A recording that is complete; it is fetched and transcribed here.',
  secret: { label: 'Auth Token of the account', madeBy: 'service' },
  secrets: { basic: 'SID and Auth Token of the account, SID:token in base64' },
  steps: [
    'Console → Account → API keys & tokens → copy the Auth Token and create the intake with it.',
    'In your TwiML: <Start><Recording channels="dual" recordingStatusCallback="{url}" /></Start>, or recordingStatusCallback and recordingChannels="dual" where a call is made or dialled.',
    'The first channel is the caller’s: for outbound calls, change recording.channels to agent, customer.',
  ],
  documentation: 'https://www.twilio.com/docs/voice/twiml/recording',
  note: 'Checked against Twilio’s documentation: the names of the parameters. Not checked: which channel is whose. Listen to the first one.',
  definition: {
    auth: { type: 'twilio' },
    when: "RecordingStatus = 'completed'",
    recording: {
      url: 'https://api.twilio.com/2010-04-01/Accounts/{AccountSid}/Recordings/{RecordingSid}.wav',
      headers: { Authorization: 'Basic {secret:basic}' },
      channels: ['customer', 'agent'],
    },
    map: {
      external_id: 'RecordingSid',
      metadata: '{ "call": CallSid, "channel": "call" }',
    },
  },
};
