/**
 * Turns a recording's bytes into words, piece by piece, so that a caller can store each piece and continue after it later. The same bytes
 * give the same pieces, so a number identifies the finished ones.
 */
import type { ByteSource } from './byte-reader.ts';
import type { Recogniser } from './recognise.ts';
import { listen, type Piece, type SoundFacts } from './sound/listen.ts';
import { type ChannelWord, placed } from './to-conversation.ts';

export interface HeardPiece {
  index: number;
  /** Seconds of the recording up to its end. */
  until: number;
  language?: string;
  words: ChannelWord[];
}

export type Hearing = { kind: 'words'; piece: HeardPiece } | { kind: 'copy'; bytes: Uint8Array };

export interface HearOptions {
  recogniser: Recogniser;
  language?: string | undefined;
  /** How many pieces were already transcribed. */
  done?: number;
  withCopy?: boolean;
  signal: AbortSignal;
}

export async function* hearRecording(
  source: ByteSource,
  { recogniser, language, done = 0, withCopy = false, signal }: HearOptions,
): AsyncGenerator<Hearing, SoundFacts> {
  const heard = listen(source, { pieceSeconds: recogniser.pieceSeconds, withCopy });
  let known = language;
  for (let index = 0; ; ) {
    const next = await heard.next();
    if (next.done === true) return next.value;
    signal.throwIfAborted();
    if (next.value.kind === 'copy') {
      yield next.value;
      continue;
    }
    const { piece } = next.value;
    if (index >= done) {
      const found = await recogniser.recognise(piece.samples, { language: known, signal });
      // The language of the first piece of sufficient length applies to the others: a few words alone are easily mistaken.
      if (known === undefined && piece.samples.length >= SURE_SAMPLES) known = found.language;
      yield { kind: 'words', piece: toHeard(index, piece, found) };
    }
    index += 1;
  }
}

const SURE_SAMPLES = 160_000;

function toHeard(
  index: number,
  piece: Piece,
  { language, words }: Awaited<ReturnType<Recogniser['recognise']>>,
): HeardPiece {
  return {
    index,
    until: piece.spans.at(-1)?.end ?? 0,
    ...(language !== undefined && { language }),
    words: placed(words, piece),
  };
}
