/** Questions about how a conversation came out, answered from its end. */

import type { Matcher } from '../match/matcher.ts';
import { matchesPhrase } from '../match/phrase-match.ts';
import type { QuestionFrame } from '../match/question-frame.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import type { Term } from '../text/term-table.ts';
import { logistic } from './calibrate.ts';
import { isOutcomeWord, outcomeKind, readOutcome } from './read-outcome.ts';

const SLOPE = 0.7;
/** Beyond this the signs only repeat each other. */
const SUREST = 0.88;
/** Nobody speaks of what should have come out. */
const OFF_TOPIC_ODDS = -0.8;

export interface JudgedOutcome {
  chance: number;
  segment: Segment | undefined;
  explain: (said: string, value: boolean) => string;
}

export function judgeOutcome(
  matcher: Matcher,
  question: string,
  frame: QuestionFrame,
  hints: { phrases: readonly Term[][]; exclusions: readonly Term[][] },
): JudgedOutcome | undefined {
  const kind = outcomeKind(question, frame.side);
  if (kind === undefined) return undefined;
  const says = (phrases: readonly Term[][]) => (segment: Segment) =>
    phrases.some((phrase) => matchesPhrase(phrase, segment.tokens));
  const outcome = readOutcome(kind, matcher.annotated.segments, {
    isFor: says(hints.phrases),
    isAgainst: says(hints.exclusions),
  });
  const objects = frame.alternatives
    .flatMap(({ terms }) => terms)
    .filter((term) => !term.isStop && !isOutcomeWord(term.text));
  const isOffTopic = kind !== 'solved' && objects.length > 0 && !objects.some((term) => matcher.isMet(term));
  const chance = logistic(SLOPE * (outcome.odds + (isOffTopic ? OFF_TOPIC_ODDS : 0)));
  return {
    chance: Math.min(SUREST, Math.max(1 - SUREST, chance)),
    segment: outcome.segment,
    explain: (said, value) =>
      `How it came out: ${said} speaks ${value ? 'for' : 'against'} it, and late words count most.`,
  };
}
