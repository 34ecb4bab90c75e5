/** Front: `GET /conversations/{id}/messages`, the newest first in the API. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import { htmlText } from './html-text.ts';
import {
  firstRecord,
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
    const message = isRecord(value) ? firstRecord(value._results) : undefined;
    return message !== undefined && 'is_inbound' in message;
  },
  read(value, path) {
    const messages = oldestFirst(recordsOf(expectRecord(value, path)._results), ({ created_at }) =>
      instantOfSeconds(created_at),
    );
    return readItems(messages, `${path}._results`, (message, here) => {
      const isInbound = message.is_inbound === true;
      const author = recordOf(message.author);
      const from = recordsOf(message.recipients).find(({ role }) => role === 'from');
      const text = textOf(message.text) ?? htmlText(expectText(message.body, `${here}.body`));
      const name = fullName(author.first_name, author.last_name) ?? textOf(from?.name);
      const email = textOf(author.email) ?? textOf(from?.handle);
      return writtenPart(text, {
        speaker: name ?? email ?? sideOfDirection(isInbound),
        aliases: [sideOfDirection(isInbound), textOf(from?.handle)],
        at: instantOfSeconds(message.created_at),
        name,
        email,
      });
    });
  },
};
