/** Questions about how a conversation came out, answered from its end. */

import type { Matcher } from '../match/matcher.ts';
import { matchesPhrase } from '../match/phrase-match.ts';
import type { QuestionFrame } from '../match/question-frame.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { asSentence } from '../text/evidence.ts';
import type { Term } from '../text/term-table.ts';
import { OUTCOME } from '../weights/answering.ts';
import { logistic } from './calibrate.ts';
import { isOutcomeWord, outcomeKind, readOutcome } from './read-outcome.ts';

export interface JudgedOutcome {
  chance: number;
  segment: Segment | undefined;
  explain: (said: string, quoted: string, value: boolean) => string;
}

/** After a colon: "the agent says …", but "Bob says …". */
function inSentence(said: string): string {
  return said.replace(/^(?:The|Someone)\b/, (word) => word.toLowerCase());
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
  const chance = logistic(OUTCOME.slope * (outcome.odds + (isOffTopic ? OUTCOME.offTopicOdds : 0)));
  return {
    chance: Math.min(OUTCOME.surest, Math.max(1 - OUTCOME.surest, chance)),
    segment: outcome.segment,
    explain: (said, _quoted, value) =>
      asSentence(`The conversation points to ${value ? 'yes' : 'no'}: ${inSentence(said)}`),
  };
}
