/**
 * One normalised conversation, whatever it came in as.
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
  /** Absent for what a person said or wrote. Those that are not evaluated are taken out of the turns before anything reads them. */
  kind?: TurnKind;
  /** The last version of a message that was changed after it was sent. */
  isEdited?: boolean;
}

/** What the input has beside the words of the conversation: shown, never read or quoted. */
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

/** Where a speaker's side comes from: the input, the workspace's list of agents, the label or role, a mail address, being the other one, or what is said. */
export const SIDE_BASES = ['given', 'workspace', 'label', 'address', 'other', 'words'] as const;
export type SideBasis = (typeof SIDE_BASES)[number];

/** When somebody spoke, as the sound itself shows it: exact where each side has a channel of its own. */
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
  /** Where the label (or address) says one side and the words the other, with the words' own probability. */
  conflict?: { label: Side; words: Side; probability: number };
  /** A program, or somebody who speaks for both: on a side only where the input says so, or where a bot is all that answers. */
  kind?: 'bot' | 'interpreter';
}

export interface Language {
  /** BCP 47, such as `en` or `de`. */
  code: string;
  probability: number;
  /** Where more than one is spoken: how much of the conversation is in each, most first. */
  shares?: Readonly<Record<string, number>>;
}

/** What it was held over; a meeting is a call. */
export type Channel = 'call' | 'chat' | 'email';

/** Somebody who took part, as the input names them. */
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
  /** By the start; never empty. Turns say what was said, this says when. */
  speech?: Speech[];
  format: ConversationFormat;
  /** Everyone with a label, in the order of their first turns. Reading an input always sets it. */
  speakers?: Speaker[];
  /** Absent when there are too few words to tell. */
  language?: Language;
  /** When it began, RFC 3339 in UTC: only where the input says so with a zone. */
  occurredAt?: string;
  channel?: Channel;
  /** Those whose name or address the input knows beside their label. */
  people?: Person[];
  /** What the run's reader should know about the input, such as that it is not whole. */
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
