import type { IntakePreset } from './preset.ts';

export const deepgram: IntakePreset = {
  name: 'deepgram',
  title: 'Deepgram',
  summary: 'The result of a request with a callback.',
  secret: { label: 'password in the callback’s URL', madeBy: 'brickwork' },
  steps: [
    'In the request for a transcription: callback={url} with deepgram:{secret}@ before the host, as in https://deepgram:…@host/…; add diarize=true&utterances=true.',
  ],
  documentation: 'https://developers.deepgram.com/docs/callback',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    auth: { type: 'basic', username: 'deepgram' },
    map: {
      input: '{ "transcript": { "metadata": metadata, "results": results } }',
      external_id: 'metadata.request_id',
      occurred_at: 'metadata.created',
      metadata: '{ "agent": metadata.extra.agent, "customer": metadata.extra.customer, "channel": "call" }',
    },
  },
};
