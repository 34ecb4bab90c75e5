/** Deepgram, which also tells people on one channel apart. */
import type { Recogniser } from '../recognise.ts';
import { callService, type Service } from './call-service.ts';
import { writeWav } from './write-wav.ts';

interface Answer {
  results?: {
    channels?: {
      detected_language?: string;
      alternatives?: {
        words?: {
          word?: string;
          punctuated_word?: string;
          start?: number;
          end?: number;
          confidence?: number;
          speaker?: number;
        }[];
      }[];
    }[];
  };
}

/** Long enough to distinguish voices within it. */
const PIECE_SECONDS = 900;

export function createDeepgramRecogniser(service: Service): Recogniser {
  return {
    pieceSeconds: PIECE_SECONDS,
    async recognise(samples, { language, signal }) {
      const query = new URLSearchParams({ model: service.model, smart_format: 'true', diarize: 'true' });
      if (language === undefined) query.set('detect_language', 'true');
      else query.set('language', language);
      const headers = { authorization: `Token ${service.apiKey}`, 'content-type': 'audio/wav' };
      const request = { method: 'POST', path: `/v1/listen?${query}`, headers, body: writeWav(samples) } as const;
      const [channel] = (await callService<Answer>(service, request, signal)).results?.channels ?? [];
      const words = (channel?.alternatives?.[0]?.words ?? []).map((word) => ({
        text: word.punctuated_word ?? word.word ?? '',
        start: word.start ?? 0,
        end: word.end ?? word.start ?? 0,
        ...(word.confidence !== undefined && { confidence: word.confidence }),
        ...(word.speaker !== undefined && { speaker: String(word.speaker) }),
      }));
      const found = language ?? channel?.detected_language?.slice(0, 2);
      return found === undefined ? { words } : { words, language: found };
    },
  };
}
