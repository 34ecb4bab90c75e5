import type { IntakePreset } from './preset.ts';

export const front: IntakePreset = {
  name: 'front',
  title: 'Front',
  summary: 'A conversation that is archived.',
  secret: { label: 'Signing key of the app', madeBy: 'service' },
  secrets: { api_token: 'API token with the scope of conversations' },
  steps: [
    'Settings → Developers → your app → copy the signing key and create the intake with it.',
    'Features → Webhooks → URL: {url}, event: Conversation archived.',
  ],
  documentation: 'https://dev.frontapp.com/docs/application-webhooks',
  note: 'Checked against Front’s guide: signature and challenge. Not checked: the name of the event type, so `when` accepts archive and conversation_archived.',
  definition: {
    handshake: 'front',
    auth: {
      type: 'hmac',
      header: 'X-Front-Signature',
      encoding: 'base64',
      signed: '{timestamp}:{body}',
      timestamp_header: 'X-Front-Request-Timestamp',
    },
    when: "type in ['archive', 'conversation_archived']",
    fetch: [
      {
        as: 'messages',
        url: 'https://api2.frontapp.com/conversations/{payload.conversation.id}/messages?limit=100',
        headers: { Authorization: 'Bearer {secret:api_token}' },
      },
    ],
    map: {
      input: '{ "transcript": fetched.messages }',
      external_id: 'payload.conversation.id',
      occurred_at: '$floor(payload.emitted_at * 1000)',
      metadata:
        '{ "agent": payload.conversation.assignee.email, "customer": payload.conversation.recipient.handle, "channel": "email" }',
    },
  },
};
