/** A model's answer against the conversation: quotes become verbatim slices or go, and what is left tells how far to trust the value. */
import type { BrickDocument } from '@brickwork/contract';
import type { Conversation, Turn } from '../../conversation/conversation.ts';
import type { ConfidenceBasis, EvidenceSpan } from '../brick-outcome.ts';
import { speakerScope } from '../local/text/speaker-scope.ts';
import { type AlignedQuote, alignQuote, type Found } from './evidence/align-quote.ts';
import type { ConversationIndex } from './evidence/conversation-index.ts';
import { isGrounded } from './evidence/is-grounded.ts';
import type { RawAnswer } from './reply/read-answers.ts';

export interface VerifiedAnswer {
  value: string | number | boolean;
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
  /** Turns that seem to address the evaluator. */
  suspects: ReadonlySet<number>;
  /** Passages that the model was shown. */
  passages: ReadonlySet<string>;
}

const MAX_EVIDENCE = 5;
const RANK: readonly Found[] = ['exact', 'folded', 'fuzzy'];

export function verifyAnswer(against: Verification, brick: BrickDocument, answer: RawAnswer): VerifiedAnswer {
  const { conversation, index, suspects } = against;
  const isInScope = speakerScope(conversation, brick.speaker);
  const aligned = answer.quotes
    .map((quote) => alignQuote(index, quote))
    .filter(
      (found): found is AlignedQuote => found !== undefined && isTurn(conversation.turns[found.span.turn], isInScope),
    );
  const evidence = distinct(aligned.map(({ span }) => span)).slice(0, MAX_EVIDENCE);
  const best = RANK.find((how) => aligned.some(({ found }) => found === how));
  const isUnproven = best === undefined && (needsEvidence(brick, answer.value) || answer.quotes.length > 0);
  const isSuspect = evidence.length > 0 && evidence.every(({ turn }) => suspects.has(turn));
  return {
    value: answer.value,
    reason: answer.reason,
    evidence,
    passages: [...new Set(answer.passages)].filter((id) => against.passages.has(id)),
    isUnproven,
    basis: {
      evidence: best ?? (isUnproven ? 'none' : 'unneeded'),
      quotes_given: answer.quotes.length,
      quotes_found: aligned.length,
      votes: 1,
      agreeing: 1,
      ...(answer.stated !== undefined && { stated: answer.stated }),
      ...(brick.type === 'text' && isExtracted(brick.extract) && answer.value !== (brick.absent ?? '')
        ? { grounded: isGrounded(index, String(answer.value)) }
        : {}),
      ...(isSuspect && { suspect: true }),
    },
  };
}

function isTurn(turn: Turn | undefined, isInScope: (turn: Turn) => boolean): boolean {
  return turn !== undefined && isInScope(turn);
}

/** Whatever is said to be there can be shown; that something is absent cannot. */
export function needsEvidence(brick: BrickDocument, value: string | number | boolean): boolean {
  if (brick.output !== undefined && !brick.output.includes('evidence')) return false;
  switch (brick.type) {
    case 'boolean':
      return value === true;
    case 'text':
      return value !== (brick.absent ?? '');
    case 'categorical':
      return !/^(?:other|others|none|unknown|unclear|neutral|n\/a|na|not[ _-].*|no[ _-].*)$/i.test(String(value));
    case 'numeric':
      return value !== (brick.min ?? 0);
  }
}

function isExtracted(extract: string | undefined): boolean {
  return (
    extract !== undefined && extract !== 'summary' && extract !== 'date' && extract !== 'time' && extract !== 'money'
  );
}

function distinct(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  return [...new Map(spans.map((span) => [`${span.start}-${span.end}`, span])).values()];
}
