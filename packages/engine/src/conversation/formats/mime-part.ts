/**
 * A MIME message or a part of one: headers and the text of its body, decoded. Every step reads the message once, so the time is
 * proportional to its length for any message.
 */
import { htmlText } from './html-text.ts';

const MAX_DEPTH = 8;
/** More parts than any mail program writes; the rest are attachments at best. */
const MOST_PARTS = 1_000;

export interface MimePart {
  headers: ReadonlyMap<string, string>;
  body: string;
}

export function readPart(message: string): MimePart {
  const end = /\r?\n\r?\n/.exec(message);
  // A part may begin with an empty line: then it has no headers.
  const isBare = /^\r?\n/.exec(message);
  if (isBare !== null) return { headers: new Map(), body: message.slice(isBare[0].length) };
  const head = end === null ? message : message.slice(0, end.index);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end === null ? '' : message.slice(end.index + end[0].length) };
}

/** The names of the attached files. */
export function attachmentsOf({ headers, body }: MimePart, depth = 0): string[] {
  const disposition = headers.get('content-disposition') ?? '';
  const type = headers.get('content-type') ?? '';
  if (/^\s*attachment/i.test(disposition)) return [fileNameOf(disposition) ?? fileNameOf(type) ?? 'a file'];
  const mark = /^multipart\//i.test(type) && depth < MAX_DEPTH ? boundaryOf(type) : undefined;
  return mark === undefined ? [] : partsBetween(body, mark).flatMap((part) => attachmentsOf(readPart(part), depth + 1));
}

function fileNameOf(header: string): string | undefined {
  const name = /\b(?:file)?name\s{0,3}=\s{0,3}(?:"([^"]{1,200})"|([^\s";]{1,200}))/i.exec(header.slice(0, 2_000));
  const found = name?.[1] ?? name?.[2];
  return found === undefined ? undefined : decodeWords(found);
}

function boundaryOf(type: string): string | undefined {
  const boundary = /boundary\s{0,3}=\s{0,3}(?:"([^"]{1,200})"|([^\s";]{1,200}))/i.exec(type.slice(0, 2_000));
  return boundary?.[1] ?? boundary?.[2];
}

/** What a reader of the mail sees: the plain version if there are alternatives, and every text part that is not attached. */
export function textOfPart({ headers, body }: MimePart, depth = 0): string | undefined {
  const type = headers.get('content-type') ?? 'text/plain';
  if (/^\s*attachment/i.test(headers.get('content-disposition') ?? '')) return undefined;
  if (/^multipart\//i.test(type)) {
    const mark = boundaryOf(type);
    if (mark === undefined || depth >= MAX_DEPTH) return undefined;
    const parts = partsBetween(body, mark).map(readPart);
    return /^multipart\/alternative/i.test(type) ? bestOf(parts, depth) : allOf(parts, depth);
  }
  if (!/^text\/(?:plain|html|enriched)\b/i.test(type)) return undefined;
  const text = decodeBody(body, headers.get('content-transfer-encoding')?.toLowerCase() ?? '', charsetOf(type));
  if (/^text\/html/i.test(type)) return htmlText(text);
  return /;\s{0,3}format\s{0,3}=\s{0,3}"?flowed/i.test(type)
    ? unflow(text, /delsp\s{0,3}=\s{0,3}"?yes/i.test(type))
    : text;
}

function bestOf(parts: readonly MimePart[], depth: number): string | undefined {
  const isPlain = ({ headers }: MimePart) => /^text\/plain/i.test(headers.get('content-type') ?? 'text/plain');
  const isHtml = ({ headers }: MimePart) => /^text\/html/i.test(headers.get('content-type') ?? '');
  const ranked = [
    ...parts.filter(isPlain),
    ...parts.filter((part) => !isPlain(part) && !isHtml(part)),
    ...parts.filter(isHtml),
  ];
  for (const part of ranked) {
    const text = textOfPart(part, depth + 1);
    if (text !== undefined && text.trim() !== '') return text;
  }
  return undefined;
}

function allOf(parts: readonly MimePart[], depth: number): string | undefined {
  const texts = parts.flatMap((part) => textOfPart(part, depth + 1) ?? []).filter((text) => text.trim() !== '');
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** A boundary counts only at the start of a line; text before the first and after the last one does not belong to a part. */
function partsBetween(body: string, boundary: string): string[] {
  const mark = `--${boundary}`;
  const parts: string[] = [];
  let from: number | undefined;
  for (let at = body.indexOf(mark); at >= 0 && parts.length < MOST_PARTS; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body.charAt(at - 1) !== '\n') continue;
    const rest = /^(--)?[ \t]{0,80}(?:\r?\n|$)/.exec(body.slice(at + mark.length, at + mark.length + 90));
    if (rest === null) continue;
    if (from !== undefined) parts.push(body.slice(from, at).replace(/\r?\n$/, ''));
    from = rest[1] === undefined ? at + mark.length + rest[0].length : undefined;
    if (from === undefined) break;
  }
  if (from !== undefined) parts.push(body.slice(from));
  return parts;
}

/** RFC 3676: a line that ends with a space continues in the next one, if both have the same quote depth. */
function unflow(text: string, isSpaceDeleted: boolean): string {
  const paragraphs: string[] = [];
  let open: { depth: string; lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0] ?? '';
    const words = line.slice(depth.length).replace(/^ /, '');
    const isSoft = words.endsWith(' ') && words !== '-- ';
    const piece = isSoft && isSpaceDeleted ? words.slice(0, -1) : words;
    if (open !== undefined && open.depth === depth) open.lines.push(piece);
    else {
      if (open !== undefined) paragraphs.push(open.lines.join(''));
      open = { depth, lines: [depth === '' ? piece : `${depth} ${piece}`] };
    }
    if (!isSoft) {
      paragraphs.push(open.lines.join(''));
      open = undefined;
    }
  }
  if (open !== undefined) paragraphs.push(open.lines.join(''));
  return paragraphs.join('\n');
}

