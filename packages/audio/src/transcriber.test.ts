import { ChildProcesses } from '@brickwork/engine/core/child-processes';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixture, longRecording } from '../test/support/long-recording.ts';
import { all, transcribing } from '../test/support/transcribing.ts';
import { RecogniserFault } from './engines/call-service.ts';
import { SoundError } from './sound-block.ts';
import type { TranscribeReply, TranscribeTask } from './transcribe-task.ts';

describe('recordings in child processes', () => {
  const { deaths, closed, start, hear } = transcribing();
  let recording: Uint8Array;

  beforeAll(async () => {
    recording = await longRecording(50); // two pieces of two minutes
  });

  it('become words piece by piece, with a copy and what the sound is like', async () => {
    const service = await start();
    const { pieces, copied, sound } = await all(hear(recording, { withCopy: true }));
    expect(pieces.map(({ index }) => index)).toEqual([0, 1]);
    expect(pieces.map(({ language }) => language)).toEqual(['en', 'en']);
    const said = pieces.flatMap(({ words }) => words.map(({ text }) => text));
    expect(said).toEqual(service.requests.flatMap((bytes) => ['heard', String(bytes)]));
    expect(sound).toMatchObject({ channels: 1, seconds: copied / 16_000 });
    expect(sound.seconds).toBeCloseTo((recording.length - 44) / 32_000, 0);
    expect(deaths).toEqual([]);
  });

  it('are refused with a sentence when they are damaged', async () => {
    await start();
    const flac = await fixture('austen.flac');
    await expect(all(hear(flac.subarray(0, 30)))).rejects.toThrow(SoundError);
    await expect(all(hear(Buffer.from('no sound at all')))).rejects.toThrow('This is not a recording');
    await expect(all(hear(flac))).resolves.toMatchObject({ pieces: [{ index: 0 }] });
    expect(deaths).toEqual([]);
  });

  it('say why a service refuses, and when to try again', async () => {
    await start(() => ({ status: 429, headers: { 'retry-after': '7' } }));
    const refused = await all(hear(await fixture('austen.flac'))).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RecogniserFault);
    expect(refused).toMatchObject({ retryAfterMs: 7_000, message: expect.stringContaining('busy or down (429)') });
  });

  it('are forgotten by the process that was told to', async () => {
    const service = await start();
    const module = new URL('./transcribe-process.ts', import.meta.url);
    const processes = new ChildProcesses<TranscribeTask, TranscribeReply>({ module, most: 1, heapMb: 256 });
    closed.push(() => processes.stop());
    const { ask } = processes.lease('a');
    const engine = { engine: 'openai', model: 'any', baseUrl: service.url } as const;
    await expect(ask({ recording: 1, begin: { engine, size: 100 } })).resolves.toEqual({
      want: { at: 0, length: 100 },
    });
    await expect(ask({ forget: 1 })).resolves.toEqual({ forgotten: true });
    await expect(ask({ recording: 1, bytes: new Uint8Array(100) })).resolves.toMatchObject({
      fault: { message: 'The recording was forgotten.' },
    });
  });
});
