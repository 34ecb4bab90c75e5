/** HubSpot conversations: `GET /conversations/v3/conversations/threads/{threadId}/messages`. Comments of colleagues are notes. */
import { expectRecord, expectText } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  fileNames,
  firstRecord,
  labelOf,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  sideOfDirection,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';
import { writtenPart } from './written-part.ts';

export const hubspot: VendorFormat = {
  marks: ['results', 'senders', 'actorId', 'direction', 'truncationStatus'],
  is: (value) => recordsOf(recordOf(value).results).some((message) => 'senders' in message && 'direction' in message),
  read(value, path) {
    const all = recordsOf(expectRecord(value, path).results);
    const messages = oldestFirst(all, ({ createdAt }) => instantOf(createdAt));
    const cut = all.filter(({ truncationStatus }) => String(truncationStatus).startsWith('TRUNCATED')).length;
    return readItems(
      messages,
      `${path}.results`,
      (message, here) => {
        const isMessage = message.type === 'MESSAGE';
        const text = isMessage ? expectText(message.text, `${here}.text`) : (textOf(message.text) ?? eventOf(message));
        const sender = firstRecord(message.senders);
        const isIncoming = message.direction === 'INCOMING';
        const name = textOf(sender?.name);
        return writtenPart(text, {
          kind: isMessage ? undefined : message.type === 'COMMENT' ? 'note' : 'system',
          attachments: fileNames(message.attachments, 'name', 'url'),
          speaker: name ?? labelOf(sender?.actorId) ?? sideOfDirection(isIncoming),
          aliases: [sideOfDirection(isIncoming)],
          at: instantOf(message.createdAt),
          name,
          email: textOf(recordOf(sender?.deliveryIdentifier).value),
        });
      },
      {
        warnings:
          cut === 0
            ? []
            : [
                `The texts of ${cut} messages are cut off by HubSpot (\`truncationStatus\`): fetch their original content.`,
              ],
      },
    );
  },
};

/** Changes of status and assignments have no text: their type describes the action. */
function eventOf({ type, newStatus }: Record<string, unknown>): string {
  const words = [type, newStatus].flatMap((word) => textOf(word) ?? []);
  return words.join(': ').replaceAll('_', ' ').toLowerCase();
}
