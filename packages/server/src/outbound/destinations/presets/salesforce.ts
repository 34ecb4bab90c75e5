import type { DestinationPreset } from './preset.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,79}$/;

export const salesforce: DestinationPreset = {
  name: 'salesforce',
  title: 'Salesforce',
  summary: 'Fields of a case, contact, opportunity or any other object.',
  baseUrl: { example: 'https://acme.my.salesforce.com' },
  record: 'The record’s id, or the value of the external ID field that external_id_field names.',
  field: {
    label: 'The API name of a field, such as Resolved__c.',
    pattern: [NAME, 'the API name of a field, such as Resolved__c'],
  },
  settings: {
    object: {
      label: 'API name of the object',
      default: 'Case',
      pattern: [NAME, 'the API name of an object, such as Case'],
    },
    external_id_field: {
      label: 'External ID field that names the record. Id: the record’s own id',
      default: 'Id',
      pattern: [NAME, 'the API name of a field'],
    },
    create: {
      label: 'Whether a record that does not exist is created (yes or no); with an external ID field',
      default: 'no',
      pattern: [/^(yes|no)$/, 'yes or no'],
    },
    grant: {
      label: 'How tokens are obtained: client_credentials or refresh_token',
      default: 'client_credentials',
      pattern: [/^(client_credentials|refresh_token)$/, 'client_credentials or refresh_token'],
    },
    api_version: {
      label: 'Version of the API',
      default: 'v62.0',
      pattern: [/^v\d{2,3}\.0$/, 'a version such as v62.0'],
    },
  },
  secrets: {
    client_id: 'Consumer key of the external client app',
    client_secret: 'Consumer secret of the external client app',
    refresh_token: 'Refresh token, with the grant refresh_token only',
  },
  // Two writers of one record at the same moment.
  transient: ['UNABLE_TO_LOCK_ROW', 'REQUEST_LIMIT_EXCEEDED'],
  auth: ({ grant }, baseUrl) => ({
    type: 'oauth',
    grant: grant === 'refresh_token' ? 'refresh_token' : 'client_credentials',
    token_url: `${baseUrl}/services/oauth2/token`,
  }),
  request: ({ external_id_field: field, create }) => ({
    method: 'PATCH',
    path:
      field === 'Id'
        ? '/services/data/{settings.api_version}/sobjects/{settings.object}/{record}'
        : '/services/data/{settings.api_version}/sobjects/{settings.object}/{settings.external_id_field}/{record}',
    ...(field !== 'Id' && create !== 'yes' && { query: '{ "updateOnly": "true" }' }),
    body: `$merge($each(values, function($value, $field) { {
      $field: $type($value) = "array" ? $join($value, ";") : $value
    } }))`,
  }),
  steps: [
    'Object Manager → the object → Fields: create a field for each answer (checkbox, number, picklist with the categories, text).',
    'Setup → External Client App Manager → New: enable OAuth with the scope api, enable the client credentials flow, and name the user to run as. Copy consumer key and secret.',
    'base_url is your My Domain address: Setup → My Domain.',
  ],
  documentation:
    'https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_upsert_patch.htm',
};
