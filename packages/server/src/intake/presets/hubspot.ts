import type { IntakePreset } from './preset.ts';

export const hubspot: IntakePreset = {
  name: 'hubspot',
  title: 'HubSpot calls',
  summary: 'A call that was logged; HubSpot sends up to a hundred events at once.',
  secret: { label: 'Client secret of the app', madeBy: 'service' },
  secrets: { access_token: 'Access token of a private app that reads calls' },
  steps: [
    'Create the intake with the Client secret of your app.',
    'Your app → Webhooks → Target URL: {url}; subscribe to object.creation of calls.',
  ],
  documentation: 'https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests',
  note: 'The signature was checked against descriptions of version 3. The proxy in front of this deployment must pass the Host header on, since the URL is signed.',
  definition: {
    auth: { type: 'hubspot' },
    each: '$',
    when: "subscriptionType = 'object.creation'",
    fetch: [
      {
        as: 'call',
        url: 'https://api.hubapi.com/crm/v3/objects/calls/{objectId}?properties=hs_call_body,hs_call_title,hs_timestamp,hs_call_from_number,hs_call_to_number,hubspot_owner_id',
        headers: { Authorization: 'Bearer {secret:access_token}' },
      },
    ],
    map: {
      input: '{ "transcript": $replace(fetched.call.properties.hs_call_body, /<[^>]{0,200}>/, "\\n") }',
      external_id: '$string(objectId)',
      occurred_at: 'fetched.call.properties.hs_timestamp',
      metadata:
        '{ "agent": fetched.call.properties.hubspot_owner_id, "customer": fetched.call.properties.hs_call_from_number, "channel": "call" }',
    },
  },
};
