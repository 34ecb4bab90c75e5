/**
 * One normalised conversation, from any input format.
 *
 * `text` is the user's own text: for an input that is one string, that string unchanged; for a structured input (turns,
 * messages, recorder JSON), the user's strings joined by a newline. Offsets are UTF-16 code units into `text`, and
 * `text.slice(turn.start, turn.end) === turn.text` holds for every turn, so that evidence is always a verbatim slice.
 */
import type { LeftOutKind, TurnKind } from './turn-kinds.ts';

export type Side = 'agent' | 'customer';

export interface Turn {
  index: number;
  text: string;
  start: number;
  end: number;
  /** The label as the user wrote it. */
  speaker?: string;
  side?: Side;
  startSeconds?: number;
  endSeconds?: number;
  /** Absent for what a person said or wrote. Kinds that are not evaluated are removed from the turns before anything reads them. */
  kind?: TurnKind;
  /** The last version of a message that was changed after it was sent. */
  isEdited?: boolean;
}

/** Parts of the input that are not conversation: shown, never read or quoted. */
export interface LeftOut {
  kind: LeftOutKind;
  /** Empty where it was deleted. Not a slice of the conversation's text. */
  text: string;
  /** The index of the turn after it; the number of turns at the end. */
  before: number;
  speaker?: string;
  startSeconds?: number;
  endSeconds?: number;
}

/** The source of a speaker's side: the input, the workspace's list of agents, the label or role, a mail address, being the other speaker, or what is said. */
export const SIDE_BASES = ['given', 'workspace', 'label', 'address', 'other', 'words'] as const;
export type SideBasis = (typeof SIDE_BASES)[number];

/** When a speaker spoke, from the audio itself: exact if each side has its own channel. */
export interface Speech {
  speaker?: string;
  side?: Side;
  startSeconds: number;
  endSeconds: number;
}

export interface Speaker {
  /** The label as the user wrote it. */
  label: string;
  side?: Side;
  /** That the side is right; 0 when it is unknown. */
  probability: number;
  basis?: SideBasis;
  /** If the label (or address) indicates one side and the words the other, with the probability based on the words. */
  conflict?: { label: Side; words: Side; probability: number };
  /** A program, or an interpreter: on a side only if the input says so, or if only a bot answers. */
  kind?: 'bot' | 'interpreter';
}

export interface Language {
  /** BCP 47, such as `en` or `de`. */
  code: string;
  probability: number;
  /** If more than one is spoken: how much of the conversation is in each, most first. */
  shares?: Readonly<Record<string, number>>;
}

/** The medium; a meeting is a call. */
export type Channel = 'call' | 'chat' | 'email';

/** A participant, as named in the input. */
export interface Person {
  /** Their label in the turns, if they spoke. */
  speaker?: string;
  name?: string;
  email?: string;
  side?: Side;
}

export interface Conversation {
  text: string;
  turns: Turn[];
  /** In the order of the conversation. */
  leftOut?: LeftOut[];
  /** By the start; never empty. Turns contain what was said, this contains when. */
  speech?: Speech[];
  format: ConversationFormat;
  /** Everyone with a label, in the order of their first turns. Reading an input always sets it. */
  speakers?: Speaker[];
  /** Absent when there are too few words to tell. */
  language?: Language;
  /** When it began, RFC 3339 in UTC: only if the input has a time with a zone. */
  occurredAt?: string;
  channel?: Channel;
  /** Participants whose name or address the input contains in addition to their label. */
  people?: Person[];
  /** Warnings for the reader of the run, such as that the input is incomplete. */
  warnings?: string[];
}

/** Exports of vendors; `formats/` has a reader for each. */
const VENDOR_NAMES = [
  'gong',
  'chorus',
  'avoma',
  'fireflies',
  'fathom',
  'recall',
  'google_meet',
  'google_meet_api',
  'rev',
  'deepgram',
  'assemblyai',
  'whisper',
  'whisper_cpp',
  'speechmatics',
  'gladia',
  'symbl',
  'amazon_transcribe',
  'contact_lens',
  'google_speech',
  'google_insights',
  'azure_speech',
  'genesys',
  'aircall',
  'dialpad',
  'ringcentral',
  'justcall',
  'twilio',
  'vapi',
  'retell',
  'elevenlabs',
  'bland',
  'synthflow',
  'livekit',
  'openai_realtime',
  'gemini',
  'langchain',
  'zendesk',
  'sunshine',
  'intercom',
  'freshdesk',
  'freshchat',
  'front',
  'helpscout',
  'gorgias',
  'hubspot',
  'hubspot_call',
  'salesforce',
  'salesforce_chat',
  'salesforce_email',
  'livechat',
  'liveperson',
  'crisp',
  'drift',
  'slack',
  'telegram',
  'discord',
  'messenger',
  'teams',
  'graph_mail',
  'graph_chat',
  'csv',
  'mime',
  'docx',
] as const;
export type VendorName = (typeof VENDOR_NAMES)[number];

export const CONVERSATION_FORMATS = [
  'plain',
  'labelled',
  'turns',
  'messages',
  'email',
  'vtt',
  'srt',
  ...VENDOR_NAMES,
] as const;
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];
