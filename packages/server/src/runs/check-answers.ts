/**
 * Checks answers that were given elsewhere before they are stored as a run: the kit can give them, and their evidence
 * is in the conversation.
 */
import type { BrickDocument, BrickOutput, EvidenceSpan } from '@brickwork/contract';
import { canBeNull, canExpectNull } from '@brickwork/engine/bricks/applicability';
import { brickType } from '@brickwork/engine/bricks/brick-types';
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { findQuote } from './find-quote.ts';

/** Without what only the service that answers can say. */
export type GivenAnswer = Omit<BrickOutput, 'reviewed' | 'confidence_basis'>;
export type GivenAnswers = Readonly<Record<string, GivenAnswer>>;

/** Limits for callers who do not send the positions of their evidence: each look-up scans the conversation. */
const LOOKED_UP = { quotes: 100, characters: 48 * 1024 };

/** The answers in the order of the kit, with the position of every piece of evidence. Throws `answers_invalid`. */
export function checkAnswers(
  bricks: readonly BrickDocument[],
  conversation: Pick<Conversation, 'text' | 'turns'>,
  given: GivenAnswers,
): Record<string, BrickOutput> {
  const unplaced = Object.values(given).flatMap(({ evidence, evidence_spans }) =>
    evidence_spans ? [] : (evidence ?? []),
  );
  const isMuch = unplaced.length > LOOKED_UP.quotes || conversation.text.length > LOOKED_UP.characters;
  if (unplaced.length > 0 && isMuch)
    throw new ServiceError('answers_invalid', {
      detail: `Send evidence_spans: without them at most ${LOOKED_UP.quotes} pieces of evidence are looked up, in conversations of at most ${LOOKED_UP.characters} characters.`,
    });
  const unknown = Object.keys(given).find((key) => !bricks.some((brick) => brick.key === key));
  if (unknown !== undefined) throw invalid(unknown, 'is not a brick of this kit version');
  return Object.fromEntries(
    bricks.flatMap((brick): [string, BrickOutput][] => {
      const answer = Object.hasOwn(given, brick.key) ? given[brick.key] : undefined;
      if (answer !== undefined) return [[brick.key, checkAnswer(bricks, brick, conversation, answer)]];
      if (brick.on_invalid === 'omit') return [];
      throw invalid(brick.key, 'has no answer');
    }),
  );
}

function checkAnswer(
  bricks: readonly BrickDocument[],
  brick: BrickDocument,
  conversation: Pick<Conversation, 'text' | 'turns'>,
  answer: GivenAnswer,
): BrickOutput {
  const { key } = brick;
  const fault = valueFault(bricks, brick, answer);
  if (fault !== undefined) throw invalid(key, fault);
  const { evidence, evidence_spans: spans, ...others } = answer;
  if (evidence === undefined && spans === undefined) return others;
  const found =
    spans === undefined ? findSpans(key, conversation, evidence ?? []) : checkSpans(key, conversation, spans);
  const texts = found.map(({ text }) => text);
  if (evidence !== undefined && !isSameList(evidence, texts))
    throw invalid(key, 'has evidence that differs from the texts of its evidence_spans');
  return { ...others, evidence: texts, evidence_spans: found };
}

function valueFault(
  bricks: readonly BrickDocument[],
  brick: BrickDocument,
  { value, applicability }: GivenAnswer,
): string | undefined {
  if (applicability !== undefined && value !== null) return `must have no value when it is ${applicability}`;
  if (value !== null) return brickType(brick).valueFault(brick, value);
  const isPossible = applicability === 'abstained' ? canBeNull : canExpectNull;
  return isPossible(bricks, brick) ? undefined : 'must not be null: the brick always has a value';
}

function checkSpans(
  key: string,
  { text, turns }: Pick<Conversation, 'text' | 'turns'>,
  spans: readonly EvidenceSpan[],
): EvidenceSpan[] {
  return spans.map((span) => {
    const turn = turns[span.turn];
    const isInside = turn !== undefined && span.start >= turn.start && span.start < turn.end;
    if (span.text === '' || text.slice(span.start, span.end) !== span.text || !isInside)
      throw invalid(key, `has evidence that is not in the conversation at ${span.start} to ${span.end}`);
    return span;
  });
}

/** Only the texts were given: take the first occurrence of each. */
function findSpans(
  key: string,
  { text, turns }: Pick<Conversation, 'text' | 'turns'>,
  evidence: readonly string[],
): EvidenceSpan[] {
  return evidence.map((quote, index) => {
    const start = findQuote(text, quote);
    const turn = turns.findLast((each) => each.start <= start && start < each.end);
    if (turn === undefined) throw invalid(key, `has evidence that is not in the conversation (number ${index + 1})`);
    const { speaker } = turn;
    return {
      text: quote,
      turn: turn.index,
      ...(speaker !== undefined && { speaker }),
      start,
      end: start + quote.length,
    };
  });
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Names the brick and never a word of the conversation. */
function invalid(key: string, fault: string): ServiceError {
  return new ServiceError('answers_invalid', { detail: `bricks.${key} ${fault}.` });
}
