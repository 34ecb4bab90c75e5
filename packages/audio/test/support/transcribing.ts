/** Transcribers with one process, and a service whose answers a test decides. */
import { afterEach } from 'vitest';
import { sourceOf } from '../../src/byte-reader.ts';
import type { HeardPiece, HearOptions } from '../../src/hear-recording.ts';
import { createTranscriber, type Transcriber } from '../../src/transcriber.ts';
import { type FakeTranscription, startFakeTranscription } from './fake-transcription.ts';

/** For the tests of a `describe`: what is in `closed` is called after each of them. */
export function transcribing() {
  const closed: (() => Promise<void>)[] = [];
  const deaths: string[] = [];
  let transcriber: Transcriber;

  afterEach(async () => {
    deaths.length = 0;
    for (const close of closed.splice(0)) await close();
  });

  return {
    closed,
    deaths,
    async start(answer?: Parameters<typeof startFakeTranscription>[0]): Promise<FakeTranscription> {
      const service = await startFakeTranscription(answer);
      transcriber = createTranscriber({
        engine: { engine: 'openai', model: 'any', baseUrl: service.url },
        processes: 1,
        onDeath: (how) => deaths.push(how),
      });
      closed.push(
        () => transcriber.stop(),
        () => service.stop(),
      );
      return service;
    },
    hear: (bytes: Uint8Array, more: Partial<HearOptions> = {}) =>
      transcriber.hear('a', sourceOf(bytes), { signal: new AbortController().signal, ...more }),
  };
}

export async function all(heard: ReturnType<Transcriber['hear']>) {
  const pieces: HeardPiece[] = [];
  let copied = 0;
  for (;;) {
    const { done, value } = await heard.next();
    if (done === true) return { pieces, copied, sound: value };
    if (value.kind === 'words') pieces.push(value.piece);
    else copied += value.bytes.length;
  }
}
