/**
 * Extractive summaries: the sentences of the conversation that answer the question, verbatim and in their order.
 * Without a topic in the question ("Summarise the call") the first request and what was confirmed are the summary.
 */

import type { TextBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import { oneOf, vocabularyLines } from '../../core/read-vocabulary.ts';
import { type Matcher, termsOf } from '../match/matcher.ts';
import { matchesPhrase, phraseSimilarity } from '../match/phrase-match.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { segmentEvidence } from '../text/evidence.ts';
import { mentionedSide } from '../text/speaker-scope.ts';
import type { Term } from '../text/term-table.ts';
import { SUMMARY, WEAK_CAP } from '../weights/answering.ts';
import { roundConfidence } from './calibrate.ts';

/** Words that ask for a summary and name no topic. */
const NO_TOPIC = new RegExp(`^${oneOf(vocabularyLines('question-words', 'summary'))}$`);

interface Scored {
  segment: Segment;
  score: number;
}

function informativeness(segment: Segment): number {
  const content = segment.tokens.filter((token) => !token.term.isStop);
  const rarity = content.reduce((sum, token) => sum + token.term.rarity, 0);
  return Math.min(1, rarity / SUMMARY.informative);
}

function scoreSegment(matcher: Matcher, topic: readonly Term[], segment: Segment, early: number): number {
  const information = informativeness(segment);
  if (topic.length > 0)
    return (
      phraseSimilarity(matcher, topic, segment.tokens) * (SUMMARY.topicBase + SUMMARY.topicInformation * information)
    );
  const opening = segment.turn.side === 'agent' ? SUMMARY.agentOpening : 1;
  return (
    information *
      (SUMMARY.base + SUMMARY.early * early * opening + (segment.acts.has('confirmation') ? SUMMARY.confirmation : 0)) -
    (segment.acts.has('greeting') ? SUMMARY.greeting : 0)
  );
}

function pickSentences(scored: readonly Scored[]): Scored[] {
  const sorted = scored.toSorted((left, right) => right.score - left.score || left.segment.start - right.segment.start);
  const best = sorted[0]?.score ?? 0;
  const picked: Scored[] = [];
  for (const entry of sorted) {
    if (picked.length === SUMMARY.sentences || entry.score < best * SUMMARY.leastOfBest || entry.score <= 0) break;
    if (!picked.some(({ segment }) => segment.start < entry.segment.end && entry.segment.start < segment.end))
      picked.push(entry);
  }
  return picked.sort((left, right) => left.segment.start - right.segment.start);
}

export function summarise(matcher: Matcher, brick: TextBrick): BrickOutcome {
  const { annotated, table } = matcher;
  const question = `${brick.question ?? ''} ${(brick.hints?.keywords ?? []).join(' ')}`;
  const topic = termsOf(table, question).filter((term) => !term.isStop && !NO_TOPIC.test(term.text));
  const speaker =
    brick.speaker ?? (topic.length > 0 ? mentionedSide(annotated.conversation, brick.question) : undefined);
  const exclusions = (brick.hints?.exclude ?? []).map((phrase) => termsOf(table, phrase));
  const segments = matcher
    .segmentsOf(speaker)
    .filter((segment) => !exclusions.some((phrase) => matchesPhrase(phrase, segment.tokens)));
  const scored = segments.map((segment, index) => ({
    segment,
    score: scoreSegment(matcher, topic, segment, 1 / (1 + index / SUMMARY.earlySentences)),
  }));
  const picked = pickSentences(scored);
  const first = picked[0];
  if (first === undefined) {
    return {
      key: brick.key,
      value: brick.absent === undefined ? '' : brick.absent,
      confidence: SUMMARY.absentConfidence,
      basis: 'weak',
      reason: 'No mention found.',
      evidence: [],
    };
  }
  const evidence = picked.map(({ segment }) => segmentEvidence(annotated.conversation, segment));
  const best = picked.reduce((most, { score }) => Math.max(most, score), 0);
  return {
    key: brick.key,
    value: evidence.map((span) => span.text).join(' '),
    confidence: roundConfidence(Math.min(WEAK_CAP, SUMMARY.leastConfidence + SUMMARY.confidencePerScore * best)),
    basis: topic.length > 0 ? 'lexical' : 'weak',
    reason:
      topic.length > 0
        ? 'The sentences closest to the question, quoted.'
        : 'The opening request and what was confirmed, quoted.',
    evidence,
  };
}
