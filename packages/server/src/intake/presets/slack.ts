import type { IntakePreset } from './preset.ts';

export const slack: IntakePreset = {
  name: 'slack',
  title: 'Slack',
  summary: 'A thread that somebody marks with ✅ on its first message.',
  secret: { label: 'Signing Secret of the app', madeBy: 'service' },
  secrets: { bot_token: 'Bot User OAuth Token (xoxb-…) with channels:history and reactions:read' },
  steps: [
    'api.slack.com/apps → your app → Basic Information → copy the Signing Secret and create the intake with it.',
    'Event Subscriptions → Request URL: {url}.',
    'Subscribe to the bot event reaction_added, install the app, and invite it to the channels.',
  ],
  documentation: 'https://docs.slack.dev/authentication/verifying-requests-from-slack/',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    handshake: 'slack',
    auth: {
      type: 'hmac',
      header: 'X-Slack-Signature',
      format: 'v0={signature}',
      signed: 'v0:{timestamp}:{body}',
      timestamp_header: 'X-Slack-Request-Timestamp',
    },
    when: "event.type = 'reaction_added' and event.reaction = 'white_check_mark' and event.item.type = 'message'",
    fetch: [
      {
        as: 'thread',
        url: 'https://slack.com/api/conversations.replies?channel={event.item.channel}&ts={event.item.ts}&limit=200',
        headers: { Authorization: 'Bearer {secret:bot_token}' },
      },
    ],
    map: {
      input: '{ "transcript": { "messages": fetched.thread.messages } }',
      external_id: "event.item.channel & '-' & event.item.ts",
      occurred_at: '$floor($number(event.item.ts) * 1000)',
      metadata:
        '{ "agent": event.user, "customer": fetched.thread.messages[0].user, "slack_channel": event.item.channel, "channel": "chat" }',
    },
  },
};
