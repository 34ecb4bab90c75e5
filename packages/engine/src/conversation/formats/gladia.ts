/** Gladia: `GET /v2/pre-recorded/{id}` with `result.transcription.utterances`, or the live session's `post_transcript`. */
import { expectText, isRecord } from '../expect-input.ts';
import { firstRecord, labelOf, readItems, recordOf, secondsOf, type VendorFormat } from './vendor-format.ts';

export const gladia: VendorFormat = {
  marks: ['full_transcript', 'utterances', 'transcription', 'result', 'languages', 'session_id'],
  is: (value) => utterancesOf(value) !== undefined,
  read(value, path) {
    const utterances = utterancesOf(value);
    const channels = new Set((utterances ?? []).filter(isRecord).map(({ channel }) => channel));
    return readItems(utterances, path, (item, here) => {
      const speaker = labelOf(item.speaker);
      const channel = channels.size > 1 ? labelOf(item.channel) : undefined;
      return {
        text: expectText(item.text, `${here}.text`),
        // With one person on each channel, the speakers of both are called 0.
        speaker: channel === undefined ? speaker : `channel ${channel}`,
        startSeconds: secondsOf(item.start),
        endSeconds: secondsOf(item.end),
      };
    });
  },
};

function utterancesOf(value: unknown): unknown[] | undefined {
  const result = recordOf(recordOf(value).result ?? recordOf(recordOf(value).payload).data ?? recordOf(value).data);
  const transcription = isRecord(result.transcription) ? result.transcription : result;
  const isGladia = 'full_transcript' in transcription || 'languages' in transcription;
  const first = firstRecord(transcription.utterances);
  return isGladia && first !== undefined && Array.isArray(transcription.utterances)
    ? transcription.utterances
    : undefined;
}
