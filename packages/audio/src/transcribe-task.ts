/** Messages to and from a transcribing process: each request gets the next result, or a request for more bytes. */
import type { EngineOptions } from './engine-options.ts';
import type { Hearing, HearOptions } from './hear-recording.ts';
import type { SoundFacts } from './sound/listen.ts';

export type TranscribeTask =
  | { recording: number; begin: Beginning }
  | { recording: number; bytes?: Uint8Array }
  | { forget: number };

export interface Beginning extends Omit<HearOptions, 'recogniser' | 'signal'> {
  engine: EngineOptions;
  /** Of the recording, in bytes. */
  size: number;
}

export type TranscribeReply =
  | { want: { at: number; length: number } }
  | { gives: Hearing }
  | { end: SoundFacts }
  | { fault: Fault }
  | { forgotten: true };

export interface Fault {
  kind: 'sound' | 'recogniser' | 'other';
  message: string;
  retryAfterMs?: number | undefined;
}
