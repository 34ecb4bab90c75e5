/** Amazon Connect Contact Lens and Transcribe Call Analytics: `Transcript` with the participants' roles. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { firstRecord, labelOf, readItems, secondsOfMs, textOf, type VendorFormat } from './vendor-format.ts';

export const contactLens: VendorFormat = {
  marks: ['ParticipantId', 'ParticipantRole', 'BeginOffsetMillis', 'EndOffsetMillis', 'Transcript', 'Content'],
  is(value) {
    const first = isRecord(value) ? firstRecord(value.Transcript) : undefined;
    return first !== undefined && ('ParticipantId' in first || 'ParticipantRole' in first);
  },
  read(value, path) {
    const contact = expectRecord(value, path);
    const roles = new Map(
      (Array.isArray(contact.Participants) ? contact.Participants.filter(isRecord) : []).map((participant) => [
        labelOf(participant.ParticipantId),
        textOf(participant.ParticipantRole),
      ]),
    );
    return readItems(contact.Transcript, `${path}.Transcript`, (item, here) => {
      // Chats have events ("joined") without words.
      if (item.Content === undefined || item.Content === null) return undefined;
      const id = labelOf(item.ParticipantId);
      const role = textOf(item.ParticipantRole) ?? roles.get(id) ?? id;
      return {
        text: expectText(item.Content, `${here}.Content`),
        speaker: textOf(item.DisplayName) ?? role ?? id,
        aliases: [role === 'CUSTOM_BOT' ? 'bot' : role],
        startSeconds: secondsOfMs(item.BeginOffsetMillis),
        endSeconds: secondsOfMs(item.EndOffsetMillis),
      };
    });
  },
};
