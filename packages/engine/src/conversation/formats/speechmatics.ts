/** Speechmatics `json-v2`: words and punctuation in `results`, with speakers or channels if requested. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { groupWords, type TimedWord } from '../group-words.ts';
import { interleaveWords } from '../interleave-words.ts';
import { firstRecord, joinParts, labelOf, recordsOf, secondsOf, type VendorFormat } from './vendor-format.ts';

export const speechmatics: VendorFormat = {
  marks: ['results', 'alternatives', 'attaches_to', 'is_eos', 'format', 'transcription_config'],
  is(value) {
    const first = isRecord(value) ? firstRecord(value.results) : undefined;
    return (
      first !== undefined &&
      Array.isArray(first.alternatives) &&
      'start_time' in first &&
      typeof first.type === 'string'
    );
  },
  read(value, path) {
    const words: TimedWord[] = [];
    let hasChannels = false;
    for (const [index, item] of recordsOf(expectRecord(value, path).results).entries()) {
      const best = firstRecord(item.alternatives);
      if (best === undefined) continue;
      const content = expectText(best.content, `${path}.results[${index}].alternatives[0].content`);
      const last = words.at(-1);
      if (item.type === 'punctuation' && item.attaches_to !== 'next' && last !== undefined) {
        last.text += content;
        last.endSeconds = secondsOf(item.end_time) ?? last.endSeconds;
        continue;
      }
      const channel = labelOf(item.channel);
      hasChannels ||= channel !== undefined;
      const speaker = labelOf(best.speaker);
      words.push({
        text: content,
        speaker: speaker === undefined || speaker === 'UU' ? channel : speaker,
        startSeconds: secondsOf(item.start_time),
        endSeconds: secondsOf(item.end_time),
      });
    }
    return joinParts(hasChannels ? interleaveWords(words) : groupWords(words), { channel: 'call' });
  },
};
