/** Recall.ai: the transcript behind `download_url`, a list of parts with `participant` and `words`; also the older one with `speaker`. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  firstRecord,
  labelOf,
  readItems,
  recordOf,
  recordsOf,
  secondsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const recall: VendorFormat = {
  marks: ['participant', 'words', 'start_timestamp', 'end_timestamp', 'is_host', 'relative', 'absolute'],
  is(value) {
    const part = firstRecord(value);
    const word = part === undefined ? undefined : firstRecord(part.words);
    return word !== undefined && 'text' in word && 'start_timestamp' in word;
  },
  read: (value, path) =>
    readItems(
      value,
      path,
      (part, here) => {
        const words = recordsOf(part.words);
        const [first, last] = [words[0], words.at(-1)];
        const participant = recordOf(part.participant);
        const name = textOf(participant.name) ?? textOf(part.speaker);
        return {
          text: words.map((word, index) => expectText(word.text, `${here}.words[${index}].text`)).join(' '),
          speaker: name ?? labelOf(participant.id) ?? labelOf(part.speaker_id),
          startSeconds: relative(first?.start_timestamp),
          endSeconds: relative(last?.end_timestamp),
          at: instantOf(recordOf(first?.start_timestamp).absolute),
          name,
          email: textOf(participant.email),
        };
      },
      { channel: 'call' },
    ),
};

/** `{ relative, absolute }`, or seconds in older transcripts. */
function relative(time: unknown): number | undefined {
  return secondsOf(isRecord(time) ? time.relative : time);
}
