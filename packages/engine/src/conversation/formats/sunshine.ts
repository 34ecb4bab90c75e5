/** Sunshine Conversations (Zendesk messaging): `GET /v2/apps/{appId}/conversations/{conversationId}/messages`. */
import { expectRecord, isRecord } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import {
  firstRecord,
  labelOf,
  oldestFirst,
  readItems,
  recordOf,
  recordsOf,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const sunshine: VendorFormat = {
  marks: ['messages', 'author', 'received', 'displayName', 'content', 'source', 'integrationId'],
  is(value) {
    const message = isRecord(value) ? firstRecord(value.messages) : undefined;
    return message !== undefined && isRecord(message.author) && isRecord(message.content) && 'received' in message;
  },
  read(value, path) {
    const messages = oldestFirst(recordsOf(expectRecord(value, path).messages), ({ received }) => instantOf(received));
    return readItems(
      messages,
      `${path}.messages`,
      (message) => {
        const content = recordOf(message.content);
        const author = recordOf(message.author);
        const isFile = /^(?:image|file)$/.test(String(content.type));
        const file = isFile ? (textOf(content.altText) ?? textOf(content.mediaUrl)) : undefined;
        // Images, files and forms contain no text of their author.
        const text = textOf(content.text);
        if (text === undefined && file === undefined && message.deleted !== true) return undefined;
        const role = author.type === 'user' ? 'customer' : 'agent';
        const name = textOf(author.displayName);
        const isBot = Array.isArray(author.subtypes) && author.subtypes.includes('AI');
        return {
          text: text ?? '',
          kind: message.deleted === true ? 'deleted' : isBot ? 'bot' : undefined,
          attachments: file === undefined ? [] : [file],
          speaker: name ?? labelOf(author.userId) ?? role,
          aliases: [role],
          at: instantOf(message.received),
          name,
        };
      },
      { channel: 'chat' },
    );
  },
};
