/**
 * A mail thread: `{ from, subject, body }`, an array of them, or `{ emails: […] }`. A turn contains what its sender wrote, not the quoted
 * text. A new subject is a separate turn; "Re: …" repeats an earlier one.
 */

import type { LeftOut, Person, Turn } from './conversation.ts';
import { expectArray, expectRecord, expectText, inputFault, isRecord, optionalText } from './expect-input.ts';
import { earliest, instantOf, instantOfMailDate } from './instant.ts';
import { joinTurns, type SpokenPart } from './join-turns.ts';
import { localMailTime } from './mail-date.ts';
import { writtenSpans } from './mail-signature.ts';
import type { Aliases } from './sides/assign-sides.ts';
import { addressesIn, type WrittenTo } from './sides/shared-mailbox.ts';

/** "Re: …" and its equivalents in other languages: a repeated subject. */
export const REPLY_SUBJECT = /^\s{0,3}(?:re|aw|sv|antw|odp|tr|rv|fw|fwd|wg)\s{0,2}(?:\[\d{1,3}\])?\s{0,2}:/i;
const ADDRESS = /^\s{0,3}(.{0,200}?)\s{0,3}<([^<>\s]{1,320})>\s{0,3}$/;

interface Sender {
  label: string | undefined;
  aliases: string[];
  name?: string | undefined;
  email?: string | undefined;
}

export function isEmail(value: unknown): boolean {
  return isRecord(value) && 'body' in value && ('from' in value || 'subject' in value);
}

/** With other names of the senders, and the addresses that they wrote to. */
export interface MailTurns {
  turns: Turn[];
  leftOut?: LeftOut[];
  aliases: Aliases;
  writtenTo: WrittenTo;
  channel: 'email';
  occurredAt: string | undefined;
  /** If no date has a zone: in the time zone of the person who pasted it. */
  occurredLocal?: string | undefined;
  people: Person[];
}

export function readEmailThread(value: unknown, path: string): MailTurns & { text: string } {
  const { mails, at } = mailsOf(value, path);
  const aliases = new Map<string, string[]>();
  const writtenTo = new Map<string, Set<string>>();
  const parts: SpokenPart[] = [];
  const whole: SpokenPart[] = [];
  const dates: Array<string | undefined> = [];
  const people = new Map<string, Person>();
  for (const [index, item] of mails.entries()) {
    const here = at(index);
    const mail = expectRecord(item, here);
    const sender = readSender(mail.from, `${here}.from`);
    noteSender(sender, mail.to, aliases, writtenTo, people);
    dates.push(mailTime(mail.date));
    const subject = optionalText(mail.subject, `${here}.subject`);
    const body = expectText(mail.body, `${here}.body`);
    if (subject !== undefined) {
      const isNew = !REPLY_SUBJECT.test(subject);
      parts.push({ text: subject, speaker: sender.label, ...(isNew ? {} : { spans: [] }) });
      whole.push({ text: subject, speaker: sender.label });
    }
    const attachments = Array.isArray(mail.attachments) ? mail.attachments.flatMap(fileNameOf) : [];
    parts.push({ text: body, speaker: sender.label, ...writtenSpans(body), attachments });
    whole.push({ text: body, speaker: sender.label });
  }
  const fresh = joinTurns(parts);
  // A bare forward contains no text of its sender: then the whole mail is the conversation.
  const said = fresh.turns.length > 0 ? fresh : joinTurns(whole);
  return {
    ...said,
    aliases,
    writtenTo,
    channel: 'email',
    occurredAt: earliest(dates),
    occurredLocal: dates.some((date) => date !== undefined)
      ? undefined
      : earliest(mails.map((mail) => (isRecord(mail) ? localMailTime(mail.date) : undefined))),
    people: [...people.values()],
  };
}

/** A name, or an object with one, as APIs of mail write it. */
function fileNameOf(file: unknown): string[] {
  const name = isRecord(file) ? (file.filename ?? file.name) : file;
  return typeof name === 'string' && name.trim() !== '' ? [name] : [];
}

/** In the form used by mails or by APIs. */
export function mailTime(date: unknown): string | undefined {
  return instantOfMailDate(date) ?? instantOf(date);
}

export function noteSender(
  { label, aliases: names, name, email }: Sender,
  to: unknown,
  aliases: Map<string, string[]>,
  writtenTo: Map<string, Set<string>>,
  people: Map<string, Person>,
): void {
  if (label === undefined) return;
  if (!people.has(label)) {
    people.set(label, { speaker: label, ...(name !== undefined && { name }), ...(email !== undefined && { email }) });
  }
  aliases.set(label, names);
  const known = writtenTo.get(label) ?? new Set();
  for (const address of addressesIn(to)) known.add(address);
  writtenTo.set(label, known);
}

function mailsOf(value: unknown, path: string): { mails: unknown[]; at: (index: number) => string } {
  if (Array.isArray(value)) return { mails: value, at: (index) => `${path}[${index}]` };
  const record = expectRecord(value, path);
  if (!('emails' in record)) return { mails: [record], at: () => path };
  return { mails: expectArray(record.emails, `${path}.emails`), at: (index) => `${path}.emails[${index}]` };
}

/** `Bob Smith <bob@example.com>`, an address alone, or `{ name, email | address }`. */
export function readSender(value: unknown, path: string): Sender {
  if (value === undefined || value === null) return { label: undefined, aliases: [] };
  if (isRecord(value)) {
    const name = optionalText(value.name, `${path}.name`);
    const address = optionalText(value.email ?? value.address, `${path}.email`);
    return senderOf(name, address);
  }
  if (typeof value !== 'string') throw inputFault(path, 'must be a string');
  const match = ADDRESS.exec(value.slice(0, 600));
  return match === null ? senderOf(value.trim(), value.trim()) : senderOf(match[1]?.replace(/^"|"$/g, ''), match[2]);
}

function senderOf(name: string | undefined, address: string | undefined): Sender {
  const label = [name, address].find((text) => text !== undefined && text.trim() !== '');
  if (label === undefined) return { label: undefined, aliases: [] };
  // "support@example.com" shows the side by the part before the @.
  const mailbox = address?.split('@')[0];
  return {
    label,
    aliases: [address, mailbox].filter((alias) => alias !== undefined),
    name: name === address || name?.trim() === '' ? undefined : name,
    email: address?.includes('@') ? address : undefined,
  };
}
