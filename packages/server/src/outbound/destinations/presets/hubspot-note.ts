import type { DestinationPreset } from './preset.ts';

export const hubspotNote: DestinationPreset = {
  name: 'hubspot-note',
  title: 'HubSpot note',
  summary: 'A note on the timeline of a contact, company, deal or ticket.',
  baseUrl: { default: 'https://api.hubapi.com', example: 'https://api.hubapi.com' },
  record: 'The id of the record that the note belongs to.',
  field: { label: 'What the answer is called in the note.' },
  settings: {
    association_type_id: {
      label: 'Association type of notes with the record: 202 is for contacts',
      default: '202',
      pattern: [/^\d{1,9}$/, 'a number'],
    },
    association_category: {
      label: 'Category of the association',
      default: 'HUBSPOT_DEFINED',
      pattern: [/^(HUBSPOT_DEFINED|USER_DEFINED|INTEGRATOR_DEFINED)$/, 'HUBSPOT_DEFINED or USER_DEFINED'],
    },
  },
  secrets: { token: 'Access token of a private app' },
  isAdding: true,
  auth: () => ({ type: 'bearer' }),
  request: () => ({
    method: 'POST',
    path: '/crm/v3/objects/notes',
    body: `{
      "properties": { "hs_timestamp": run.occurred_at, "hs_note_body": note_html },
      "associations": [{
        "to": { "id": record },
        "types": [{
          "associationCategory": settings.association_category,
          "associationTypeId": $number(settings.association_type_id)
        }]
      }]
    }`,
  }),
  steps: [
    'Settings → Integrations → Private Apps → Create: scope crm.objects.contacts.write, or that of your object. Copy the access token.',
    'For another object than contacts: GET /crm/v4/associations/notes/companies/labels (or deals, tickets) lists the association types.',
  ],
  documentation: 'https://developers.hubspot.com/docs/reference/api/crm/engagements/notes',
};
