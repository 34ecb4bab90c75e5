/** Generated from the contract by `npm run generate`: change the schema there. */
import type { ChannelSide, NewRunType, RecordingStatus } from './vocabulary.ts';

export interface SpokenTurn {
  speaker?: string;
  side?: 'agent' | 'customer';
  /** Hold music. */
  kind?: 'hold';
  text: string;
  start: number;
  end: number;
  /** When each word was said. */
  words?: {
    text: string;
    /** The word is written without a space before it. */
    joined?: true;
    start: number;
    end: number;
    confidence?: number;
  }[];
}

export interface Recording {
  /** `rec_…` */
  recording_id: string;
  /** `uploading` until it is complete; `running` while it is fetched and transcribed; then `succeeded` or `failed`. */
  status: RecordingStatus;
  name?: string;
  external_id?: string;
  metadata?: Record<string, string>;
  occurred_at?: string;
  kit_code?: string;
  kit_version_id?: string;
  /** As given, or detected. */
  language?: string;
  channels?: ChannelSide[];
  /** Absent until it is known. */
  size_bytes?: number;
  /** Bytes received so far; continue the upload at this offset. */
  received_bytes: number;
  /** How far it has been transcribed. */
  heard_seconds: number;
  /** How long it is; known at the end. */
  seconds?: number;
  /** What transcribed it: `whisper/base`. */
  engine?: string;
  /** The runs that were created with its conversation. */
  run_ids: string[];
  /** Whether there is a copy to listen to. */
  has_audio: boolean;
  /** When the copy is deleted. */
  audio_until?: string;
  /** Why it failed, and what to do. */
  error?: string;
  /** Caveats, such as that sides were inferred. */
  warnings?: string[];
  created_at: string;
  completed_at?: string;
  /** With `include=conversation`, while it is stored. */
  conversation?: {
    turns: SpokenTurn[];
  };
}

export interface RecordingRequest {
  /** The Kit that the conversation is evaluated against. Without one, it is only transcribed. */
  kit_code?: string | null | undefined;
  /** Pins a version; takes precedence over `kit_code`. */
  kit_version_id?: string | null | undefined;
  /** Type of run. */
  type?: NewRunType | undefined;
  /** Other fields of the run’s input, besides the conversation. */
  input?: Record<string, unknown> | undefined;
  /**
   * When the conversation took place, RFC 3339. By default as the input says, otherwise now. At most a day in the
   * future.
   */
  occurred_at?: string | undefined;
  /** Your own id for the conversation; you can list runs by it. */
  external_id?: string | undefined;
  /** At most 16 pairs of strings, returned with the run. */
  metadata?: Record<string, string> | undefined;
  /** The file’s name, to find it again. */
  name?: string | undefined;
  /** How many bytes will be uploaded. Either this or `url`. */
  size_bytes?: number | undefined;
  /**
   * A public https:// address from which the recording is fetched, in parts; it must answer requests with `Range`,
   * or send at most 64 MB.
   */
  url?: string | undefined;
  /** The spoken language, such as `de`. Detected by default. */
  language?: string | undefined;
  /** Who speaks on each channel: `["agent", "customer"]`. By default inferred from what is said. */
  channels?: ChannelSide[] | undefined;
  /**
   * Keep a copy to listen to, encrypted, until the run is erased or BRICKWORK_RECORDING_DAYS have passed. The
   * default is BRICKWORK_KEEP_RECORDINGS.
   */
  keep_audio?: boolean | undefined;
}
