import type { DestinationPreset } from './preset.ts';

export const zendesk: DestinationPreset = {
  name: 'zendesk',
  title: 'Zendesk',
  summary: 'Custom fields of a ticket and, optionally, an internal comment.',
  baseUrl: { example: 'https://acme.zendesk.com' },
  record: 'The ticket’s id.',
  field: {
    label: 'The id of a custom ticket field, such as 360012345678.',
    pattern: [/^\d{1,20}$/, 'the id of a custom ticket field: digits only'],
  },
  settings: {
    email: {
      label: 'E-mail address of the agent that the API token is used with',
      isRequired: true,
      pattern: [/^[^\s:@]+@[^\s:@]+$/, 'an e-mail address'],
    },
    note: {
      label: 'Whether the answers are also an internal comment (yes or no), once for each run',
      default: 'no',
      pattern: [/^(yes|no)$/, 'yes or no'],
    },
  },
  secrets: { password: 'API token' },
  auth: ({ email }) => ({ type: 'basic', user: `${email}/token` }),
  request: () => ({
    method: 'PUT',
    path: '/api/v2/tickets/{record}',
    body: `{ "ticket": {
      "custom_fields": [$each(values, function($value, $field) { { "id": $number($field), "value": $value } })],
      "comment": settings.note = "yes" and first ? { "body": note, "public": false }
    } }`,
  }),
  steps: [
    'Admin Center → Objects and rules → Tickets → Fields: add a field for each answer (checkbox, number, dropdown whose tags are the categories, text). Its id is in the list.',
    'Admin Center → Apps and integrations → APIs → API tokens → Add. Copy the token.',
    'A field must be on the ticket’s form, or Zendesk ignores it. Tickets that are closed cannot be changed.',
  ],
  documentation: 'https://developer.zendesk.com/api-reference/ticketing/tickets/tickets/#update-ticket',
};
