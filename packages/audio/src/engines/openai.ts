/** The transcription API of OpenAI, which Groq, speaches, faster-whisper and whisper.cpp servers speak too. */
import type { RecognisedWord, Recogniser } from '../recognise.ts';
import { callService, type Service } from './call-service.ts';
import { writeWav } from './write-wav.ts';

interface Timed {
  start?: number;
  end?: number;
}

interface Transcription {
  text?: string;
  language?: string;
  words?: (Timed & { word?: string })[];
  segments?: (Timed & { text?: string })[];
}

const PIECE_SECONDS = 120;

export function createOpenAiRecogniser(service: Service): Recogniser {
  return {
    pieceSeconds: PIECE_SECONDS,
    async recognise(samples, { language, signal }) {
      const form = new FormData();
      form.set('file', new Blob([writeWav(samples)], { type: 'audio/wav' }), 'piece.wav');
      form.set('model', service.model);
      form.set('response_format', 'verbose_json');
      form.append('timestamp_granularities[]', 'word');
      form.append('timestamp_granularities[]', 'segment');
      if (language !== undefined) form.set('language', language);
      const headers = service.apiKey === undefined ? {} : { authorization: `Bearer ${service.apiKey}` };
      const request = { method: 'POST', path: '/audio/transcriptions', headers, body: form } as const;
      const found = await callService<Transcription>(service, request, signal);
      const words = wordsOf(found, samples.length / 16_000);
      const named = languageCode(found.language);
      return named === undefined ? { words } : { words, language: named };
    },
  };
}

/** Servers differ in the precision of times: words, otherwise segments, otherwise none. */
function wordsOf({ words, segments, text = '' }: Transcription, seconds: number): RecognisedWord[] {
  if (words !== undefined && words.length > 0)
    return words.flatMap(({ word = '', start = 0, end = start }) =>
      word.trim() === '' ? [] : [{ text: word.trim(), start, end }],
    );
  const parts = segments !== undefined && segments.length > 0 ? segments : [{ text, start: 0, end: seconds }];
  return parts.flatMap(({ text: said = '', start = 0, end = seconds }) => spread(said, start, end));
}

/** Words share the time of their segment in proportion to their length. */
export function spread(text: string, start: number, end: number): RecognisedWord[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const total = words.reduce((sum, word) => sum + word.length + 1, 0);
  let at = start;
  return words.map((word) => {
    const begin = at;
    at += ((word.length + 1) / total) * (end - start);
    return { text: word, start: begin, end: at };
  });
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });
const CODES: ReadonlyMap<string, string> = new Map(
  'af ar be bg bn bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja kk kn ko lt lv mi mk mr ms ne nl no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi zh'
    .split(' ')
    .map((code) => [(NAMES.of(code) ?? code).toLowerCase(), code]),
);

/** `english` or `en`. */
function languageCode(named: string | undefined): string | undefined {
  const name = named?.toLowerCase();
  return name === undefined ? undefined : /^[a-z]{2,3}$/.test(name) ? name : CODES.get(name);
}
