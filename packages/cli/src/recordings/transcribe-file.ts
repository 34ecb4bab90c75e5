/** Turns one file into a conversation; temporary failures (a busy service, a process that ended) are retried from the last piece. */
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ByteSource } from '@brickwork/audio/byte-reader';
import { RecogniserFault } from '@brickwork/audio/engines/call-service';
import type { SoundFacts } from '@brickwork/audio/sound/listen';
import { type ChannelWord, type SpokenWord, toConversation } from '@brickwork/audio/to-conversation';
import type { Transcriber } from '@brickwork/audio/transcriber';
import { ChildEndedError } from '@brickwork/engine/core/child-processes';
import type { Sides } from './transcriber-options.ts';

export interface FileOptions {
  language?: string | undefined;
  sides: Sides;
  withWords: boolean;
  signal: AbortSignal;
  /** The share that is done. */
  onProgress(share: number): void;
}

type Whole = ReturnType<typeof toConversation>;
type Turn = Whole['turns'][number];

export interface Transcript {
  turns: (
    | Exclude<Turn, { words: unknown }>
    | (Omit<Extract<Turn, { words: unknown }>, 'words'> & { words?: SpokenWord[] })
  )[];
  speech: Whole['speech'];
}

const MOST_TRIES = 5;
const MOST_WAIT_MS = 120_000;

export async function transcribeFile(
  transcriber: Transcriber,
  path: string,
  { language, sides, withWords, signal, onProgress }: FileOptions,
): Promise<Transcript> {
  await using file = await open(path);
  const source = await sourceOf(file, onProgress);
  const words: ChannelWord[] = [];
  const heard = { done: 0, language };
  for (let tries = 1; ; tries += 1) {
    const before = heard.done;
    try {
      const sound = await hear(transcriber, source, { heard, words, signal });
      const { turns, speech } = toConversation(words, sound, { sides: sides.slice(0, sound.channels) });
      return { turns: withWords ? turns : turns.map(withoutWords), speech };
    } catch (error) {
      const waitMs = passesAfter(error);
      if (heard.done > before) tries = 1;
      if (waitMs === undefined || tries >= MOST_TRIES) throw error;
      await pause(Math.min(waitMs, MOST_WAIT_MS), undefined, { signal });
    }
  }
}

interface Hearing {
  heard: { done: number; language: string | undefined };
  words: ChannelWord[];
  signal: AbortSignal;
}

async function hear(
  transcriber: Transcriber,
  source: ByteSource,
  { heard, words, signal }: Hearing,
): Promise<SoundFacts> {
  const hearing = transcriber.hear('command', source, { ...heard, signal });
  for (;;) {
    const { done, value } = await hearing.next();
    if (done === true) return value;
    if (value.kind !== 'words') continue;
    words.push(...value.piece.words);
    heard.done = value.piece.index + 1;
    heard.language ??= value.piece.words.length > ENOUGH_WORDS ? value.piece.language : undefined;
  }
}

/** Words that a piece needs for its language to be trusted. */
const ENOUGH_WORDS = 20;

function passesAfter(error: unknown): number | undefined {
  if (error instanceof ChildEndedError) return 0;
  return error instanceof RecogniserFault ? error.retryAfterMs : undefined;
}

async function sourceOf(file: FileHandle, onProgress: (share: number) => void): Promise<ByteSource> {
  const { size } = await file.stat();
  let furthest = 0;
  return {
    size,
    async read(at, length) {
      if (at > furthest) onProgress(at / size);
      furthest = Math.max(furthest, at);
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    },
  };
}

function withoutWords(turn: Turn): Transcript['turns'][number] {
  if (!('words' in turn)) return turn;
  const { words: _, ...rest } = turn;
  return rest;
}
