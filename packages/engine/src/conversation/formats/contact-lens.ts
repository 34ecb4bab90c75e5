/** Amazon Connect Contact Lens (calls, chats, real time) and Transcribe Call Analytics: `Transcript` or `Segments` with the participants' roles. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import type { TurnKind } from '../turn-kinds.ts';
import {
  fileNames,
  firstRecord,
  labelOf,
  readItems,
  recordsOf,
  secondsOfMs,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

const KINDS: Readonly<Record<string, TurnKind>> = { SYSTEM: 'system', CUSTOM_BOT: 'bot' };

export const contactLens: VendorFormat = {
  marks: [
    'ParticipantId',
    'ParticipantRole',
    'BeginOffsetMillis',
    'EndOffsetMillis',
    'Transcript',
    'Segments',
    'Content',
  ],
  is(value) {
    const first = firstRecord(itemsOf(value)?.items);
    return first !== undefined && ('ParticipantId' in first || 'ParticipantRole' in first);
  },
  read(value, path) {
    const contact = expectRecord(value, path);
    const { items, name } = itemsOf(contact) ?? { items: contact.Transcript, name: 'Transcript' };
    const roles = new Map(
      recordsOf(contact.Participants).map((participant) => [
        labelOf(participant.ParticipantId),
        textOf(participant.ParticipantRole),
      ]),
    );
    return readItems(
      items,
      `${path}.${name}`,
      (item, here) => {
        // Chats have events ("joined") and attachments without words.
        const attachments = fileNames(item.Attachments, 'AttachmentName');
        const event = textOf(item.ContentType)?.match(/\.event\.(.{1,60})$/)?.[1];
        if (item.Content === undefined || item.Content === null) {
          if (event === undefined && attachments.length === 0) return undefined;
          return {
            text: (event ?? '').replaceAll('.', ' '),
            kind: 'system',
            attachments,
            speaker: textOf(item.DisplayName),
          };
        }
        const id = labelOf(item.ParticipantId);
        const role = textOf(item.ParticipantRole) ?? (id === undefined ? undefined : roles.get(id));
        const name = textOf(item.DisplayName);
        return {
          text: expectText(item.Content, `${here}.Content`),
          attachments,
          speaker: name ?? role ?? id,
          aliases: [role === 'CUSTOM_BOT' ? 'bot' : (role ?? id)],
          kind: role === undefined ? undefined : KINDS[role],
          startSeconds: secondsOfMs(item.BeginOffsetMillis),
          endSeconds: secondsOfMs(item.EndOffsetMillis),
          at: instantOf(item.AbsoluteTime),
          name,
        };
      },
      {
        channel:
          contact.Channel === 'CHAT' ? 'chat' : contact.Channel === 'VOICE' || name === 'Segments' ? 'call' : undefined,
      },
    );
  },
};

/** In real time (`ListRealtimeContactAnalysisSegments`) each segment holds a `Transcript`, or categories and issues, which are not speech. */
function itemsOf(value: unknown): { items: unknown; name: string } | undefined {
  if (!isRecord(value)) return undefined;
  if (Array.isArray(value.Transcript)) return { items: value.Transcript, name: 'Transcript' };
  if (!Array.isArray(value.Segments)) return undefined;
  return {
    items: value.Segments.flatMap((segment) =>
      isRecord(segment) && isRecord(segment.Transcript) ? [segment.Transcript] : [],
    ),
    name: 'Segments',
  };
}
