/**
 * Google Meet API: `GET /v2/conferenceRecords/{id}/transcripts/{id}/entries`. Entries refer to participants by resource name; add the response of
 * `…/participants` (`participants`) for their names.
 */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { earliest, instantOf } from '../instant.ts';
import {
  byId,
  firstRecord,
  readItems,
  recordOf,
  recordsOf,
  secondsSince,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const googleMeetApi: VendorFormat = {
  marks: ['transcriptEntries', 'participant', 'languageCode', 'startTime', 'endTime', 'nextPageToken'],
  is: (value) => 'participant' in (isRecord(value) ? (firstRecord(value.transcriptEntries) ?? {}) : {}),
  read(value, path) {
    const answer = expectRecord(value, path);
    const people = byId(answer.participants, 'name');
    const begin = earliest(recordsOf(answer.transcriptEntries).map(({ startTime }) => instantOf(startTime)));
    return readItems(
      answer.transcriptEntries,
      `${path}.transcriptEntries`,
      (entry, here) => {
        const resource = textOf(entry.participant);
        const name = nameOf(people.get(resource ?? ''));
        return {
          text: expectText(entry.text, `${here}.text`),
          speaker: name ?? resource,
          startSeconds: secondsSince(begin, instantOf(entry.startTime)),
          endSeconds: secondsSince(begin, instantOf(entry.endTime)),
          name,
        };
      },
      { channel: 'call', occurredAt: begin },
    );
  },
};

/** A participant is signed in, anonymous or on the phone. */
function nameOf(participant: Record<string, unknown> | undefined): string | undefined {
  const kinds = [participant?.signedinUser, participant?.anonymousUser, participant?.phoneUser];
  return kinds.map((kind) => textOf(recordOf(kind).displayName)).find((name) => name !== undefined);
}
