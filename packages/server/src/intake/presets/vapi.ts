import type { IntakePreset } from './preset.ts';

export const vapi: IntakePreset = {
  name: 'vapi',
  title: 'Vapi',
  summary: 'The report at the end of a call.',
  secret: { label: 'Server URL secret', madeBy: 'brickwork' },
  steps: ['Assistant → Advanced → Server URL: {url}, secret {secret}; server messages: end-of-call-report.'],
  documentation: 'https://docs.vapi.ai/server-url/events',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    auth: { type: 'token', header: 'X-Vapi-Secret' },
    when: "message.type = 'end-of-call-report'",
    map: {
      input: '{ "transcript": { "message": message } }',
      external_id: 'message.call.id',
      occurred_at: 'message.startedAt',
      metadata: '{ "agent": message.assistant.name, "customer": message.customer.number, "channel": "call" }',
    },
  },
};
