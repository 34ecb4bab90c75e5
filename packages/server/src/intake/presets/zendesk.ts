import type { IntakePreset } from './preset.ts';

export const zendesk: IntakePreset = {
  name: 'zendesk',
  title: 'Zendesk',
  summary: 'A ticket that is solved, by a trigger whose body you write.',
  secret: { label: 'Signing secret of the webhook', madeBy: 'service' },
  steps: [
    'Admin Center → Apps and integrations → Webhooks → Create: Endpoint URL {url}, POST, JSON; reveal the signing secret and create the intake with it.',
    'Triggers → Create: Status changed to Solved → Notify active webhook, with the JSON body: {"ticket_id":"{{ticket.id}}","solved_at":"{{ticket.updated_at_with_timestamp}}","agent":"{{ticket.assignee.email}}","customer":"{{ticket.requester.email}}","conversation":"{{ticket.public_comments_formatted}}"}.',
  ],
  documentation: 'https://developer.zendesk.com/documentation/webhooks/verifying/',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    auth: {
      type: 'hmac',
      header: 'X-Zendesk-Webhook-Signature',
      encoding: 'base64',
      signed: '{timestamp}{body}',
      timestamp_header: 'X-Zendesk-Webhook-Signature-Timestamp',
    },
    map: {
      input: '{ "transcript": conversation }',
      external_id: '$string(ticket_id)',
      occurred_at: 'solved_at',
      metadata: '{ "agent": agent, "customer": customer, "channel": "email" }',
    },
  },
};
