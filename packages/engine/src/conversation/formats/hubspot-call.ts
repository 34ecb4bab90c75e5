/** HubSpot calls: `GET /crm/extensions/calling/…/transcripts/{id}`, or what integrations send there (`transcriptCreateUtterances`). */
import { expectText, isRecord } from '../expect-input.ts';
import { labelOf, readItems, recordOf, secondsOfMs, textOf, type VendorFormat } from './vendor-format.ts';

export const hubspotCall: VendorFormat = {
  marks: ['transcriptUtterances', 'transcriptCreateUtterances', 'engagementId', 'startTimeMillis', 'endTimeMillis'],
  is: (value) => utterancesOf(value) !== undefined,
  read: (value, path) =>
    readItems(
      utterancesOf(value),
      path,
      (item, here) => {
        const speaker = recordOf(item.speaker);
        const [name, email] = [textOf(speaker.name), textOf(speaker.email)];
        return {
          text: expectText(item.text, `${here}.text`),
          speaker: name ?? email ?? labelOf(speaker.id),
          aliases: [email],
          startSeconds: secondsOfMs(item.startTimeMillis),
          endSeconds: secondsOfMs(item.endTimeMillis),
          name,
          email,
        };
      },
      { channel: 'call' },
    ),
};

function utterancesOf(value: unknown): unknown[] | undefined {
  const list = isRecord(value) ? (value.transcriptUtterances ?? value.transcriptCreateUtterances) : undefined;
  return Array.isArray(list) ? list : undefined;
}
