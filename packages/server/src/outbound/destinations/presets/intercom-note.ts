import { INTERCOM_HEADERS } from './intercom.ts';
import type { DestinationPreset } from './preset.ts';

export const intercomNote: DestinationPreset = {
  name: 'intercom-note',
  title: 'Intercom note',
  summary: 'An internal note in a conversation.',
  baseUrl: { default: 'https://api.intercom.io', example: 'https://api.eu.intercom.io' },
  record: 'The conversation’s id.',
  field: { label: 'What the answer is called in the note.' },
  settings: {
    admin_id: {
      label: 'Id of the teammate in whose name the note is written',
      isRequired: true,
      pattern: [/^\d{1,20}$/, 'a number'],
    },
  },
  secrets: { token: 'Access token of your app' },
  isAdding: true,
  auth: () => ({ type: 'bearer' }),
  request: () => ({
    method: 'POST',
    path: '/conversations/{record}/reply',
    headers: INTERCOM_HEADERS,
    body: '{ "message_type": "note", "type": "admin", "admin_id": settings.admin_id, "body": note_html }',
  }),
  steps: [
    'Developer Hub → Your apps → New app → Authentication: copy the access token. It needs to write conversations.',
    'GET https://api.intercom.io/admins lists the ids of teammates.',
  ],
  documentation:
    'https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations/replyconversation',
};
