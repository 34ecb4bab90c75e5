/**
 * LangChain messages: `{ type: "human", content }`, `{ type: "human", data: { content } }` as histories store them, or as `dumps` writes them
 * (`lc`, `id`, `kwargs`). System and tool messages are not speech.
 */
import { isRecord } from '../expect-input.ts';
import { messageText } from '../message-list.ts';
import { firstRecord, readItems, textOf, type VendorFormat } from './vendor-format.ts';

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  HumanMessage: 'user',
  HumanMessageChunk: 'user',
  ai: 'assistant',
  AIMessage: 'assistant',
  AIMessageChunk: 'assistant',
};
const KNOWN = new Set([
  ...Object.keys(ROLES),
  'system',
  'tool',
  'function',
  'SystemMessage',
  'ToolMessage',
  'FunctionMessage',
]);

export const langchain: VendorFormat = {
  marks: ['lc', 'kwargs', 'additional_kwargs', 'response_metadata', 'lc_kwargs'],
  is(value) {
    const message = firstRecord(listOf(value));
    return message !== undefined && KNOWN.has(typeOf(message)) && 'content' in bodyOf(message);
  },
  read: (value, path) =>
    readItems(
      listOf(value),
      isRecord(value) ? `${path}.messages` : path,
      (message, here) => {
        const role = ROLES[typeOf(message)];
        const body = bodyOf(message);
        const name = textOf(body.name);
        if (role === undefined) {
          return { text: textOf(body.content) ?? '', speaker: name ?? typeOf(message), kind: 'system' };
        }
        return { text: messageText(body.content, `${here}.content`), speaker: name ?? role, aliases: [role], name };
      },
      { channel: 'chat' },
    ),
};

function listOf(value: unknown): unknown {
  return isRecord(value) ? value.messages : value;
}

/** The last part of the id, if the type is only "constructor". */
function typeOf(message: Record<string, unknown>): string {
  return String((Array.isArray(message.id) ? message.id.at(-1) : undefined) ?? message.type);
}

function bodyOf(message: Record<string, unknown>): Record<string, unknown> {
  if (isRecord(message.kwargs)) return message.kwargs;
  return isRecord(message.data) ? message.data : message;
}
