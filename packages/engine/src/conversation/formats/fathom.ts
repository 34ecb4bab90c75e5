/** Fathom: a meeting of `GET /external/v1/meetings` with its transcript, its webhook, or `GET …/recordings/{id}/transcript`. */
import { expectText, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { readTimecode } from '../timecode.ts';
import { firstRecord, readItems, recordOf, recordsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const fathom: VendorFormat = {
  marks: ['display_name', 'matched_calendar_invitee_email', 'calendar_invitees', 'recorded_by', 'recording_start_time'],
  is(value) {
    const speaker = isRecord(value) ? firstRecord(value.transcript)?.speaker : undefined;
    return isRecord(speaker) && 'display_name' in speaker;
  },
  read(value, path) {
    const meeting = recordOf(value);
    const sides = sidesOf(meeting);
    return readItems(
      meeting.transcript,
      `${path}.transcript`,
      (item, here) => {
        const { display_name, matched_calendar_invitee_email } = recordOf(item.speaker);
        const [name, email] = [textOf(display_name), textOf(matched_calendar_invitee_email)];
        return {
          text: expectText(item.text, `${here}.text`),
          speaker: name ?? email,
          aliases: [email, sides.get(email ?? '') ?? sides.get(name ?? '')],
          startSeconds: typeof item.timestamp === 'string' ? readTimecode(item.timestamp) : undefined,
          name,
          email,
        };
      },
      { channel: 'call', occurredAt: instantOf(meeting.recording_start_time) },
    );
  },
};

/** Sides by address and by name, for meetings of the account's people with others. */
function sidesOf({ calendar_invitees, recorded_by }: Record<string, unknown>): Map<string, string> {
  const invitees = recordsOf(calendar_invitees);
  const hosts = [{ ...recordOf(recorded_by), is_external: false }];
  if (!invitees.some(({ is_external }) => is_external === true)) return new Map();
  return new Map(
    [...invitees, ...hosts].flatMap((person: Record<string, unknown>) => {
      const side = person.is_external === true ? 'customer' : 'agent';
      const names = [person.email, person.matched_speaker_display_name, person.name].map(textOf);
      return names.flatMap((name) => (name === undefined ? [] : [[name, side] as const]));
    }),
  );
}
