/**
 * Whisper's `verbose_json`: segments with times in seconds, with a speaker if a diariser added one; or `{ text }`. WhisperX also assigns a
 * speaker to each word: if a segment has none, or words of several, its text is split between them.
 */
import { expectArray, expectRecord, expectText, isRecord, optionalLabel, optionalSeconds } from '../expect-input.ts';
import { joinTurns, type SpokenPart } from '../join-turns.ts';
import { firstRecord, type ReadTurns, recordsOf, type VendorFormat } from './vendor-format.ts';

export const whisper: VendorFormat = {
  marks: ['segments', 'avg_logprob', 'no_speech_prob', 'compression_ratio'],
  is: (value) =>
    isRecord(value) && ('segments' in value ? !namesOthers(value.segments) : typeof value.text === 'string'),
  read: readWhisper,
};

/** Apart from these, a segment has numbers only. */
const OWN_TEXTS = new Set(['text', 'speaker', 'id', 'language', 'start', 'end']);

/** Other vendors list segments too, but use another field for the speaker. */
function namesOthers(segments: unknown): boolean {
  const first = firstRecord(segments) ?? {};
  return Object.entries(first).some(([name, value]) => typeof value === 'string' && !OWN_TEXTS.has(name));
}

function readWhisper(value: unknown, path: string): ReadTurns {
  const transcript = expectRecord(value, path);
  if (transcript.segments === undefined || transcript.segments === null) {
    return joinTurns([{ text: expectText(transcript.text, `${path}.text`) }]);
  }
  return joinTurns(
    expectArray(transcript.segments, `${path}.segments`).flatMap((item, index) => {
      const itemPath = `${path}.segments[${index}]`;
      const segment = expectRecord(item, itemPath);
      const part: SpokenPart = {
        text: expectText(segment.text, `${itemPath}.text`),
        speaker: optionalLabel(segment.speaker, `${itemPath}.speaker`),
        startSeconds: optionalSeconds(segment.start, `${itemPath}.start`),
        endSeconds: optionalSeconds(segment.end, `${itemPath}.end`),
      };
      return part.speaker === undefined ? byWords(part, recordsOf(segment.words)) : [part];
    }),
  );
}

interface Run {
  speaker: string;
  from: number;
  start: number | undefined;
  end: number | undefined;
}

/** Slices of the segment's own text, so that a word without a speaker stays with the previous one. */
function byWords(part: SpokenPart, words: readonly Record<string, unknown>[]): SpokenPart[] {
  const runs = runsOf(part.text, words);
  if (runs.length === 0) return [part];
  return runs.map(({ speaker, from, start, end }, index) => ({
    text: part.text.slice(index === 0 ? 0 : from, runs[index + 1]?.from),
    speaker,
    startSeconds: index === 0 ? part.startSeconds : start,
    endSeconds: index === runs.length - 1 ? part.endSeconds : end,
  }));
}

/** None if a word is not in the text: then it is unknown where another speaker begins. */
function runsOf(text: string, words: readonly Record<string, unknown>[]): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const { word, speaker, start, end } of words) {
    if (typeof speaker !== 'string' || speaker === '') continue;
    const found = typeof word === 'string' ? text.indexOf(word.trim(), at) : -1;
    if (found < 0) return [];
    const last = runs.at(-1);
    const [from, until] = [secondsIn(start), secondsIn(end)];
    if (last?.speaker === speaker) last.end = until ?? last.end;
    else runs.push({ speaker, from: found, start: from, end: until });
    at = found + String(word).trim().length;
  }
  return runs;
}

function secondsIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
