/** One function per metric. The formulas are documented in docs/reference/metrics.md; the two change together. */
import type { Metric, NumericBrick } from '@brickwork/contract/kit';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { findPhrases, type PhraseMatch, phraseTable } from './find-phrases.ts';
import { findQuestions } from './find-questions.ts';
import { type CountedSlice, type Measurement, notKnown } from './measurement.ts';
import { ratePhrases, sentimentOf } from './sentiment.ts';
import { speakingTurns } from './speaking-turns.ts';
import { findApologies, findFillers } from './spoken-habits.ts';
import { countWords, spokenWords, type Word } from './spoken-words.ts';
import { interruptionsOf, silencesOf, timedTurns } from './timed-turns.ts';

export interface MetricInput {
  brick: NumericBrick;
  conversation: Conversation;
  /** The turns of the brick's speaker; all turns when it names none. */
  turns: readonly Turn[];
  /** For reasons: "the agent", "everyone". */
  who: string;
}

export const MEASURES: Readonly<Record<Metric, (input: MetricInput) => Measurement>> = {
  talk_ratio: talkRatio,
  word_count: ({ turns, who }) => ({ value: wordsIn(turns), reason: `${wordsIn(turns)} words by ${who}.` }),
  turn_count: turnCount,
  longest_monologue_words: longestMonologue,
  question_count: (input) => counted(questions(input), 'questions', input.who),
  open_question_count: (input) =>
    counted(
      questions(input).filter(({ isOpen }) => isOpen),
      'open questions',
      input.who,
    ),
  question_rate: (input) => rate(questions(input), 'questions', input),
  interruption_count: interruptionCount,
  silence_seconds: silenceSeconds,
  sentiment: ({ turns, who }) => {
    const rated = ratePhrases(spokenWords(turns));
    return {
      value: sentimentOf(rated),
      reason: `Mean of ${rated.length} rated words by ${who}, from -1 to 1.`,
      counted: strongest(rated),
    };
  },
  sentiment_change: sentimentChange,
  apology_count: ({ turns, who }) => counted(slicesOf(findApologies(spokenWords(turns))), 'apologies', who),
  filler_rate: (input) => rate(slicesOf(findFillers(spokenWords(input.turns))), 'fillers', input),
  keyword_count: keywordCount,
};

function talkRatio({ conversation, turns, who }: MetricInput): Measurement {
  const timed = timedTurns(conversation.turns);
  if (timed !== undefined) {
    const mine = new Set(turns);
    const all = timed.reduce((sum, { start, end }) => sum + end - start, 0);
    const own = timed.reduce((sum, { turn, start, end }) => sum + (mine.has(turn) ? end - start : 0), 0);
    if (all > 0) return { value: own / all, reason: `${seconds(own)} of ${seconds(all)} spoken by ${who}.` };
  }
  const all = wordsIn(conversation.turns);
  const own = wordsIn(turns);
  if (all === 0) return notKnown('The conversation has no words to compare.');
  return { value: own / all, reason: `${own} of ${all} words by ${who}.` };
}

function turnCount({ conversation, turns, who }: MetricInput): Measurement {
  const groups = ownSpeakingTurns(conversation, turns);
  return { value: groups.length, reason: `${groups.length} turns by ${who}.` };
}

function longestMonologue({ conversation, turns, who }: MetricInput): Measurement {
  let value = 0;
  let longest: Turn[] = [];
  for (const group of ownSpeakingTurns(conversation, turns)) {
    const words = wordsIn(group);
    if (words > value) [value, longest] = [words, group];
  }
  return {
    value,
    reason: `The longest turn by ${who} has ${value} words.`,
    counted: longest.map((turn) => ({ turn, start: turn.start, end: turn.end })),
  };
}

