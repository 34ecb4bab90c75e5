/**
 * Checks a model's answer against the conversation: quotes become verbatim slices or are dropped, and the remaining ones determine how
 * reliable the value is.
 */
import type { BrickDocument, BrickValue, EvidenceSpan } from '@brickwork/contract/kit';
import type { ConfidenceBasis } from '../bricks/brick-outcome.ts';
import { brickType } from '../bricks/brick-types.ts';
import { isMany } from '../bricks/is-many.ts';
import { itemsOf } from '../bricks/list-type.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { speakerScope } from '../words/text/speaker-scope.ts';
import { type AlignedQuote, alignQuote, type Found } from './evidence/align-quote.ts';
import { bearsOn } from './evidence/bears-on.ts';
import type { ConversationIndex } from './evidence/conversation-index.ts';
import { isGrounded } from './evidence/is-grounded.ts';
import { isValueGrounded } from './evidence/is-value-grounded.ts';
import type { RawAnswer } from './reply/read-answers.ts';

export interface VerifiedAnswer {
  value: BrickValue;
  reason: string;
  evidence: EvidenceSpan[];
  /** Ids of passages that the model was shown. */
  passages: string[];
  basis: ConfidenceBasis;
  /** The brick needs evidence and none was found. */
  isUnproven: boolean;
}

export interface Verification {
  conversation: Conversation;
  index: ConversationIndex;
  /** Turns that seem to address the evaluator: quotes from them do not count, and with any of them no answer is sure. */
  suspects: ReadonlySet<number>;
  /** Passages that the model was shown. */
  passages: ReadonlySet<string>;
}

const MAX_EVIDENCE = 5;
const RANK: readonly Found[] = ['exact', 'folded', 'fuzzy'];

export function verifyAnswer(against: Verification, brick: BrickDocument, answer: RawAnswer): VerifiedAnswer {
  const { conversation, index, suspects } = against;
  const isInScope = speakerScope(conversation, brick.speaker);
  const items = itemsOf(answer.value);
  const aligned = answer.quotes.flatMap((quote): AlignedQuote[] => {
    const found = alignQuote(index, quote);
    if (found === undefined || !isTurn(conversation.turns[found.span.turn], isInScope)) return [];
    // A turn that instructs the evaluator is not evidence.
    if (suspects.has(found.span.turn)) return [];
    const { item } = quote;
    const hasItem = item !== undefined && items[item] !== undefined;
    return [hasItem ? { ...found, span: { ...found.span, item } } : found];
  });
  const quoted = distinct(aligned.map(({ span }) => span)).slice(0, MAX_EVIDENCE * Math.max(1, items.length));
  // Quotes that do not match the value are not evidence for it.
  const isSupported = isMany(brick)
    ? items.every((text, at) =>
        isValueGrounded(
          brick,
          text,
          quoted.filter(({ item }) => item === at),
          index.isEnglish(),
        ),
      )
    : isValueGrounded(brick, answer.value, quoted, index.isEnglish());
  const evidence = isSupported ? quoted : [];
  const best = isSupported ? RANK.find((how) => aligned.some(({ found }) => found === how)) : undefined;
  const isUnproven = best === undefined && (needsEvidence(brick, answer.value) || answer.quotes.length > 0);
  const isBearing = bearsOn(brick, answer.value, evidence, index.isEnglish());
  return {
    value: answer.value,
    reason: answer.reason,
    evidence,
    passages: [...new Set(answer.passages)].filter((id) => against.passages.has(id)),
    isUnproven,
    basis: {
      evidence: best ?? (isUnproven ? 'none' : 'unneeded'),
      quotes_given: answer.quotes.length,
      quotes_found: isSupported ? aligned.length : 0,
      votes: 1,
      agreeing: 1,
      ...(answer.stated !== undefined && { stated: answer.stated }),
      ...(brickType(brick).isVerbatim(brick, answer.value) && {
        grounded: textsOf(answer.value).every((text) => isGrounded(index, text)),
      }),
      ...(!isBearing && { bearing: false }),
      ...(suspects.size > 0 && { suspect: true }),
    },
  };
}

function isTurn(turn: Turn | undefined, isInScope: (turn: Turn) => boolean): boolean {
  return turn !== undefined && isInScope(turn);
}

export function needsEvidence(brick: BrickDocument, value: BrickValue): boolean {
  const isAsked = brick.output === undefined || brick.output.includes('evidence');
  return isAsked && brickType(brick).needsEvidence(brick, value);
}

function textsOf(value: BrickValue): readonly string[] {
  return Array.isArray(value) ? value : [String(value)];
}

function distinct(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  return [...new Map(spans.map((span) => [`${span.start}-${span.end}-${span.item ?? ''}`, span])).values()];
}
