/**
 * The masked version of a conversation for a model: every identity is a placeholder. `restore-reply.ts` restores the reply. The result is
 * plain data, because a long conversation is masked in a thread.
 */
import type { MaskClass } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { findIdentities } from './find-identities.ts';
import type { KnownNames } from './find-persons.ts';
import type { Identity } from './identity.ts';
import { labelNames } from './label-names.ts';
import { sharedNameWords } from './name-likeness.ts';
import { createPlaceholders, type MaskedIdentity, type Placeholders } from './placeholders.ts';
import { plainText } from './plain-text.ts';

/** The position of a placeholder in a masked turn, and the original text. */
export interface Mark {
  placeholder: string;
  /** In the masked text. */
  start: number;
  /** In the text of the turn. */
  from: number;
  to: number;
}

export interface MaskedConversation {
  conversation: Conversation;
  /** By turn, in the order of the text. */
  marks: readonly (readonly Mark[])[];
  identities: readonly (readonly [placeholder: string, identity: MaskedIdentity])[];
}

/** `kept`: labels used by the kit, which a model must be able to recognise. `shared`: placeholders of a document that the conversation is part of. */
export function maskConversation(
  conversation: Conversation,
  classes: readonly MaskClass[],
  kept: readonly string[] = [],
  shared?: Placeholders,
): MaskedConversation {
  const wanted = new Set(classes);
  const labels = [...new Set(conversation.turns.flatMap(({ speaker }) => speaker ?? []))];
  const placeholders = shared ?? createPlaceholders([...conversation.turns.map(({ text }) => text), ...labels]);
  const { byText, names } = findIdentities(conversation.turns, wanted, peopleOf(conversation, wanted));
  // The turns first, so that the first person mentioned is PERSON_1; the full name may still come from a label.
  const masked = conversation.turns.map((turn, index) => maskText(turn.text, byText[index] ?? [], placeholders));
  const foldedKept = new Set(kept.map((label) => label.toLowerCase()));
  const shown = labels.filter((label) => !foldedKept.has(label.toLowerCase()));
  const inLabels = findIdentities(
    shown.map((text) => ({ text })),
    wanted,
    names,
  );
  const maskedLabels = new Map(
    shown.map((label, index) => [label, maskText(label, inLabels.byText[index] ?? [], placeholders).text]),
  );
  let start = 0;
  const turns = conversation.turns.map((turn, index) => {
    const text = masked[index]?.text ?? '';
    const { speaker, ...rest } = turn;
    const label = speaker === undefined ? undefined : (maskedLabels.get(speaker) ?? speaker);
    const shownTurn = {
      ...rest,
      text,
      start,
      end: start + text.length,
      ...(label !== undefined && { speaker: label }),
    };
    start += text.length + 1;
    return shownTurn;
  });
  const { people: _people, speakers: _speakers, leftOut: _leftOut, speech: _speech, ...rest } = conversation;
  return {
    conversation: { ...rest, turns, text: turns.map(({ text }) => text).join('\n') },
    marks: masked.map(({ marks }) => marks),
    identities: placeholders.entries(),
  };
}

/** Participants listed in the input, whether they spoke or not. */
function peopleOf({ people = [] }: Conversation, wanted: ReadonlySet<MaskClass>): KnownNames | undefined {
  if (people.length === 0 || !wanted.has('person')) return undefined;
  const words = sharedNameWords();
  return { parts: new Set(people.flatMap(({ name = '' }) => labelNames(plainText(name).text, words))) };
}

export function maskText(
  text: string,
  identities: readonly Identity[],
  placeholders: Placeholders,
): { text: string; marks: Mark[] } {
  const marks: Mark[] = [];
  let masked = '';
  let last = 0;
  for (const identity of identities) {
    const { start, end } = identity;
    masked += text.slice(last, start);
    const placeholder = placeholders.of(identity, text.slice(start, end));
    marks.push({ placeholder, start: masked.length, from: start, to: end });
    masked += placeholder;
    last = end;
  }
  return { text: masked + text.slice(last), marks };
}
