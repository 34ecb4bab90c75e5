import type { DestinationPreset } from './preset.ts';

/** Newer versions change the responses of other endpoints. */
export const INTERCOM_HEADERS = { 'Intercom-Version': '2.11', Accept: 'application/json' };

export const intercom: DestinationPreset = {
  name: 'intercom',
  title: 'Intercom',
  summary: 'Custom attributes of a conversation.',
  baseUrl: { default: 'https://api.intercom.io', example: 'https://api.eu.intercom.io' },
  record: 'The conversation’s id.',
  field: { label: 'The name of a conversation data attribute.' },
  settings: {},
  secrets: { token: 'Access token of your app' },
  auth: () => ({ type: 'bearer' }),
  request: () => ({
    method: 'PUT',
    path: '/conversations/{record}',
    headers: INTERCOM_HEADERS,
    body: `{ "custom_attributes": $merge($each(values, function($value, $field) { {
      $field: $type($value) = "array" ? $join($value, ", ") : $value
    } })) }`,
  }),
  steps: [
    'Settings → Data → Conversations → Create attribute, one for each answer (boolean, number, list with the categories, text).',
    'Developer Hub → Your apps → New app → Authentication: copy the access token. It needs to write conversations.',
    'Workspaces in Europe and Australia have their own base_url: https://api.eu.intercom.io, https://api.au.intercom.io.',
  ],
  documentation:
    'https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/updateconversation',
};
