/**
 * One normalised conversation, whatever it came in as.
 *
 * `text` is the user's own text: for an input that is one string, that string unchanged; for a structured input (turns,
 * messages, recorder JSON), the user's strings joined by a newline. Offsets are UTF-16 code units into `text`, and
 * `text.slice(turn.start, turn.end) === turn.text` holds for every turn, so that evidence is always a verbatim slice.
 */
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
}

/** Where a speaker's side comes from: the input, the workspace's list of agents, the label or role, a mail address, being the other one, or what is said. */
export const SIDE_BASES = ['given', 'workspace', 'label', 'address', 'other', 'words'] as const;
export type SideBasis = (typeof SIDE_BASES)[number];

export interface Speaker {
  /** The label as the user wrote it. */
  label: string;
  side?: Side;
  /** That the side is right; 0 when it is unknown. */
  probability: number;
  basis?: SideBasis;
}

export interface Language {
  /** BCP 47, such as `en` or `de`. */
  code: string;
  probability: number;
}

export interface Conversation {
  text: string;
  turns: Turn[];
  format: ConversationFormat;
  /** Everyone with a label, in the order of their first turns. Reading an input always sets it. */
  speakers?: Speaker[];
  /** Absent when there are too few words to tell. */
  language?: Language;
}

/** Exports of vendors; `vendors/` has a reader for each. */
const VENDOR_NAMES = [
  'gong',
  'fireflies',
  'rev',
  'amazon_transcribe',
  'contact_lens',
  'google_speech',
  'google_insights',
  'azure_speech',
  'genesys',
  'twilio',
  'vapi',
  'retell',
  'elevenlabs',
  'zendesk',
  'intercom',
  'freshdesk',
  'front',
  'hubspot',
  'slack',
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
  'deepgram',
  'assemblyai',
  'whisper',
  ...VENDOR_NAMES,
] as const;
export type ConversationFormat = (typeof CONVERSATION_FORMATS)[number];
