/** Microsoft Graph mail: `GET /me/messages?$filter=conversationId eq '…'`, or one message. Drafts are left out. */

import { readEmailThread } from '../email-thread.ts';
import { isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { htmlText } from './html-text.ts';
import { oldestFirst, recordOf, recordsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const graphMail: VendorFormat = {
  marks: ['value', 'toRecipients', 'emailAddress', 'receivedDateTime', 'bodyPreview', 'internetMessageId'],
  is: (value) => messagesOf(value).some((message) => 'toRecipients' in message && isRecord(message.body)),
  read(value, path) {
    const times = ({ sentDateTime, receivedDateTime }: Record<string, unknown>) =>
      instantOf(sentDateTime ?? receivedDateTime);
    const messages = oldestFirst(
      messagesOf(value).filter(({ isDraft }) => isDraft !== true),
      times,
    );
    const mails = messages.map((message) => {
      const from = recordOf(recordOf(message.from ?? message.sender).emailAddress);
      const subject = textOf(message.subject);
      return {
        from: { name: textOf(from.name) ?? null, email: textOf(from.address) ?? null },
        to: recordsOf(message.toRecipients).map((recipient) => recordOf(recipient.emailAddress)),
        ...(subject !== undefined && { subject }),
        // Without the quoted history, if it was requested.
        body: bodyOf(isRecord(message.uniqueBody) ? message.uniqueBody : recordOf(message.body)),
        date: times(message),
      };
    });
    return { ...readEmailThread(mails, path), channel: 'email' };
  },
};

function messagesOf(value: unknown): Record<string, unknown>[] {
  if (!isRecord(value)) return recordsOf(value);
  return Array.isArray(value.value) ? recordsOf(value.value) : [value];
}

function bodyOf(body: Record<string, unknown>): string {
  const content = textOf(body.content) ?? '';
  return String(body.contentType).toLowerCase() === 'html' ? htmlText(content) : content;
}
