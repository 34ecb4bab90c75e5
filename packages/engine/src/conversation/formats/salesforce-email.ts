/** Salesforce: records of EmailMessage, as a query for the mails of a case returns them. Drafts are left out. */
import type { Side } from '../conversation.ts';
import { readEmailThread } from '../email-thread.ts';
import { instantOf } from '../instant.ts';
import { htmlText } from './html-text.ts';
import { oldestFirst, recordOf, recordsOf, sideOfDirection, textOf, type VendorFormat } from './vendor-format.ts';

/** `Status` of a mail that was never sent. */
const DRAFT = '5';

export const salesforceEmail: VendorFormat = {
  marks: ['FromAddress', 'FromName', 'ToAddress', 'TextBody', 'HtmlBody', 'MessageDate', 'Incoming'],
  is: (value) =>
    recordsIn(value).some((record) => 'FromAddress' in record && ('TextBody' in record || 'HtmlBody' in record)),
  read(value, path) {
    const records = oldestFirst(
      recordsIn(value).filter(({ Status }) => String(Status) !== DRAFT),
      timeOf,
    );
    const thread = readEmailThread(
      records.map((record) => {
        const subject = textOf(record.Subject);
        return {
          from: { name: textOf(record.FromName) ?? null, email: textOf(record.FromAddress) ?? null },
          to:
            textOf(record.ToAddress)
              ?.split(';')
              .map((address) => address.trim()) ?? [],
          ...(subject !== undefined && { subject }),
          body: textOf(record.TextBody) ?? htmlText(textOf(record.HtmlBody) ?? ''),
          date: timeOf(record),
        };
      }),
      path,
    );
    const sides = new Map(records.map(sideOf).filter((side) => side !== undefined));
    const withSide = <Item extends { speaker?: string }>(item: Item) => {
      const side = sides.get(item.speaker ?? '');
      return side === undefined ? item : { ...item, side };
    };
    return { ...thread, turns: thread.turns.map(withSide), people: thread.people.map(withSide) };
  },
};

function sideOf(record: Record<string, unknown>): [string, Side] | undefined {
  const label = textOf(record.FromName) ?? textOf(record.FromAddress);
  if (label === undefined || typeof record.Incoming !== 'boolean') return undefined;
  return [label, sideOfDirection(record.Incoming)];
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  const { records } = recordOf(value);
  return Array.isArray(value) ? recordsOf(value) : Array.isArray(records) ? recordsOf(records) : [recordOf(value)];
}

function timeOf(record: Record<string, unknown>): string | undefined {
  return instantOf(record.MessageDate);
}