function charsetOf(type: string): string {
  return /charset\s{0,3}=\s{0,3}"?([\w.:-]{1,40})"?/i.exec(type.slice(0, 2_000))?.[1] ?? 'utf-8';
}

function decodeBody(body: string, encoding: string, charset: string): string {
  if (encoding === 'base64') return decodeBytes(Buffer.from(body.replace(/\s+/g, ''), 'base64'), charset);
  if (encoding !== 'quoted-printable') return body;
  return decodeQuoted(body.replace(/=[ \t]{0,80}\r?\n/g, ''), charset);
}

function decodeQuoted(text: string, charset: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/gi, (run) => decodeBytes(bytesOfQuoted(run), charset));
}

function bytesOfQuoted(run: string): Buffer {
  return Buffer.from(run.replaceAll('=', ''), 'hex');
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

const WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([BQ])\?([^?]{0,1000})\?=/gi;

/** `=?utf-8?Q?Caf=C3=A9?=` in a header. Consecutive words are decoded together, because a letter's bytes may be split between two of them. */
export function decodeWords(header: string): string {
  const pieces: string[] = [];
  let run: { charset: string; bytes: Buffer[] } | undefined;
  let from = 0;
  const close = () => {
    if (run !== undefined) pieces.push(decodeBytes(Buffer.concat(run.bytes), run.charset));
    run = undefined;
  };
  for (const { index, 0: whole, 1: charset = '', 2: kind = '', 3: encoded = '' } of header.matchAll(WORD)) {
    const between = header.slice(from, index);
    if (run === undefined || between.trim() !== '' || run.charset !== charset.toLowerCase()) {
      const isJoined = run !== undefined && between.trim() === '';
      close();
      if (!isJoined) pieces.push(between);
      run = { charset: charset.toLowerCase(), bytes: [] };
    }
    run.bytes.push(bytesOfWord(kind, encoded));
    from = index + whole.length;
  }
  close();
  pieces.push(header.slice(from));
  return pieces.join('');
}

function bytesOfWord(kind: string, encoded: string): Buffer {
  if (kind.toUpperCase() === 'B') return Buffer.from(encoded, 'base64');
  const bytes = encoded
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(String(hex), 16)));
  return Buffer.from(bytes, 'latin1');
}
