/** Help Scout: `GET /v2/conversations/{id}/threads`, or the conversation with embedded threads; the newest first. Line items are status changes. */
import { expectRecord, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { htmlText } from './html-text.ts';
import {
  fileNames,
  firstRecord,
  fullName,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';
import { writtenPart } from './written-part.ts';

const SPOKEN = new Set(['customer', 'message', 'chat', 'phone', 'forwardparent', 'forwardchild', 'beaconchat']);

export const helpscout: VendorFormat = {
  marks: ['_embedded', 'threads', 'createdBy', 'customerViewed', 'mailboxId'],
  is(value) {
    const thread = firstRecord(threadsOf(value));
    return thread !== undefined && 'body' in thread && isRecord(thread.createdBy);
  },
  read(value, path) {
    const threads = oldestFirst(recordsOf(threadsOf(value)), ({ createdAt }) => instantOf(createdAt));
    const conversation = expectRecord(value, path);
    return readItems(
      threads,
      `${path}._embedded.threads`,
      (thread) => {
        const body = textOf(thread.body);
        const done = textOf(recordOf(thread.action).text);
        const text = body === undefined ? done : htmlText(body);
        if (text === undefined || thread.state === 'draft') return undefined;
        const by = recordOf(thread.createdBy);
        const name = fullName(by.first, by.last);
        const email = textOf(by.email);
        const role = by.type === 'customer' ? 'customer' : 'agent';
        return writtenPart(text, {
          kind: thread.type === 'note' ? 'note' : SPOKEN.has(String(thread.type)) ? undefined : 'system',
          attachments: fileNames(recordOf(thread._embedded).attachments, 'filename', 'fileName'),
          speaker: name ?? email ?? role,
          aliases: [role, email],
          at: instantOf(thread.createdAt),
          name,
          email,
        });
      },
      {
        occurredAt: instantOf(conversation.createdAt),
        channel:
          conversation.type === 'chat'
            ? 'chat'
            : conversation.type === 'phone'
              ? 'call'
              : conversation.type === 'email'
                ? 'email'
                : undefined,
      },
    );
  },
};

function threadsOf(value: unknown): unknown {
  return isRecord(value) ? recordOf(value._embedded).threads : undefined;
}
