/**
 * Converts every format into one conversation whose turns are verbatim slices of the user's own text. Faults are `kit_input_invalid` and
 * contain the path, never the input.
 */

import { ServiceError } from '../core/service-error.ts';
import type { Conversation, ConversationFormat, Side, Speaker, VendorName } from './conversation.ts';
import { detectFormat, isKnown, isVendorName } from './detect-format.ts';
import { readEmailText } from './email-text.ts';
import { readEmailThread } from './email-thread.ts';
import { expectText, inputFault } from './expect-input.ts';
import type { ReadTurns } from './formats/vendor-format.ts';
import { VENDOR_READERS } from './formats/vendor-formats.ts';
import { findLabelledTurns, readLabelledTurns } from './labelled-text.ts';
import { leaveOut } from './leave-out.ts';
import { readMessageList } from './message-list.ts';
import { readPlainTurns } from './plain-text.ts';
import { describeShape } from './shape/describe-shape.ts';
import { statedCall } from './shape/stated-call.ts';
import { findRoleList } from './shape/stated-roles.ts';
import { assignSides, type Sides } from './sides/assign-sides.ts';
import { readTimedText } from './timed-text.ts';
import { readTimesOfDay } from './times-of-day.ts';
import { warnOfTruncation } from './truncated-export.ts';
import { readTurnList } from './turn-list.ts';
import { warnOfUnsplit } from './unsplit-text.ts';

/** Formats whose own fields state the sides; in other formats such words are names that somebody chose. */
const STATE_ROLES: ReadonlySet<string> = new Set<VendorName>([
  'gong',
  'chorus',
  'fathom',
  'contact_lens',
  'google_insights',
  'genesys',
  'aircall',
  'dialpad',
  'ringcentral',
  'twilio',
  'vapi',
  'retell',
  'elevenlabs',
  'bland',
  'synthflow',
  'livekit',
  'openai_realtime',
  'zendesk',
  'sunshine',
  'intercom',
  'freshdesk',
  'freshchat',
  'front',
  'helpscout',
  'gorgias',
  'hubspot',
  'salesforce',
  'salesforce_email',
  'livechat',
  'liveperson',
  'crisp',
  'drift',
]);

export interface NormaliseOptions {
  /** The format; detected if omitted. */
  format?: ConversationFormat | undefined;
  /** Which side a speaker is on, by label; overrides what the labels suggest. */
  sides?: Sides | undefined;
  /** The same from the kit, where `sides` does not name a speaker. */
  kitSides?: Sides | undefined;
  /** The same from the workspace's rules, where neither names a speaker. */
  rules?: Sides | undefined;
  /** Names and addresses of the workspace's agents; `*` stands for any characters. */
  agents?: readonly string[] | undefined;
  /** The language of the conversation if the caller states it, as a primary subtag such as `de`. */
  language?: string | undefined;
  /** The name of the input's field in faults. */
  field?: string | undefined;
}

export interface ReadShape extends ReadTurns {
  format: ConversationFormat;
}

export function normaliseConversation(value: unknown, options: NormaliseOptions = {}): Conversation {
  const shape = readTurns(value, options);
  const { text, turns, leftOut = [], aliases, writtenTo, format, occurredAt, channel } = shape;
  const { sides: told, kitSides, rules, agents } = options;
  const areRolesStated = STATE_ROLES.has(format);
  const sided = assignSides(turns, { told, kitSides, rules, agents, aliases, writtenTo, areRolesStated });
  const people = withSides(shape.people ?? [], sided.speakers);
  const warnings = [...(shape.warnings ?? []), ...warnOfTruncation(value)];
  return {
    text,
    ...sided,
    ...(leftOut.length > 0 && { leftOut }),
    ...(shape.speech !== undefined && { speech: withSides(shape.speech, sided.speakers) }),
    format,
    ...(options.language !== undefined && { language: { code: options.language, probability: 1 } }),
    ...(occurredAt !== undefined && { occurredAt }),
    ...(channel !== undefined && { channel }),
    ...(people.length > 0 && { people }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** With the detected sides of the turns. */
function withSides<Named extends { speaker?: string; side?: Side }>(
  named: readonly Named[],
  speakers: readonly Speaker[],
): Named[] {
  const sides = new Map(speakers.map(({ label, side }) => [label, side]));
  return named.map((each) => {
    const side = each.side ?? (each.speaker === undefined ? undefined : sides.get(each.speaker));
    return side === undefined ? each : { ...each, side };
  });
}

/** Reads the turns without assigning sides: enough to know that an input can be read. */
export function readTurns(value: unknown, options: NormaliseOptions = {}): ReadShape {
  const path = options.field ?? 'transcript';
  const shape = leaveOut(readShape(value, path, options.format));
  if (shape.turns.length === 0) throw inputFault(path, 'must hold a conversation: it has no words');
  return shape;
}

function readShape(value: unknown, path: string, named: ConversationFormat | undefined): ReadShape {
  const format = named ?? detectFormat(value, path);
  return format === undefined ? readUnknown(value, path) : readFormat(value, path, format, named);
}

/** Unambiguous input is read with a warning; anything else is refused with a tested hint. */
function readUnknown(value: unknown, path: string): ReadShape {
  const found = findRoleList(value);
  if (found !== undefined) {
    const { program, occurredAt } = found;
    const warning = `The shape of ${path} is not a known format. It was read as if you had sent: jq '${program.jq}'. Send that to be sure.`;
    return {
      ...readTurnList(program.run(value)[0], path),
      format: 'turns',
      occurredAt,
      ...statedCall(value),
      warnings: [warning],
    };
  }
  throw inputFault(path, describeShape(value, isKnown, isDialogue));
}

/** Whether a value can be read, with at least two speakers in it. */
function isDialogue(value: unknown): boolean {
  try {
    const format = detectFormat(value, '');
    const turns = format === undefined ? [] : readFormat(value, '', format, undefined).turns;
    return new Set(turns.flatMap(({ speaker }) => speaker ?? [])).size > 1;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

function readFormat(
  value: unknown,
  path: string,
  format: ConversationFormat,
  named: ConversationFormat | undefined,
): ReadShape {
  if (isVendorName(format)) return { ...VENDOR_READERS[format].read(value, path), format };
  switch (format) {
    case 'plain':
    case 'labelled':
      return readText(expectText(value, path), path, named);
    case 'vtt':
    case 'srt': {
      const text = expectText(value, path);
      return { text, turns: text.trim() === '' ? [] : readTimedText(text, path), format };
    }
    case 'email':
      return typeof value === 'string'
        ? { ...readEmailText(value, path), format }
        : { ...readEmailThread(value, path), format };
    case 'turns':
      return { ...readTurnList(value, path), format };
    case 'messages':
      return { ...readMessageList(value, path), format };
  }
}

function readText(text: string, path: string, named: ConversationFormat | undefined): ReadShape {
  if (named === 'plain' || text.trim() === '') return { text, turns: readPlainTurns(text), format: 'plain' };
  const labelled = named === 'labelled' ? readLabelledTurns(text, path) : findLabelledTurns(text);
  return labelled === undefined
    ? { text, turns: readPlainTurns(text), format: 'plain', warnings: warnOfUnsplit(text) }
    : { text, ...readTimesOfDay(labelled), format: 'labelled' };
}
