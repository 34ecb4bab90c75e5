import type { IntakePreset } from './preset.ts';

export const signedJson: IntakePreset = {
  name: 'signed-json',
  title: 'Signed JSON, as Stripe signs it',
  summary: 'Any system of yours that signs time and body with a shared secret.',
  secret: { label: 'The secret that you sign with', madeBy: 'brickwork' },
  steps: [
    'POST {"id", "occurred_at", "agent", "customer", "transcript"} to {url}.',
    'Send the header X-Signature: t=<Unix time>,v1=<hex HMAC-SHA256 of "<time>.<body>" with {secret}>.',
  ],
  definition: {
    auth: {
      type: 'hmac',
      header: 'X-Signature',
      format: 't={timestamp},v1={signature}',
      signed: '{timestamp}.{body}',
    },
    map: {
      input: '{ "transcript": transcript }',
      external_id: 'id',
      occurred_at: 'occurred_at',
      metadata: '{ "agent": agent, "customer": customer }',
    },
  },
};
