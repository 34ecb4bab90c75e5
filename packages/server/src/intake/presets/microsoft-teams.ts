import type { IntakePreset } from './preset.ts';

export const microsoftTeams: IntakePreset = {
  name: 'microsoft-teams',
  title: 'Microsoft Teams (Graph)',
  summary: 'A meeting whose transcript is ready; Graph sends several notifications at once.',
  secret: { label: 'clientState of the subscription', madeBy: 'brickwork' },
  secrets: { client_id: 'Application (client) id', client_secret: 'Client secret of the application' },
  steps: [
    'Register an application in Entra with the application permission OnlineMeetingTranscript.Read.All.',
    'POST https://graph.microsoft.com/v1.0/subscriptions with resource communications/onlineMeetings/getAllTranscripts, changeType created, notificationUrl {url}, clientState {secret} and an expirationDateTime.',
    'Renew the subscription before it expires: Graph ends it otherwise.',
  ],
  documentation: 'https://learn.microsoft.com/graph/teams-changenotifications-callrecording-and-calltranscript',
  note: 'Not checked against its documentation: compare the first delivery with the fields below.',
  definition: {
    handshake: 'microsoft_graph',
    auth: { type: 'body_token', path: 'value.*.clientState' },
    each: 'value',
    when: "changeType = 'created'",
    fetch: [
      {
        as: 'token',
        method: 'POST',
        url: 'https://login.microsoftonline.com/{tenantId}/oauth2/v2.0/token',
        body_type: 'form',
        body: '{ "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default", "client_id": "{secret:client_id}", "client_secret": "{secret:client_secret}" }',
      },
      {
        as: 'transcript',
        url: "{'https://graph.microsoft.com/v1.0/' & resource & '/content?$format=text/vtt'}",
        headers: { Authorization: 'Bearer {fetched.token.access_token}' },
        read: 'text',
      },
      {
        as: 'about',
        url: "{'https://graph.microsoft.com/v1.0/' & resource}",
        headers: { Authorization: 'Bearer {fetched.token.access_token}' },
      },
    ],
    map: {
      input: '{ "transcript": fetched.transcript }',
      external_id: 'resourceData.id',
      occurred_at: 'fetched.about.createdDateTime',
      metadata: '{ "channel": "call", "tenant": tenantId }',
    },
  },
};
