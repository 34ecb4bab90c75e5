/** `extract: quote` with hints: the sentence nearest to them, word for word. */
import type { TextBrick } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../../bricks/brick-outcome.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Candidate } from '../extract/candidate.ts';
import { hintPhrases } from '../match/category-queries.ts';
import { matchHints } from '../match/hint-match.ts';
import type { Matcher } from '../match/matcher.ts';
import { matchesPhrase } from '../match/phrase-match.ts';
import { asSentence, attribute, segmentEvidence } from '../text/evidence.ts';
import { mentionedSide } from '../text/speaker-scope.ts';
import { QUOTED } from '../weights/answering.ts';
import { roundConfidence } from './calibrate.ts';

/** Without hints, a quote is what stands in quotation marks. */
export function isSentenceWanted({ extract, hints }: TextBrick): boolean {
  return extract === 'quote' && [...(hints?.keywords ?? []), ...(hints?.examples ?? [])].length > 0;
}

/** Every sentence of these turns. */
export function sentencesIn({ annotated }: Matcher, turns: readonly Turn[]): Candidate[] {
  return annotated.segments
    .filter(({ turn }) => turns.includes(turn))
    .map((segment) => {
      const { start, end, text } = segmentEvidence(annotated.conversation, segment);
      return { turn: segment.turn, start, end, value: text, strength: 0 };
    });
}

/** Undefined where no sentence is near the hints. */
export function quoteSentence(matcher: Matcher, brick: TextBrick): BrickOutcome | undefined {
  const { conversation } = matcher.annotated;
  const { phrases, examples, exclusions } = hintPhrases(matcher.table, brick.hints);
  const segments = matcher
    .segmentsOf(brick.speaker ?? mentionedSide(conversation, brick.question))
    .filter(({ tokens }) => tokens.length >= QUOTED.leastWords)
    .filter(({ tokens }) => !exclusions.some((phrase) => matchesPhrase(phrase, tokens)));
  const near = matchHints(matcher, phrases, examples, segments);
  const isFar = near.example < QUOTED.leastExample; // Then a sentence with a keyword is meant, even if another is closer to an example.
  const { keywords, example, segment, found } = isFar ? matchHints(matcher, phrases, [], segments) : near;
  const nearness = Math.max(keywords, example);
  if (segment === undefined || nearness === 0) return undefined;
  const span = segmentEvidence(conversation, segment);
  return {
    key: brick.key,
    value: span.text,
    confidence: roundConfidence(Math.min(QUOTED.surest, QUOTED.least + QUOTED.perNearness * nearness)),
    basis: example > keywords ? 'examples' : 'lexical',
    reason: asSentence(`${attribute(segment, span)}, which matches ${found}`),
    evidence: [span],
  };
}
