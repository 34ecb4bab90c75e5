/** Dialpad: `GET /api/v2/transcripts/{call_id}`. Moments detected by its AI are not speech. */
import { isRecord } from '../expect-input.ts';
import { earliest, instantOf } from '../instant.ts';
import {
  firstRecord,
  labelOf,
  readItems,
  recordsOf,
  secondsSince,
  textOf,
  type VendorFormat,
} from './vendor-format.ts';

export const dialpad: VendorFormat = {
  marks: ['lines', 'contact_id', 'user_id', 'call_id', 'content', 'moment'],
  is(value) {
    const line = isRecord(value) ? firstRecord(value.lines) : undefined;
    return line !== undefined && 'content' in line && 'type' in line && ('contact_id' in line || 'user_id' in line);
  },
  read(value, path) {
    const lines = recordsOf(isRecord(value) ? value.lines : undefined).filter(({ type }) => type === 'transcript');
    const begin = earliest(lines.map(({ time }) => instantOf(time)));
    return readItems(
      lines,
      `${path}.lines`,
      (line) => {
        const text = textOf(line.content);
        if (text === undefined) return undefined;
        const [user, contact] = [labelOf(line.user_id), labelOf(line.contact_id)];
        const name = textOf(line.name);
        return {
          text,
          speaker: name ?? user ?? contact,
          aliases: [user !== undefined ? 'agent' : contact !== undefined ? 'customer' : undefined],
          startSeconds: secondsSince(begin, instantOf(line.time)),
          name,
        };
      },
      { channel: 'call', occurredAt: begin },
    );
  },
};
