import type { DestinationPreset } from './preset.ts';

export const hubspot: DestinationPreset = {
  name: 'hubspot',
  title: 'HubSpot',
  summary: 'Properties of a contact, company, deal, ticket, call or custom object.',
  baseUrl: { default: 'https://api.hubapi.com', example: 'https://api.hubapi.com' },
  record: 'The record’s id, or the value of the unique property that id_property names, such as an e-mail address.',
  field: {
    label: 'The internal name of a property.',
    pattern: [/^[a-z0-9_]{1,100}$/, 'the internal name of a property: lower-case letters, digits and _'],
  },
  settings: {
    object: {
      label: 'Object type: contacts, companies, deals, tickets, calls, or the id of a custom object',
      default: 'contacts',
      pattern: [/^[A-Za-z0-9_-]{1,64}$/, 'an object type such as contacts or 2-3465404'],
    },
    id_property: {
      label: 'Unique property that names the record, such as email. Without it, the record’s id does',
      pattern: [/^[a-z0-9_]{1,100}$/, 'the internal name of a property'],
    },
  },
  secrets: { token: 'Access token of a private app' },
  auth: () => ({ type: 'bearer' }),
  request: () => ({
    method: 'PATCH',
    path: '/crm/v3/objects/{settings.object}/{record}',
    query: '{ "idProperty": settings.id_property }',
    // Values of properties are texts; an empty one clears the property.
    body: `{ "properties": $merge($each(values, function($value, $field) { {
      $field: $value = null ? "" : $type($value) = "array" ? $join($value, ";") : $string($value)
    } })) }`,
  }),
  steps: [
    'Settings → Properties: create a property for each answer (a single checkbox for yes and no, a number, a dropdown with the categories, a text).',
    'Settings → Integrations → Private Apps → Create: scope crm.objects.contacts.write, or that of your object. Copy the access token.',
  ],
  documentation:
    'https://developers.hubspot.com/docs/api-reference/crm-objects-v3/basic/patch-crm-v3-objects-objectType-objectId',
};
