/** whisper.cpp: `--output-json`. With `--diarize` a segment has the `speaker`'s channel, with tinydiarize `speaker_turn_next`. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { firstRecord, labelOf, readItems, recordOf, secondsOfMs, type VendorFormat } from './vendor-format.ts';

export const whisperCpp: VendorFormat = {
  marks: ['transcription', 'timestamps', 'offsets', 'systeminfo', 'params'],
  is(value) {
    const segment = isRecord(value) ? firstRecord(value.transcription) : undefined;
    return segment !== undefined && isRecord(segment.offsets) && 'text' in segment;
  },
  read: (value, path) =>
    readItems(expectRecord(value, path).transcription, `${path}.transcription`, (segment, here) => {
      const offsets = recordOf(segment.offsets);
      const channel = labelOf(segment.speaker);
      return {
        text: expectText(segment.text, `${here}.text`),
        speaker: channel === undefined || channel === '?' ? undefined : `channel ${channel}`,
        startSeconds: secondsOfMs(offsets.from),
        endSeconds: secondsOfMs(offsets.to),
      };
    }),
};
