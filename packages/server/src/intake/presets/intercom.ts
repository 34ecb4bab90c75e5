import type { IntakePreset } from './preset.ts';

export const intercom: IntakePreset = {
  name: 'intercom',
  title: 'Intercom',
  summary: 'A conversation that an admin closes.',
  secret: { label: 'Client secret of the app', madeBy: 'service' },
  secrets: { access_token: 'Access token of the app' },
  steps: [
    'Developer Hub → your app → Basic information → copy the Client secret and create the intake with it.',
    'Webhooks → Endpoint URL: {url}, topic conversation.admin.closed.',
  ],
  documentation: 'https://developers.intercom.com/docs/references/webhooks/webhook-models',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    auth: { type: 'hmac', header: 'X-Hub-Signature', algorithm: 'sha1', format: 'sha1={signature}' },
    when: "topic = 'conversation.admin.closed'",
    fetch: [
      {
        as: 'conversation',
        url: 'https://api.intercom.io/conversations/{data.item.id}?display_as=plaintext',
        headers: { Authorization: 'Bearer {secret:access_token}', Accept: 'application/json' },
      },
    ],
    map: {
      input: '{ "transcript": fetched.conversation }',
      external_id: 'data.item.id',
      occurred_at: 'fetched.conversation.created_at * 1000',
      metadata:
        '{ "agent": $string(fetched.conversation.admin_assignee_id), "customer": fetched.conversation.source.author.email, "channel": "chat" }',
    },
  },
};
