/**
 * Mails pasted as one text: blocks of headers (`From:`, `Date:`, `Subject:` …), each with its body below. Every block
 * begins a mail of its own sender, so an exported thread gives each mail its own turn.
 */

import type { Person, Turn } from './conversation.ts';
import { type MailTurns, mailTime, noteSender, REPLY_SUBJECT, readSender } from './email-thread.ts';
import { inputFault } from './expect-input.ts';
import { freshSpans } from './fresh-spans.ts';
import { earliest } from './instant.ts';
import { addTurn, trimSpan } from './join-turns.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';

const NAMES =
  'From|Sent|Date|To|Cc|Bcc|Subject|Reply-To|Message-ID|In-Reply-To|Received|MIME-Version|Content-[A-Za-z-]{1,40}|X-[A-Za-z-]{1,60}|Return-Path|Delivered-To';
const HEADER = new RegExp(String.raw`^\*?(${NAMES}):\*?(?:[ \t]{1,8}(.*))?$`, 'i');
const OPENING = new RegExp(String.raw`^\*?(?:${NAMES}):`, 'i');

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
  if (!OPENING.test(head.trimStart())) return false; // Most texts: spare them being cut into lines.
  const lines = textLines(head);
  const first = lines.findIndex((line) => !isBlank(line));
  return first >= 0 && readBlock(lines, first).block !== undefined;
}

export function readEmailText(text: string, path: string): MailTurns {
  const blocks = readBlocks(textLines(text));
  if (blocks.length === 0) throw inputFault(path, 'must begin with mail headers such as "From: …" and "Subject: …"');
  const turns: Turn[] = [];
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
    for (const span of freshSpans(body)) {
      addTurn(turns, text, { start: block.bodyAt + span.start, end: block.bodyAt + span.end, speaker });
    }
  }
  const occurredAt = earliest(blocks.map(({ date }) => mailTime(date)));
  return { turns, aliases, writtenTo, channel: 'email', occurredAt, people: [...people.values()] };
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
 * Two or more header lines on end, `From` among them; a line that begins with a space continues the one before. Header lines that are not a block are
 * passed over together: each line is looked at once, however many of them follow each other.
 */
function readBlock(lines: readonly TextLine[], first: number): { block?: Block; length: number } {
  if (!HEADER.test(lines[first]?.text ?? '')) return { length: 1 };
  let from: string | undefined;
  let to: string | undefined;
  let date: string | undefined;
  let subject: Block['subject'];
  let length = 0;
  let headers = 0;
  for (; first + length < lines.length; length += 1) {
    const line = lines[first + length];
    const match = HEADER.exec(line?.text ?? '');
    if (line === undefined || (match === null && !/^[ \t]+\S/.test(line.text))) break;
    if (match === null) continue;
    headers += 1;
    const value = match[2] ?? '';
    const name = match[1]?.toLowerCase();
    if (name === 'from') from ??= value;
    if (name === 'to') to ??= value;
    if (name === 'date' || name === 'sent') date ??= value;
    if (name === 'subject') subject ??= { text: value, start: line.end - value.length };
  }
  const start = lines[first]?.start;
  const bodyAt = lines[first + length]?.start ?? lines.at(-1)?.end;
  if (headers < 2 || from === undefined || start === undefined || bodyAt === undefined) return { length };
  return { block: { start, bodyAt, from, to, date, subject }, length };
}
