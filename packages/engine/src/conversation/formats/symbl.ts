/** Symbl.ai: `GET /v1/conversations/{conversationId}/messages`. */
import { expectRecord, expectText, isRecord } from '../expect-input.ts';
import { earliest, instantOf } from '../instant.ts';
import {
  endOf,
  firstRecord,
  labelOf,
  readItems,
  recordOf,
  recordsOf,
  secondsOf,
  secondsSince,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const symbl: VendorFormat = {
  marks: ['messages', 'conversationId', 'startTime', 'endTime', 'timeOffset', 'phrases'],
  is(value) {
    const message = isRecord(value) ? firstRecord(value.messages) : undefined;
    return message !== undefined && 'text' in message && 'conversationId' in message && 'startTime' in message;
  },
  read(value, path) {
    const answer = expectRecord(value, path);
    const begin = earliest(recordsOf(answer.messages).map(({ startTime }) => instantOf(startTime)));
    return readItems(
      answer.messages,
      `${path}.messages`,
      (message, here) => {
        const from = recordOf(message.from);
        const [name, email] = [textOf(from.name), textOf(from.email) ?? textOf(from.userId)];
        const start = secondsOf(message.timeOffset) ?? secondsSince(begin, instantOf(message.startTime));
        return {
          text: expectText(message.text, `${here}.text`),
          speaker: name ?? email ?? labelOf(from.id),
          aliases: [email],
          startSeconds: start,
          endSeconds: endOf(start, secondsOf(message.duration)) ?? secondsSince(begin, instantOf(message.endTime)),
          name,
          email: email?.includes('@') ? email : undefined,
        };
      },
      { occurredAt: begin },
    );
  },
};
