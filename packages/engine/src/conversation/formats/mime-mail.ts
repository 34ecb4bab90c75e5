/**
 * Mail as servers store it: a MIME message (`.eml`) or several in one file (`.mbox`). The text part is decoded; attachments and the
 * HTML twin of a text are left out. Pasted mails without MIME headers are read by `email-text.ts`.
 */

import { readEmailThread } from '../email-thread.ts';
import { expectText } from '../expect-input.ts';
import { htmlText } from './html-text.ts';
import type { VendorFormat } from './vendor-format.ts';

const MAX_DEPTH = 8;

export const mimeMail: VendorFormat = {
  marks: [],
  is: (value) =>
    typeof value === 'string' &&
    (/^\uFEFF?From \S{1,320} .{5,60}\r?\n[\w-]{1,60}:/.test(value) || isMessage(value.slice(0, 20_000))),
  read: (value, path) => readEmailThread(splitMbox(expectText(value, path)).map(readMessage), path),
};

const HEADERS = /^\uFEFF?((?:[\w-]{1,76}:[^\r\n]{0,2000}\r?\n(?:[ \t][^\r\n]{0,2000}\r?\n){0,50}){2,200})\r?\n/;

/** Headers from the first line on, and one that only MIME has. */
function isMessage(head: string): boolean {
  // Every line of a transcript ("Agent: …") looks like a header, so the block is found by its end: most transcripts have no empty line.
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

function readMessage(message: string): { from: string; to: string; subject?: string; body: string } {
  const { headers, body } = splitMessage(message.replace(/^\uFEFF/, ''));
  const subject = headers.get('subject');
  return {
    from: decodeWords(headers.get('from') ?? ''),
    to: headers.get('to') ?? '',
    ...(subject !== undefined && { subject: decodeWords(subject) }),
    body: bodyText(headers, body, 0) ?? '',
  };
}

function splitMessage(message: string): { headers: Map<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(message);
  const head = end === null ? message : message.slice(0, end.index);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end === null ? '' : message.slice(end.index + end[0].length) };
}

function bodyText(headers: ReadonlyMap<string, string>, body: string, depth: number): string | undefined {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]{1,200})"?/i.exec(type)?.[1]?.trim();
  if (/^multipart\//i.test(type) && boundary !== undefined && depth < MAX_DEPTH) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1)
      .filter((part) => !part.startsWith('--'))
      .map((part) => splitMessage(part.replace(/^\r?\n/, '')));
    const isText = (kind: RegExp) => (part: (typeof parts)[number]) =>
      kind.test(part.headers.get('content-type') ?? 'text/plain');
    const chosen =
      parts.find(isText(/^text\/plain/i)) ?? parts.find(isText(/^multipart\//i)) ?? parts.find(isText(/^text\/html/i));
    return chosen && bodyText(chosen.headers, chosen.body, depth + 1);
  }
  if (!/^text\//i.test(type)) return undefined;
  const charset = /charset="?([\w.:-]{1,40})"?/i.exec(type)?.[1] ?? 'utf-8';
  const text = decodeBody(body, headers.get('content-transfer-encoding')?.toLowerCase() ?? '', charset);
  return /^text\/html/i.test(type) ? htmlText(text) : text;
}

function decodeBody(body: string, encoding: string, charset: string): string {
  if (encoding === 'base64') return decodeBytes(Buffer.from(body.replace(/\s+/g, ''), 'base64'), charset);
  if (encoding !== 'quoted-printable') return body;
  return decodeQuoted(body.replace(/=\r?\n/g, ''), charset);
}

function decodeQuoted(text: string, charset: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/gi, (run) =>
    decodeBytes(Buffer.from(run.replaceAll('=', ''), 'hex'), charset),
  );
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

/** `=?utf-8?Q?Caf=C3=A9?=` in a header. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w.:-]{1,40})\?([BQ])\?([^?]{0,1000})\?=/gi, (_, charset, kind, encoded) =>
      String(kind).toUpperCase() === 'B'
        ? decodeBytes(Buffer.from(String(encoded), 'base64'), String(charset))
        : decodeQuoted(String(encoded).replaceAll('_', ' '), String(charset)),
    );
}
