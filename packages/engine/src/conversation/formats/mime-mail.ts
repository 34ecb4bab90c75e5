/**
 * Mail in raw form: a MIME message (`.eml`) or several in one file (`.mbox`). The text part is decoded; attachments are named, and the
 * HTML twin of a text is left out. Pasted mails without MIME headers are read by `email-text.ts`.
 */

import { readEmailThread } from '../email-thread.ts';
import { expectText } from '../expect-input.ts';
import { attachmentsOf, decodeWords, readPart, textOfPart } from './mime-part.ts';
import type { VendorFormat } from './vendor-format.ts';

export const mimeMail: VendorFormat = {
  marks: [],
  is: (value) =>
    typeof value === 'string' &&
    (/^\uFEFF?From \S{1,320} .{5,60}\r?\n[\w-]{1,60}:/.test(value) || isMessage(value.slice(0, 20_000))),
  read: (value, path) => readEmailThread(splitMbox(expectText(value, path)).map(readMessage), path),
};

const HEADERS = /^\uFEFF?((?:[\w-]{1,76}:[^\r\n]{0,2000}\r?\n(?:[ \t][^\r\n]{0,2000}\r?\n){0,50}){2,200})\r?\n/;

/** Headers from the first line on, including one that only MIME has. */
function isMessage(head: string): boolean {
  // Every line of a transcript ("Agent: …") looks like a header, so the block is recognised by its end: most transcripts have no empty line.
  const ends = ['\n\n', '\n\r\n'].map((mark) => head.indexOf(mark)).filter((at) => at >= 0);
  if (ends.length === 0) return false;
  const block = head.slice(0, Math.min(...ends) + 3);
  if (!/(mime-version|content-transfer-encoding):/i.test(block)) return false;
  const headers = HEADERS.exec(block)?.[1];
  return (
    headers !== undefined && /^from:/im.test(headers) && /^(mime-version|content-transfer-encoding):/im.test(headers)
  );
}

function splitMbox(text: string): string[] {
  if (!/^\uFEFF?From \S/.test(text)) return [text];
  return text
    .split(/(?:^|\r?\n)From \S{1,320} [^\r\n]{5,60}\r?\n(?=[\w-]{1,60}:)/)
    .filter((message) => message.trim() !== '')
    .map((message) => message.replace(/^>(>*From )/gm, '$1'));
}

interface Mail {
  from: string;
  to: string;
  subject?: string;
  date?: string;
  body: string;
  attachments: string[];
}

function readMessage(message: string): Mail {
  const part = readPart(message.replace(/^\uFEFF/, ''));
  const subject = part.headers.get('subject');
  const date = part.headers.get('date');
  return {
    from: decodeWords(part.headers.get('from') ?? ''),
    to: part.headers.get('to') ?? '',
    ...(subject !== undefined && { subject: decodeWords(subject) }),
    ...(date !== undefined && { date }),
    body: textOfPart(part) ?? '',
    attachments: attachmentsOf(part),
  };
}
