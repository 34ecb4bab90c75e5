/** Twilio: sentences of Voice Intelligence (by media channel), or messages of Conversations (by author). */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { fileNames, firstRecord, labelOf, readItems, secondsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const twilio: VendorFormat = {
  marks: ['media_channel', 'sentence_index', 'channel_participant', 'conversation_sid', 'participant_sid', 'author'],
  is: (value) =>
    isRecord(value) && (isSentence(firstRecord(value.sentences)) || isMessage(firstRecord(value.messages))),
  read(value, path) {
    const answer = expectRecord(value, path);
    if (isSentence(firstRecord(answer.sentences))) {
      const roles = rolesOf(answer);
      return readItems(
        answer.sentences,
        `${path}.sentences`,
        (item, here) => {
          const channel = labelOf(item.media_channel);
          const role = channel === undefined ? undefined : roles.get(channel);
          return {
            text: expectText(item.transcript, `${here}.transcript`),
            speaker: role ?? (channel === undefined ? undefined : `channel ${channel}`),
            startSeconds: secondsOf(item.start_time),
            endSeconds: secondsOf(item.end_time),
          };
        },
        { channel: 'call', occurredAt: instantOf(answer.media_start_time) },
      );
    }
    return readItems(
      answer.messages,
      `${path}.messages`,
      (item, here) =>
        // Media messages have no body.
        item.body === undefined || item.body === null
          ? {
              text: '',
              attachments: fileNames(item.media, 'filename', 'sid'),
              speaker: labelOf(item.author),
              kind: 'attachment',
            }
          : {
              text: expectText(item.body, `${here}.body`),
              attachments: fileNames(item.media, 'filename', 'sid'),
              speaker: labelOf(item.author),
              at: instantOf(item.date_created),
            },
      { channel: 'chat' },
    );
  },
};

function isSentence(value: Record<string, unknown> | undefined): boolean {
  return value !== undefined && 'media_channel' in value && 'transcript' in value;
}

function isMessage(value: Record<string, unknown> | undefined): boolean {
  return value !== undefined && 'conversation_sid' in value && 'author' in value;
}

/** The transcript resource contains the role of each channel: `channel.participants[].channel_participant`. */
function rolesOf({ channel }: Record<string, unknown>): Map<string, string> {
  const participants =
    isRecord(channel) && Array.isArray(channel.participants) ? channel.participants.filter(isRecord) : [];
  return new Map(
    participants.flatMap((participant) => {
      const id = labelOf(participant.channel_participant);
      const role = textOf(participant.role);
      return id === undefined || role === undefined ? [] : [[id, role]];
    }),
  );
}
