/** Front: `GET /conversations/{id}/messages`, the newest first in the API; including the items of `…/comments`, which are internal messages. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import { htmlText } from './html-text.ts';
import {
  fileNames,
  fullName,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  sideOfDirection,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';
import { writtenPart } from './written-part.ts';

export const front: VendorFormat = {
  marks: ['_results', 'is_inbound', 'recipients', 'blurb'],
  is(value) {
    return isRecord(value) && recordsOf(value._results).some((message) => 'is_inbound' in message);
  },
  read(value, path) {
    const messages = oldestFirst(recordsOf(expectRecord(value, path)._results), timeOf);
    return readItems(messages, `${path}._results`, (message, here) => {
      if (message.is_draft === true) return undefined; // It has not been sent.
      const isComment = 'posted_at' in message && !('is_inbound' in message);
      const isInbound = message.is_inbound === true;
      const author = recordOf(message.author);
      const from = recordsOf(message.recipients).find(({ role }) => role === 'from');
      const text = textOf(message.text) ?? htmlText(expectText(message.body, `${here}.body`));
      const name = fullName(author.first_name, author.last_name) ?? textOf(from?.name);
      const email = textOf(author.email) ?? textOf(from?.handle);
      return writtenPart(text, {
        kind: isComment ? 'note' : undefined,
        attachments: fileNames(message.attachments, 'filename'),
        speaker: name ?? email ?? sideOfDirection(isInbound),
        aliases: [sideOfDirection(isInbound), textOf(from?.handle)],
        at: timeOf(message),
        name,
        email,
      });
    });
  },
};

function timeOf({ created_at, posted_at }: Record<string, unknown>): string | undefined {
  return instantOfSeconds(created_at ?? posted_at);
}
