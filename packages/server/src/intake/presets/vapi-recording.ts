import type { IntakePreset } from './preset.ts';

export const vapiRecording: IntakePreset = {
  name: 'vapi-recording',
  title: 'Vapi: recordings',
  summary: 'The recording of a call, transcribed here rather than by Vapi.',
  secret: { label: 'Server URL secret', madeBy: 'brickwork' },
  steps: ['Assistant → Advanced → Server URL: {url}, secret {secret}; server messages: end-of-call-report.'],
  documentation: 'https://docs.vapi.ai/call-recording',
  note: 'Checked: a call has a mono and a stereo recording. Not checked: which channel is the assistant’s, so sides are inferred from what is said. Set recording.channels once you have listened to one.',
  definition: {
    auth: { type: 'token', header: 'X-Vapi-Secret' },
    when: "message.type = 'end-of-call-report' and $exists(message.artifact.(recording.stereoUrl ? recording.stereoUrl : recordingUrl))",
    recording: { url: '{message.artifact.(recording.stereoUrl ? recording.stereoUrl : recordingUrl)}' },
    map: {
      external_id: 'message.call.id',
      occurred_at: 'message.startedAt',
      metadata: '{ "agent": message.assistant.name, "customer": message.customer.number, "channel": "call" }',
    },
  },
};
