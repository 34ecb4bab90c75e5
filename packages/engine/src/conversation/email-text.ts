/**
 * Mails pasted as one text: blocks of headers (`From:`, `Date:`, `Subject:` …), each with its body below. Every block begins a new mail, so
 * each mail of an exported thread becomes a turn.
 */

import type { LeftOut, Person, Turn } from './conversation.ts';
import { type MailTurns, mailTime, noteSender, REPLY_SUBJECT, readSender } from './email-thread.ts';
import { inputFault } from './expect-input.ts';
import { earliest } from './instant.ts';
import { addTurn, trimSpan } from './join-turns.ts';
import { leftOutOf } from './leave-out.ts';
import { localMailTime } from './mail-date.ts';
import { writtenSpans } from './mail-signature.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';

/** The names of the four header fields in mail programs, in several languages. */
const FIELD_NAMES: Readonly<Record<'from' | 'to' | 'date' | 'subject', string>> = {
  from: 'From|Von|De|Da|Van',
  to: 'To|An|À|Para|Aan|A',
  date: 'Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Enviada(?: em)?|Inviato|Verzonden',
  subject: 'Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp',
};
const OTHER_NAMES =
  'Cc|Bcc|Reply-To|Message-ID|In-Reply-To|Received|MIME-Version|Content-[A-Za-z-]{1,40}|X-[A-Za-z-]{1,60}|Return-Path|Delivered-To';
const NAMES = `${Object.values(FIELD_NAMES).join('|')}|${OTHER_NAMES}`;
const HEADER = new RegExp(String.raw`^\*?(${NAMES})\s?:\*?(?:[ \t]{1,8}(.*))?$`, 'i');
const OPENING = new RegExp(String.raw`^\*?(?:${NAMES})\s?:`, 'i');
/** Words of other languages are also names of people ("Van: hello"): they only count together with others. */
const PLAIN_FROM = /^from$/i;
const FIELDS = Object.entries(FIELD_NAMES).map(([field, names]) => ({ field, is: new RegExp(`^(?:${names})$`, 'i') }));

interface Block {
  start: number;
  bodyAt: number;
  from: string | undefined;
  to: string | undefined;
  date: string | undefined;
  subject: { text: string; start: number } | undefined;
}

/** Does the text open with the headers of a mail? */
export function isEmailText(text: string): boolean {
  const head = text.slice(0, 8_000);
  if (!OPENING.test(head.trimStart())) return false; // Most texts are not mails: avoids splitting them into lines.
  const lines = textLines(head);
  const first = lines.findIndex((line) => !isBlank(line));
  return first >= 0 && readBlock(lines, first).block !== undefined;
}

/** A thread with its newest mail on top is reversed: the reversed text then counts as the input. */
export function readEmailText(sent: string, path: string): MailTurns & { text: string } {
  const given = readBlocks(textLines(sent));
  const text = isNewestFirst(given) ? oldestFirst(sent, given) : sent;
  const blocks = text === sent ? given : readBlocks(textLines(text));
  if (blocks.length === 0) throw inputFault(path, 'must begin with mail headers such as "From: …" and "Subject: …"');
  const turns: Turn[] = [];
  const leftOut: LeftOut[] = [];
  const aliases = new Map<string, string[]>();
  const writtenTo = new Map<string, Set<string>>();
  const people = new Map<string, Person>();
  for (const [index, block] of blocks.entries()) {
    const sender = readSender(block.from, path);
    noteSender(sender, block.to, aliases, writtenTo, people);
    const speaker = sender.label;
    if (block.subject !== undefined && !REPLY_SUBJECT.test(block.subject.text)) {
      const { start, text: subject } = block.subject;
      addTurn(turns, text, { ...trimSpan(text, start, start + subject.length), speaker });
    }
    const body = text.slice(block.bodyAt, blocks[index + 1]?.start ?? text.length);
    const { spans, signature } = writtenSpans(body);
    for (const span of spans) {
      addTurn(turns, text, { start: block.bodyAt + span.start, end: block.bodyAt + span.end, speaker });
    }
    if (signature !== undefined) leftOut.push(leftOutOf({ text: signature, speaker }, 'signature', turns.length));
  }
  const occurredAt = earliest(blocks.map(({ date }) => mailTime(date)));
  const occurredLocal = occurredAt === undefined ? earliest(blocks.map(({ date }) => localMailTime(date))) : undefined;
  return {
    text,
    turns,
    leftOut,
    aliases,
    writtenTo,
    channel: 'email',
    occurredAt,
    occurredLocal,
    people: [...people.values()],
  };
}

/** Every mail has its date, and none is later than the one above it. */
function isNewestFirst(blocks: readonly Block[]): boolean {
  for (const timeOf of [mailTime, localMailTime]) {
    const times = blocks.flatMap(({ date }) => timeOf(date) ?? []);
    const isFalling = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? ''));
    if (times.length === blocks.length && isFalling) return (times[0] ?? '') > (times.at(-1) ?? '');
  }
  return false;
}

function oldestFirst(text: string, blocks: readonly Block[]): string {
  const mails = blocks.map(({ start }, index) => text.slice(start, blocks[index + 1]?.start).trimEnd());
  return mails.toReversed().join('\n\n');
}

function readBlocks(lines: readonly TextLine[]): Block[] {
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; ) {
    const { block, length } = readBlock(lines, index);
    if (block !== undefined) blocks.push(block);
    index += length;
  }
  return blocks;
}

/**
 * Two or more header lines on end, `From` among them; a line that begins with a space continues the one before. Header lines that are not a
 * block are skipped together, so each line is read once.
 */
function readBlock(lines: readonly TextLine[], first: number): { block?: Block; length: number } {
  if (!HEADER.test(lines[first]?.text ?? '')) return { length: 1 };
  let from: string | undefined;
  let to: string | undefined;
  let date: string | undefined;
  let subject: Block['subject'];
  let length = 0;
  let headers = 0;
  let isPlain = false;
  for (; first + length < lines.length; length += 1) {
    const line = lines[first + length];
    const match = HEADER.exec(line?.text ?? '');
    if (line === undefined || (match === null && !/^[ \t]+\S/.test(line.text))) break;
    if (match === null) continue;
    headers += 1;
    const value = match[2] ?? '';
    const field = FIELDS.find(({ is }) => is.test(match[1] ?? ''))?.field;
    if (field === 'from') isPlain ||= PLAIN_FROM.test(match[1] ?? '');
    if (field === 'from') from ??= value;
    if (field === 'to') to ??= value;
    if (field === 'date') date ??= value;
    if (field === 'subject') subject ??= { text: value, start: line.end - value.length };
  }
  const start = lines[first]?.start;
  const bodyAt = lines[first + length]?.start ?? lines.at(-1)?.end;
  const isMail = isPlain ? headers > 1 : headers > 2 && (date ?? subject) !== undefined;
  if (!isMail || from === undefined || start === undefined || bodyAt === undefined) return { length };
  return { block: { start, bodyAt, from, to, date, subject }, length };
}
