import type { IntakePreset } from './preset.ts';

export const gong: IntakePreset = {
  name: 'gong',
  title: 'Gong',
  summary: 'A call that an automation rule sends on.',
  secret: { label: 'Public key of the rule’s signed JWT (PEM)', madeBy: 'service' },
  secrets: { basic: 'Access key and secret, key:secret in base64' },
  steps: [
    'Admin → Automation rules → Add rule → Action: Fire webhook, URL {url}, Authentication: Signed JWT header; copy the public key and create the intake with it.',
  ],
  documentation: 'https://help.gong.io/hc/en-us/articles/360042061791',
  definition: {
    auth: { type: 'jwt', in: 'header', algorithm: 'RS256', body_hash_claim: 'body_sha256' },
    when: 'isTest != true',
    fetch: [
      {
        as: 'transcript',
        method: 'POST',
        url: 'https://api.gong.io/v2/calls/transcript',
        headers: { Authorization: 'Basic {secret:basic}' },
        body: '{ "filter": { "callIds": [callData.metaData.id] } }',
      },
    ],
    map: {
      input: '{ "transcript": $merge([fetched.transcript, { "parties": callData.parties }]) }',
      external_id: 'callData.metaData.id',
      occurred_at: 'callData.metaData.started',
      metadata:
        '{ "agent": callData.parties[affiliation = \'Internal\'][0].name, "customer": callData.parties[affiliation = \'External\'][0].name, "channel": "call" }',
    },
  },
};
