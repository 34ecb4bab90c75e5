/** JustCall AI: a call with its `call_transcription`. Times are seconds. */
import { expectText } from '../expect-input.ts';
import { firstRecord, labelOf, readItems, recordOf, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const justcall: VendorFormat = {
  marks: ['call_transcription', 'speaker_name', 'sentence', 'starttime', 'endtime', 'call_sid'],
  is: (value) => 'sentence' in (firstRecord(recordOf(recordOf(value).data).call_transcription) ?? {}),
  read: (value, path) =>
    readItems(
      recordOf(recordOf(value).data).call_transcription,
      `${path}.data.call_transcription`,
      (item, here) => {
        const name = textOf(item.speaker_name);
        const { starttime, endtime } = recordOf(item.timestamp);
        return {
          text: expectText(item.sentence, `${here}.sentence`),
          speaker: name ?? labelOf(item.speaker_id),
          startSeconds: secondsOf(starttime),
          endSeconds: secondsOf(endtime),
          name,
        };
      },
      { channel: 'call' },
    ),
};
