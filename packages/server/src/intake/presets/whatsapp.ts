import type { IntakePreset } from './preset.ts';

export const whatsapp: IntakePreset = {
  name: 'whatsapp',
  title: 'WhatsApp Business (Meta)',
  summary: 'Every text message of a customer: Meta sends messages, not conversations.',
  secret: { label: 'App secret', madeBy: 'service' },
  steps: [
    'developers.facebook.com → your app → App settings → Basic → copy the App secret and create the intake with it.',
    'WhatsApp → Configuration → Callback URL: {url}, Verify token: {verify_token}.',
    'Subscribe to the field messages.',
  ],
  documentation: 'https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    handshake: 'meta',
    auth: { type: 'hmac', header: 'X-Hub-Signature-256', format: 'sha256={signature}' },
    each: 'entry.changes.value.($to := metadata.display_phone_number; messages[type = \'text\'].$merge([$, { "to": $to }]))',
    map: {
      input: '{ "transcript": [{ "speaker": "customer", "text": text.body }] }',
      external_id: 'id',
      occurred_at: '$number(timestamp) * 1000',
      metadata: '{ "customer": from, "agent": to, "channel": "chat" }',
    },
  },
};
