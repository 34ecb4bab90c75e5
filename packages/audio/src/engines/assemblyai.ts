/** AssemblyAI: the audio is uploaded, and polled until it is transcribed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Recogniser } from '../recognise.ts';
import { callService, RecogniserFault, type Service } from './call-service.ts';
import { writeWav } from './write-wav.ts';

interface Transcript {
  id?: string;
  status?: 'queued' | 'processing' | 'completed' | 'error';
  language_code?: string;
  words?: { text?: string; start?: number; end?: number; confidence?: number; speaker?: string | null }[] | null;
}

const PIECE_SECONDS = 900;
const ASK_EVERY_MS = 3_000;
/** Below the quarter of an hour after which a process without output is ended. */
const MOST_ASKS = 250;

export function createAssemblyAiRecogniser(service: Service): Recogniser {
  const headers = { authorization: service.apiKey ?? '' };
  return {
    pieceSeconds: PIECE_SECONDS,
    async recognise(samples, { language, signal }) {
      const upload = { method: 'POST', path: '/v2/upload', headers, body: writeWav(samples) } as const;
      const { upload_url: address } = await callService<{ upload_url?: string }>(service, upload, signal);
      const wanted = language === undefined ? { language_detection: true } : { language_code: language };
      const body = JSON.stringify({ audio_url: address, speaker_labels: true, speech_model: service.model, ...wanted });
      const order = {
        method: 'POST',
        path: '/v2/transcript',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      } as const;
      const { id = '' } = await callService<Transcript>(service, order, signal);
      const found = await untilDone(service, id, headers, signal);
      const words = (found.words ?? []).map(({ text = '', start = 0, end = start, confidence, speaker }) => ({
        text,
        start: start / 1_000,
        end: end / 1_000,
        ...(confidence !== undefined && { confidence }),
        ...(speaker != null && { speaker }),
      }));
      const named = language ?? found.language_code?.slice(0, 2);
      return named === undefined ? { words } : { words, language: named };
    },
  };
}

async function untilDone(
  service: Service,
  id: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Transcript> {
  for (let asked = 0; asked < MOST_ASKS; asked += 1) {
    const path = `/v2/transcript/${encodeURIComponent(id)}`;
    const found = await callService<Transcript>(service, { method: 'GET', path, headers }, signal);
    if (found.status === 'completed') return found;
    if (found.status === 'error') throw new RecogniserFault(`${service.name} could not transcribe the sound.`);
    await pause(ASK_EVERY_MS, undefined, { signal });
  }
  throw new RecogniserFault(`${service.name} did not finish in time.`, ASK_EVERY_MS);
}
