/** A recording: audio until it has become a conversation, and the copy to listen to, if one is kept. Everything said in it is sealed. */

import type { ChannelWord, SpokenStretch, SpokenTurn } from '@brickwork/audio/to-conversation';
import type { ChannelSide, Environment, NewRunType, RecordingStatus } from '@brickwork/contract';

export const SECRET_PURPOSE = 'recordings';
/** Retention of failed recordings, so that they can be retried. */
export const FAILED_DAYS = 7;
/** Retention of unfinished uploads. */
export const UPLOAD_DAYS = 1;

/** As in a run request. */
export type RecordingKit = { kitCode: string } | { kitVersionId: string };

/** The settings of the request. */
export interface RecordingPlan {
  name?: string | undefined;
  metadata?: Record<string, string> | undefined;
  /** RFC 3339. */
  occurredAt?: string | undefined;
  /** A run of each kit is created at the end. */
  kits: readonly RecordingKit[];
  type: NewRunType;
  /** Further fields of the run's input. */
  input?: Record<string, unknown> | undefined;
  language?: string | undefined;
  channels?: readonly ChannelSide[] | undefined;
  keepAudio: boolean;
}

export interface Recording {
  recordingId: string;
  workspaceName: string;
  plan: RecordingPlan;
  /** The workspace's. */
  planName: string;
  status: RecordingStatus;
  externalId: string | undefined;
  /** Whether it is fetched, rather than uploaded. */
  isFetched: boolean;
  sizeBytes: number | undefined;
  receivedBytes: number;
  heardSeconds: number;
  seconds: number | undefined;
  language: string | undefined;
  engine: string | undefined;
  warnings: readonly string[] | undefined;
  runIds: readonly string[];
  hasAudio: boolean;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}

export interface RecordingAddress {
  url: string;
  headers: Record<string, string>;
}

/** What was said. */
export interface Spoken {
  channels: number;
  turns: (SpokenTurn | { kind: 'hold'; text: string; start: number; end: number })[];
  speech: SpokenStretch[];
}

/** The transcript of a piece. */
export interface SavedPiece {
  number: number;
  until: number;
  language?: string | undefined;
  words: ChannelWord[];
}

export interface RecordingEnd {
  engine: string;
  seconds: number;
  language: string | undefined;
  warnings: readonly string[];
  runIds: readonly string[];
  spoken: Spoken;
}

/** Sealed bytes can be opened in their own row only. */
export const bindingOf = (recordingId: string, what: string): string => `${recordingId} ${what}`;

export interface NewRecording {
  workspaceId: string;
  environment: Environment;
  recordingId: string;
  plan: RecordingPlan;
  externalId: string | undefined;
  address: RecordingAddress | undefined;
  sizeBytes: number | undefined;
  /** One recording per key. */
  keyHash: Buffer | undefined;
  now: Date;
}
