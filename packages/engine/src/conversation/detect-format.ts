/**
 * Detects the format of a conversation. Checks only the outer structure: the format's reader reports faults inside. Exports of vendors come
 * first, because they are recognised by unique fields; the general formats are checked last.
 */

import type { ConversationFormat, VendorName } from './conversation.ts';
import { isEmailText } from './email-text.ts';
import { isEmail } from './email-thread.ts';
import { inputFault, isRecord } from './expect-input.ts';
import { EITHER_EXPORTS, LOOSE_EXPORTS, TEXT_EXPORTS, VENDOR_READERS } from './formats/vendor-formats.ts';
import { findLabelledTurns } from './labelled-text.ts';
import { notTranscript } from './not-transcript.ts';
import { binaryKind } from './refuse-binary.ts';
import { findItemFields } from './shape/item-fields.ts';
import { isSrt, isVtt } from './timed-text.ts';

const JSON_EXPORTS = Object.keys(VENDOR_READERS)
  .filter(isVendorName)
  .filter((name) => EITHER_EXPORTS.includes(name) || (!TEXT_EXPORTS.includes(name) && !LOOSE_EXPORTS.includes(name)));

export function isVendorName(name: string): name is VendorName {
  return Object.hasOwn(VENDOR_READERS, name);
}

/** Undefined if no format matches; a text that is no transcript is refused. */
export function detectFormat(value: unknown, path: string): ConversationFormat | undefined {
  if (typeof value === 'string' && !VENDOR_READERS.docx.is(value)) refuseBinary(value, path);
  const vendor = (typeof value === 'string' ? TEXT_EXPORTS : JSON_EXPORTS).find((name) =>
    VENDOR_READERS[name].is(value),
  );
  if (vendor !== undefined) return vendor;
  if (typeof value === 'string') {
    const other = notTranscript(value);
    if (other !== undefined) throw inputFault(path, other);
    return detectTextFormat(value);
  }
  if (Array.isArray(value)) return detectListFormat(value);
  if (isRecord(value)) {
    if ('messages' in value && isMessageList(value.messages)) return 'messages';
    if ('emails' in value || isEmail(value)) return 'email';
    if ('turns' in value) return 'turns';
    const loose = LOOSE_EXPORTS.find((name) => VENDOR_READERS[name].is(value));
    if (loose !== undefined) return loose;
  }
  return undefined;
}

/** Others call their lists `messages` too; ours have roles and contents. */
function isMessageList(messages: unknown): boolean {
  const items = Array.isArray(messages) ? messages.filter(isRecord) : [];
  return items.length === 0 || items.some((item) => 'role' in item && 'content' in item);
}

function refuseBinary(text: string, path: string): void {
  const kind = binaryKind(text);
  if (kind !== undefined) {
    throw inputFault(
      path,
      `must be text: this looks like ${kind}. Send the words, an export of the transcript as text, WebVTT or JSON, or a Word document (.docx) in base64.`,
    );
  }
}

/** `labelled` includes texts with and without labels: only reading the whole text shows which it is. */
function detectTextFormat(text: string): ConversationFormat {
  if (isVtt(text)) return 'vtt';
  if (isSrt(text)) return 'srt';
  return isEmailText(text) ? 'email' : 'labelled';
}

function detectListFormat(items: readonly unknown[]): ConversationFormat | undefined {
  const first = items.find(isRecord);
  if (first === undefined) return items.length > 0 ? undefined : 'turns';
  if ('role' in first && 'content' in first) return 'messages';
  if (isEmail(first)) return 'email';
  return !('text' in first) && items.every(isRecord) ? undefined : 'turns';
}

/** A part of an unknown structure that can be read unchanged: an export, messages, turns, or a text with speakers. */
export function isKnown(value: unknown): boolean {
  if (typeof value === 'string') {
    if (isVtt(value) || isSrt(value) || TEXT_EXPORTS.some((name) => VENDOR_READERS[name].is(value))) return true;
    return value.includes('\n') && (isEmailText(value) || findLabelledTurns(value) !== undefined);
  }
  if (JSON_EXPORTS.some((name) => VENDOR_READERS[name].is(value)) || VENDOR_READERS.deepgram.is(value)) return true;
  if (isRecord(value)) return 'turns' in value && Array.isArray(value.turns) && isKnown(value.turns);
  const items = Array.isArray(value) ? value.filter(isRecord).slice(0, 500) : [];
  const [first] = items;
  if (first === undefined) return false;
  const fields = findItemFields(items);
  // Times with other names, or in milliseconds, would be lost or wrong.
  const isPlain = [fields?.start, fields?.end].every((time) => time === undefined || time.perSecond === 1);
  const isOurs = 'start' in first || fields?.start === undefined;
  const isTurn =
    typeof first.text === 'string' && 'speaker' in first && !isRecord(first.speaker) && !('words' in first);
  return isPlain && isOurs && (isTurn || ('role' in first && 'content' in first && fields?.start === undefined));
}
