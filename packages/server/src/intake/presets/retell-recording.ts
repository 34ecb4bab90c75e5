import type { IntakePreset } from './preset.ts';

export const retellRecording: IntakePreset = {
  name: 'retell-recording',
  title: 'Retell: recordings',
  summary: 'The recording of a call that has ended; it is fetched and transcribed here.',
  secret: { label: 'any long text: Retell’s own signature is not checked', madeBy: 'brickwork' },
  steps: ['Agent → Webhook Settings → Agent Level Webhook URL: {url}?token={secret}'],
  documentation: 'https://docs.retellai.com/features/webhook',
  note: 'Checked: call_ended has all fields of the call except its analysis. Not checked: the name of the field with the recording. Try the first delivery.',
  definition: {
    auth: { type: 'token' },
    when: "event = 'call_ended' and $exists(call.(recording_multi_channel_url ? recording_multi_channel_url : recording_url))",
    recording: { url: '{call.(recording_multi_channel_url ? recording_multi_channel_url : recording_url)}' },
    map: {
      external_id: 'call.call_id',
      occurred_at: '$string(call.start_timestamp)',
      metadata: '{ "agent": call.agent_name, "customer": call.from_number, "channel": "call" }',
    },
  },
};
