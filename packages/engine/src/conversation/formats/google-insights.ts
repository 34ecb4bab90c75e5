/** Google Conversational Insights (CCAI): the conversation resource with `transcriptSegments`, or the uploaded file with `entries`. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf, instantOfMs } from '../instant.ts';
import { firstRecord, labelOf, readItems, recordOf, secondsSince, textOf, type VendorFormat } from './vendor-format.ts';

const ROLES: Readonly<Record<string, string>> = {
  AGENT: 'agent',
  HUMAN_AGENT: 'agent',
  AUTOMATED_AGENT: 'bot',
  CUSTOMER: 'customer',
  END_USER: 'customer',
  ANY_AGENT: 'agent',
};

export const googleInsights: VendorFormat = {
  marks: ['transcriptSegments', 'segmentParticipant', 'entries', 'start_timestamp_usec', 'conversation_info'],
  is: (value) => listOf(value) !== undefined,
  read(value, path) {
    const conversation = recordOf(value);
    const begin = instantOf(conversation.startTime);
    const medium = String(conversation.medium).toUpperCase();
    return readItems(
      listOf(value),
      path,
      (item, here) => {
        const participant = isRecord(item.segmentParticipant) ? item.segmentParticipant : item;
        const role = textOf(participant.role);
        const id = labelOf(participant.userId ?? participant.user_id);
        const channel = labelOf(item.channelTag);
        return {
          text: expectText(item.text, `${here}.text`),
          speaker: role ?? id ?? (channel === undefined ? undefined : `channel ${channel}`),
          aliases: [role === undefined ? undefined : ROLES[role]],
          kind: role === 'AUTOMATED_AGENT' ? 'bot' : undefined,
          startSeconds: secondsSince(begin, instantOf(item.messageTime)),
          at: instantOfMs(Number(item.start_timestamp_usec) / 1000),
        };
      },
      { occurredAt: begin, channel: medium === 'PHONE_CALL' ? 'call' : medium === 'CHAT' ? 'chat' : undefined },
    );
  },
};

function listOf(value: unknown): unknown[] | undefined {
  if (!isRecord(value)) return undefined;
  const transcript = isRecord(value.transcript) ? value.transcript : value;
  if (Array.isArray(transcript.transcriptSegments)) return transcript.transcriptSegments;
  const entry = firstRecord(value.entries);
  return entry !== undefined && 'role' in entry && 'text' in entry && Array.isArray(value.entries)
    ? value.entries
    : undefined;
}
