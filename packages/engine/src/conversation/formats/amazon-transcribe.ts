/** Amazon Transcribe: `audio_segments` where there are any, else the words of each speaker or channel. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { groupWords, type TimedWord } from '../group-words.ts';
import { joinTurns } from '../join-turns.ts';
import { firstRecord, labelOf, readItems, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const amazonTranscribe: VendorFormat = {
  marks: ['jobName', 'audio_segments', 'speaker_label', 'channel_label', 'speaker_labels', 'transcripts'],
  is: (value) =>
    isRecord(value) &&
    isRecord(value.results) &&
    Array.isArray(value.results.transcripts) &&
    Array.isArray(value.results.items),
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
    const words = wordsOf(Array.isArray(results.items) ? results.items.filter(isRecord) : []);
    return words.length > 0
      ? joinTurns(groupWords(words))
      : readItems(results.transcripts, `${path}.results.transcripts`, (item, here) => ({
          text: expectText(item.transcript, `${here}.transcript`),
        }));
  },
};

/** Punctuation has no time and no speaker: it belongs to the word before. */
function wordsOf(items: readonly Record<string, unknown>[]): TimedWord[] {
  const words: TimedWord[] = [];
  for (const item of items) {
    const content = textOf(firstRecord(item.alternatives)?.content);
    const last = words.at(-1);
    if (content === undefined) continue;
    if (item.type === 'punctuation' && last !== undefined) last.text += content;
    else {
      const times = { startSeconds: secondsOf(item.start_time), endSeconds: secondsOf(item.end_time) };
      words.push({ text: content, speaker: speakerOf(item), ...times });
    }
  }
  return words;
}

function speakerOf(item: Record<string, unknown>): string | undefined {
  return labelOf(item.speaker_label) ?? labelOf(item.channel_label);
}
