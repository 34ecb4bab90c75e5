/**
 * The conversation in a run's `input`: the field that the kit declares as a conversation (default `transcript`), and the fields `format`,
 * `speakers` and `language`, unless the kit declares fields with these names.
 */
import type { KitDocument } from '@brickwork/contract/kit';
import { CONVERSATION_FORMATS, type Conversation, type ConversationFormat, type Side } from './conversation.ts';
import { conversationField } from './conversation-field.ts';
import { detectFormat } from './detect-format.ts';
import { expectRecord, inputFault } from './expect-input.ts';
import { foldLabel } from './infer-side.ts';
import { hasWords } from './labelled-text.ts';
import { type NormaliseOptions, normaliseConversation, readTurns } from './normalise.ts';
import type { Sides } from './sides/assign-sides.ts';
import { type StatedFacts, statedFacts } from './stated-facts.ts';
import { primarySubtag } from './with-language.ts';

/** The workspace's settings for the conversations of a run. */
export interface KnownSpeakers {
  /** Their language if the words do not show it for certain: a BCP 47 tag. */
  language?: string | undefined;
  /** Names and addresses of its agents. */
  agents?: readonly string[] | undefined;
  /** Its rules for this run. */
  rules?: Sides | undefined;
}

export function readConversation(
  kit: Pick<KitDocument, 'input' | 'speakers'>,
  input: Readonly<Record<string, unknown>>,
  { agents = [], rules = {} }: KnownSpeakers = {},
): Conversation {
  const { value, options } = locate(kit, input);
  return normaliseConversation(value, { ...options, kitSides: kit.speakers, rules, agents });
}

/** The text without assigning sides: enough to locate evidence. */
export function readSpoken(
  kit: Pick<KitDocument, 'input'>,
  input: Readonly<Record<string, unknown>>,
): Pick<Conversation, 'text' | 'turns'> {
  const { value, options } = locate(kit, input);
  return readTurns(value, options);
}

/**
 * Refuses the same inputs as `readConversation`, but stops at the first words of a text: the evaluation reads the rest. Returns an export's
 * data about the conversation.
 */
export function checkConversation(
  kit: Pick<KitDocument, 'input'>,
  input: Readonly<Record<string, unknown>>,
): StatedFacts {
  const { value, options } = locate(kit, input);
  if (
    typeof value === 'string' &&
    options.format === undefined &&
    detectFormat(value, options.field ?? '') === 'labelled'
  ) {
    if (hasWords(value)) return {};
  }
  return statedFacts(readTurns(value, options));
}

function locate(
  kit: Pick<KitDocument, 'input'>,
  input: Readonly<Record<string, unknown>>,
): { value: unknown; options: NormaliseOptions } {
  const fields = kit.input?.fields ?? {};
  const field = conversationField(kit);
  const value = Object.hasOwn(input, field) ? input[field] : undefined;
  if (value === undefined || value === null) throw inputFault(field, 'is required');
  return {
    value,
    options: {
      field,
      format: 'format' in fields ? undefined : readFormat(input.format),
      sides: 'speakers' in fields ? undefined : readSides(input.speakers),
      language: 'language' in fields ? undefined : readLanguage(input.language),
    },
  };
}

function readFormat(value: unknown): ConversationFormat | undefined {
  if (value === undefined || value === null || value === 'auto') return undefined;
  const format = CONVERSATION_FORMATS.find((known) => known === value);
  if (format === undefined) throw inputFault('format', `must be one of ${CONVERSATION_FORMATS.join(', ')}`);
  return format;
}

function readLanguage(value: unknown): string | undefined {
  if (value === undefined || value === null || value === 'auto') return undefined;
  const code = typeof value === 'string' ? primarySubtag(value) : undefined;
  if (code === undefined) throw inputFault('language', 'must be a language tag such as "en" or "de"');
  return code;
}

function readSides(value: unknown): Record<string, Side> | undefined {
  if (value === undefined || value === null) return undefined;
  const sides = Object.entries(expectRecord(value, 'speakers')).map(([label, given], index): [string, Side] => {
    const side = typeof given === 'string' ? foldLabel(given) : undefined;
    // Labels may be names of people, so a fault counts them instead of repeating them.
    if (side !== 'agent' && side !== 'customer')
      throw inputFault(`speakers[${index}]`, 'must be "agent" or "customer"');
    return [label, side];
  });
  return Object.fromEntries(sides);
}
