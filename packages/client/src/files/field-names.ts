/** What exports call their fields and columns, by `fieldName`. */
import type { DefaultDimension } from '../wire/vocabulary.ts';

const MOST_KNOWN = 10_000;
const known = new Map<string, string>();

/** `Call ID`, `callId` and `call_id` are one name. Every record asks for the names of its fields, so they are kept. */
export function fieldName(raw: string): string {
  const before = known.get(raw);
  if (before !== undefined) return before;
  const name = raw
    .trim()
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1_')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
  if (known.size < MOST_KNOWN && raw.length <= 100) known.set(raw, name);
  return name;
}

const KINDS = [
  'conversation',
  'call',
  'ticket',
  'chat',
  'session',
  'thread',
  'interaction',
  'contact',
  'case',
  'dialog',
  'dialogue',
  'meeting',
];

/** Turns of the same conversation have the same one. */
export const GROUP_NAMES: readonly string[] = [
  ...KINDS.flatMap((kind) => [`${kind}_id`, `${kind}id`, `${kind}_number`, `${kind}_uuid`, `${kind}_key`]),
  'call_sid',
  'record_id',
  'external_id',
];

export const ID_NAMES: readonly string[] = [
  'external_id',
  'id',
  'uuid',
  ...GROUP_NAMES,
  'sid',
  'number',
  'reference',
  ...KINDS,
];

export const DATE_NAMES: readonly string[] = [
  'occurred_at',
  'started_at',
  'start_date_time',
  'start_date',
  'call_start',
  'call_date',
  'call_time',
  'call_started_at',
  'began_at',
  'date_time',
  'datetime',
  'date',
  'created_at',
  'created',
  'created_date',
  'opened_at',
  'start_time',
  'started',
  'start',
  'timestamp',
  'time',
  'sent_at',
  'erstellt',
  'erstellt_am',
  'datum',
  'beginn',
  'fecha',
  'fecha_hora',
  'date_heure',
];

/** Of one turn, not of the conversation. */
export const TEXT_NAMES: readonly string[] = [
  'text',
  'message',
  'utterance',
  'content',
  'body',
  'sentence',
  'words',
  'message_text',
  'said',
  'phrase',
  'speech',
  'what',
];

export const SPEAKER_NAMES: readonly string[] = [
  'speaker',
  'speaker_name',
  'speaker_role',
  'role',
  'author',
  'sender',
  'sender_name',
  'sender_role',
  'sender_type',
  'from',
  'name',
  'participant',
  'participant_role',
  'participant_name',
  'author_type',
  'speaker_label',
  'author_name',
  'talker',
  'who',
  'display_name',
  'speaker_id',
  'direction',
  'channel',
];

/** A whole conversation in one field. */
export const WHOLE_NAMES: readonly string[] = [
  'transcript',
  'conversation',
  'transcription',
  'call_transcript',
  'chat_transcript',
  'chat_log',
  'dialogue',
  'dialog',
  'chat',
  'full_text',
  'turns',
  'messages',
  'utterances',
  'segments',
  'log',
  'text',
  'body',
  'content',
  'thread',
  'comments',
  'history',
  'gespräch',
  'gesprächsverlauf',
  'gesprächstext',
  'transkript',
  'transkription',
  'verlauf',
  'chatverlauf',
  'unterhaltung',
  'conversación',
  'conversacion',
  'transcripción',
  'transcripcion',
  'diálogo',
  'dialogo',
  'conversation_text',
  'retranscription',
  'échange',
  'conversazione',
  'trascrizione',
  'gesprek',
  'transcriptie',
  'conversa',
  'transcrição',
  'transcricao',
];

/** What exports call the dimensions that every workspace has. A run without its customer would be missed when that customer is erased. */
export const DIMENSION_NAMES: Readonly<Record<DefaultDimension, readonly string[]>> = {
  agent: [
    'agent',
    'agent_name',
    'representative',
    'rep',
    'rep_name',
    'assignee',
    'handled_by',
    'owner',
    'mitarbeiter',
    'bearbeiter',
    'agente',
    'conseiller',
  ],
  team: ['team', 'team_name', 'queue', 'queue_name', 'department', 'group', 'abteilung', 'equipo', 'equipe'],
  channel: ['channel', 'channel_type', 'medium'],
  customer: [
    'customer',
    'customer_id',
    'customer_number',
    'customer_name',
    'customer_email',
    'client',
    'client_id',
    'client_name',
    'kunde',
    'kunden_id',
    'kunden_nr',
    'kundennummer',
    'kundenname',
    'cliente',
    'id_cliente',
    'cliente_id',
    'id_client',
    'numero_client',
    'klant',
    'klant_id',
    'klantnummer',
  ],
};

/** The first of the names that a record has, as the record writes it. */
export function pickName(present: readonly string[], names: readonly string[]): string | undefined {
  const folded = present.map(fieldName);
  for (const name of names) {
    const index = folded.indexOf(name);
    if (index >= 0) return present[index];
  }
  return undefined;
}
