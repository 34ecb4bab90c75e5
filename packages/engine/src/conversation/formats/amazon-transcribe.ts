/**
 * Amazon Transcribe: `audio_segments` if there are any, otherwise the words of each speaker or channel. Older files do not have the speaker
 * with each word: `speaker_labels.segments[].items` assign it by the word's start, `channel_labels.channels[].items` list the words of each
 * channel.
 */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { groupWords, type TimedWord } from '../group-words.ts';
import { interleaveWords } from '../interleave-words.ts';
import {
  firstRecord,
  joinParts,
  labelOf,
  readItems,
  recordOf,
  recordsOf,
  secondsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const amazonTranscribe: VendorFormat = {
  marks: [
    'jobName',
    'audio_segments',
    'speaker_label',
    'channel_label',
    'speaker_labels',
    'channel_labels',
    'transcripts',
  ],
  is: (value) =>
    isRecord(value) &&
    isRecord(value.results) &&
    Array.isArray(value.results.transcripts) &&
    (Array.isArray(value.results.items) || isRecord(value.results.channel_labels)),
  read(value, path) {
    const results = expectRecord(expectRecord(value, path).results, `${path}.results`);
    const segment = firstRecord(results.audio_segments);
    if (segment !== undefined && ('speaker_label' in segment || 'channel_label' in segment)) {
      return readItems(results.audio_segments, `${path}.results.audio_segments`, (item, here) => ({
        text: expectText(item.transcript, `${here}.transcript`),
        speaker: speakerOf(item),
        startSeconds: secondsOf(item.start_time),
        endSeconds: secondsOf(item.end_time),
      }));
    }
    const channels = recordsOf(recordOf(results.channel_labels).channels);
    if (channels.length > 0) {
      return joinParts(
        interleaveWords(
          channels.flatMap((channel) => wordsOf(recordsOf(channel.items), () => labelOf(channel.channel_label))),
        ),
      );
    }
    const speakers = speakersByStart(recordOf(results.speaker_labels).segments);
    const words = wordsOf(recordsOf(results.items), (item) => speakerOf(item) ?? speakers.get(String(item.start_time)));
    return words.length > 0
      ? joinParts(groupWords(words))
      : readItems(results.transcripts, `${path}.results.transcripts`, (item, here) => ({
          text: expectText(item.transcript, `${here}.transcript`),
        }));
  },
};

/** Punctuation has no time and no speaker: it belongs to the word before. */
function wordsOf(
  items: readonly Record<string, unknown>[],
  nameOf: (item: Record<string, unknown>) => string | undefined,
): TimedWord[] {
  const words: TimedWord[] = [];
  for (const item of items) {
    const content = textOf(firstRecord(item.alternatives)?.content);
    const last = words.at(-1);
    if (content === undefined) continue;
    const isMark = item.type === 'punctuation' || (item.start_time === undefined && /^\p{P}+$/u.test(content));
    if (isMark && last !== undefined) last.text += content;
    else {
      const times = { startSeconds: secondsOf(item.start_time), endSeconds: secondsOf(item.end_time) };
      words.push({ text: content, speaker: nameOf(item), ...times });
    }
  }
  return words;
}

function speakersByStart(segments: unknown): Map<string, string> {
  const speakers = new Map<string, string>();
  for (const segment of recordsOf(segments)) {
    for (const item of recordsOf(segment.items)) {
      const speaker = labelOf(item.speaker_label) ?? labelOf(segment.speaker_label);
      if (speaker !== undefined && typeof item.start_time === 'string') speakers.set(String(item.start_time), speaker);
    }
  }
  return speakers;
}

function speakerOf(item: Record<string, unknown>): string | undefined {
  return labelOf(item.speaker_label) ?? labelOf(item.channel_label);
}