function interruptionCount({ conversation, turns, who }: MetricInput): Measurement {
  const timed = timedTurns(conversation.turns);
  if (timed === undefined) return notKnown('Needs start and end times on every turn, and some are missing.');
  if (timed.every(({ voice }) => voice === undefined))
    return notKnown('Needs to know who speaks, and no turn says who.');
  const mine = new Set(turns);
  const slices = interruptionsOf(timed)
    .filter(({ turn }) => mine.has(turn))
    .map(({ turn }) => ({ turn, start: turn.start, end: turn.end }));
  return counted(slices, 'interruptions', who);
}

function silenceSeconds({ brick, conversation, turns, who }: MetricInput): Measurement {
  const timed = timedTurns(conversation.turns);
  if (timed === undefined) return notKnown('Needs start and end times on every turn, and some are missing.');
  const mine = new Set(turns);
  const silences = silencesOf(timed).filter(({ brokenBy }) => mine.has(brokenBy.turn));
  const value = silences.reduce((sum, silence) => sum + silence.seconds, 0);
  const whose = brick.speaker === undefined ? 'between turns' : `before turns by ${who}`;
  return { value, reason: `${seconds(value)} of silence ${whose}, in ${silences.length} pauses.` };
}

function sentimentChange({ turns, who }: MetricInput): Measurement {
  const words = spokenWords(turns);
  const middle = Math.ceil(words.length / 2);
  const first = sentimentOf(ratePhrases(words.slice(0, middle)));
  const second = sentimentOf(ratePhrases(words.slice(middle)));
  return {
    value: second - first,
    reason: `Sentiment of ${who} went from ${first.toFixed(2)} in the first half to ${second.toFixed(2)} in the second.`,
    counted: strongest(ratePhrases(words)),
  };
}

function keywordCount({ brick, turns, who }: MetricInput): Measurement {
  const keywords = phraseTable(brick.hints?.keywords ?? []);
  if (keywords.size === 0) return notKnown('The brick has no hints.keywords to count.');
  const words = spokenWords(turns);
  const excluded = new Set<Word>(
    findPhrases(words, phraseTable(brick.hints?.exclude ?? [])).flatMap((match) => match.words),
  );
  const matches = findPhrases(words, keywords).filter((match) => !match.words.some((word) => excluded.has(word)));
  return counted(slicesOf(matches), 'keywords', who);
}

function ownSpeakingTurns(conversation: Conversation, turns: readonly Turn[]): Turn[][] {
  const mine = new Set(turns);
  return speakingTurns(conversation.turns).filter(([first]) => first !== undefined && mine.has(first));
}

function questions({ turns, conversation }: MetricInput) {
  return findQuestions(turns, conversation);
}

function counted(slices: readonly CountedSlice[], what: string, who: string): Measurement {
  return { value: slices.length, reason: `${slices.length} ${what} by ${who}.`, counted: slices };
}

/** Per hundred words. */
function rate(slices: readonly CountedSlice[], what: string, { turns, who }: MetricInput): Measurement {
  const words = wordsIn(turns);
  if (words === 0) return notKnown(`No words by ${who}.`);
  return {
    value: (slices.length * 100) / words,
    reason: `${slices.length} ${what} in ${words} words by ${who}, per 100 words.`,
    counted: slices,
  };
}

function slicesOf(matches: readonly Pick<PhraseMatch, 'words'>[]): CountedSlice[] {
  return matches.flatMap(({ words }) => {
    const first = words[0];
    const last = words.at(-1);
    return first === undefined || last === undefined ? [] : { turn: first.turn, start: first.start, end: last.end };
  });
}

/** The five strongest ratings, in the order they were said. */
function strongest(rated: ReturnType<typeof ratePhrases>): CountedSlice[] {
  const top = rated.toSorted((left, right) => Math.abs(right.rating) - Math.abs(left.rating)).slice(0, 5);
  return slicesOf(top).sort((left, right) => left.start - right.start);
}

function wordsIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + countWords(turn.text), 0);
}

function seconds(value: number): string {
  return `${Math.round(value * 10) / 10} s`;
}
