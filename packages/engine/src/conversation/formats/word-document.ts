/**
 * A Word document (.docx) in base64, as Teams and Google Meet export transcripts: a ZIP archive whose part `word/document.xml` holds the
 * paragraphs. Their text counts as the input. Sizes are checked before anything is unpacked, so that a small file cannot become a large text.
 */
import { inflateRawSync } from 'node:zlib';
import { expectText, inputFault } from '../expect-input.ts';
import { findLabelledTurns } from '../labelled-text.ts';
import { readPlainTurns } from '../plain-text.ts';
import { isMeetTranscript, readMeetTranscript } from './google-meet.ts';
import type { VendorFormat } from './vendor-format.ts';

/** Word writes about ten bytes of XML per byte of text, and ZIP removes nine of them. */
const MOST_UNPACKED = 20 * 1024 * 1024;
const MOST_RATIO = 60;
const LEAST_ALLOWED = 1024 * 1024;
const PART = 'word/document.xml';

export const wordDocument: VendorFormat = {
  marks: [],
  is: (value) => typeof value === 'string' && value.startsWith('UEsDB') && findPart(bytesOf(value)) !== undefined,
  read(value, path) {
    const bytes = bytesOf(expectText(value, path));
    const part = findPart(bytes);
    const xml = part === undefined ? undefined : unpack(bytes, part, path);
    if (xml === undefined) throw inputFault(path, 'must be a Word document that can be opened: this one is damaged');
    const text = paragraphsOf(xml);
    if (isMeetTranscript(text)) return readMeetTranscript(text);
    return { text, turns: findLabelledTurns(text) ?? readPlainTurns(text) };
  },
};

interface Part {
  method: number;
  packed: number;
  unpacked: number;
  at: number;
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006');
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The record at the end of an archive, with the longest comment. */
const LONGEST_END = 22 + 0xffff;

/** Read through the directory at the end of the archive. */
function findPart(bytes: Buffer): Part | undefined {
  const end = bytes.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0 || end < bytes.length - LONGEST_END || end + 22 > bytes.length) return undefined;
  const entries = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let count = 0; count < entries && at + 46 <= bytes.length && bytes.readUInt32LE(at) === ENTRY; count += 1) {
    const nameLength = bytes.readUInt16LE(at + 28);
    if (bytes.toString('latin1', at + 46, at + 46 + nameLength) === PART) {
      return {
        method: bytes.readUInt16LE(at + 10),
        packed: bytes.readUInt32LE(at + 20),
        unpacked: bytes.readUInt32LE(at + 24),
        at: bytes.readUInt32LE(at + 42),
      };
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return undefined;
}

/** Undefined if it is damaged. */
function unpack(bytes: Buffer, { method, packed, unpacked, at }: Part, path: string): string | undefined {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) return undefined;
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(begin, begin + packed);
  // Checked against the actual bytes: the directory may be wrong about their number too.
  const most = Math.min(MOST_UNPACKED, Math.max(LEAST_ALLOWED, MOST_RATIO * content.length));
  if (unpacked > most) throw inputFault(path, 'is a Word document that is too large when it is unpacked');
  if (method === 0) return content.toString('utf8');
  try {
    // The directory may be wrong about the size: the limit applies to the actual output.
    return method === 8 ? inflateRawSync(content, { maxOutputLength: most }).toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}

const BREAKS: Readonly<Record<string, string>> = { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n', '/w:p': '\n' };

/** The text of runs (`w:t`), a line for each paragraph. Word repeats some parts for old readers (`mc:Fallback`): these are left out. */
function paragraphsOf(xml: string): string {
  const parts: string[] = [];
  let isSkipped = false;
  let isText = false;
  for (let open = xml.indexOf('<'); open >= 0; ) {
    const close = xml.indexOf('>', open);
    if (close < 0) break;
    const isEmpty = xml.charCodeAt(close - 1) === 0x2f;
    const [name = ''] = /^\/?[\w:]{1,60}/.exec(xml.slice(open + 1, open + 62)) ?? [];
    if (name === 'mc:Fallback') isSkipped = !isEmpty;
    else if (name === '/mc:Fallback') isSkipped = false;
    else if (name === 'w:t') isText = !isEmpty;
    else if (name === '/w:t') isText = false;
    const gap = BREAKS[name];
    if (gap !== undefined && !isSkipped) parts.push(gap);
    const next = xml.indexOf('<', close);
    if (isText && !isSkipped) parts.push(decodeEntities(xml.slice(close + 1, next < 0 ? undefined : next)));
    open = next;
  }
  return parts.join('').trim();
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,6}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
