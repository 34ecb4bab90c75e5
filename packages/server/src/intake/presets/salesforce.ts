import type { IntakePreset } from './preset.ts';

export const salesforce: IntakePreset = {
  name: 'salesforce',
  title: 'Salesforce (Flow)',
  summary: 'A case or messaging session that a record-triggered flow sends.',
  secret: { label: 'Token of the External Credential', madeBy: 'brickwork' },
  steps: [
    'Setup → Named Credentials: an External Credential (Custom) with the header Authorization: Bearer {secret}, and a Named Credential with the URL of this deployment.',
    'Flow Builder → record-triggered flow on Case (Status = Closed) → HTTP Callout, POST {url}, with the body {"id", "closed_at", "agent", "customer", "conversation"}.',
  ],
  documentation: 'https://help.salesforce.com/s/articleView?id=platform.flow_http_callout.htm',
  note: 'You define the body in the flow.',
  definition: {
    auth: { type: 'token' },
    map: {
      input: '{ "transcript": conversation }',
      external_id: 'id',
      occurred_at: 'closed_at',
      metadata: '{ "agent": agent, "customer": customer }',
    },
  },
};
