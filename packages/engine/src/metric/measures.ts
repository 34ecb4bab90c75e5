/** One function per metric. The formulas are documented in docs/reference/metrics.md; the two change together. */
import type { Metric, NumericBrick } from '@brickwork/contract/kit';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { isCounted } from '../conversation/turn-kinds.ts';
import type { Wording } from '../core/wording.ts';
import { findPhrases, type PhraseMatch, phraseTable } from './find-phrases.ts';
import { findQuestions } from './find-questions.ts';
import { type CountedSlice, type Measurement, notKnown } from './measurement.ts';
import { ratePhrases, sentimentOf } from './sentiment.ts';
import { speakingTurns } from './speaking-turns.ts';
import { findApologies, findFillers } from './spoken-habits.ts';
import { countWords, spokenWords, type Word } from './spoken-words.ts';
import { holdsOf, interruptionsOf, type Silence, silencesOf, type TimedSpeech, timedSpeech } from './timed-speech.ts';

export interface MetricInput {
  brick: NumericBrick;
  conversation: Conversation;
  /** Whom the figure is about; everyone if undefined. */
  speaker: string | undefined;
  /** The turns of the brick's speaker; all turns if it has none. */
  turns: readonly Turn[];
  /** For reasons: "the agent", "everyone". */
  who: string;
  wording: Wording;
}

export const MEASURES: Readonly<Record<Metric, (input: MetricInput) => Measurement>> = {
  talk_ratio: talkRatio,
  word_count: wordCount,
  turn_count: turnCount,
  longest_monologue_words: longestMonologue,
  question_count: (input) => counted(questions(input), 'questions', input),
  open_question_count: (input) =>
    counted(
      questions(input).filter(({ isOpen }) => isOpen),
      'open questions',
      input,
    ),
  question_rate: (input) => rate(questions(input), 'questions', input),
  interruption_count: interruptionCount,
  silence_seconds: silenceSeconds,
  longest_silence: longestSilence,
  sentiment: ({ turns, who, wording }) => {
    const rated = ratePhrases(spokenWords(turns));
    return {
      value: sentimentOf(rated),
      reason: wording.say('metric sentiment', { n: rated.length, who }),
      counted: strongest(rated),
    };
  },
  sentiment_change: sentimentChange,
  apology_count: (input) => counted(slicesOf(findApologies(spokenWords(input.turns))), 'apologies', input),
  filler_rate: (input) => rate(slicesOf(findFillers(spokenWords(input.turns))), 'fillers', input),
  keyword_count: keywordCount,
};

function wordCount({ turns, who, wording }: MetricInput): Measurement {
  const value = wordsIn(turns);
  return { value, reason: wording.say('metric words', { n: value, who }) };
}

function talkRatio(input: MetricInput): Measurement {
  const { conversation, turns, who, wording } = input;
  const timed = timedSpeech(input, 'counted');
  if (timed !== undefined) {
    const all = lengthOf(timed);
    const own = lengthOf(timed.filter(({ isOwn }) => isOwn));
    if (all > 0)
      return {
        value: own / all,
        reason: wording.say('metric talk time', { own: seconds(own, wording), all: seconds(all, wording), who }),
      };
  }
  const heard = conversation.turns.filter(isCounted);
  const all = wordsIn(heard);
  const own = wordsIn(turns);
  if (all === 0) return notKnown(wording.say('metric no words at all'));
  return { value: own / all, reason: wording.say('metric share of words', { own, all, who }) };
}

function turnCount({ conversation, turns, who, wording }: MetricInput): Measurement {
  const groups = ownSpeakingTurns(conversation, turns);
  return { value: groups.length, reason: wording.say('metric turns', { n: groups.length, who }) };
}

function longestMonologue({ conversation, turns, who, wording }: MetricInput): Measurement {
  let value = 0;
  let longest: Turn[] = [];
  for (const group of ownSpeakingTurns(conversation, turns)) {
    const words = wordsIn(group);
    if (words > value) [value, longest] = [words, group];
  }
  return {
    value,
    reason: wording.say('metric longest turn', { n: value, who }),
    counted: longest.map((turn) => ({ turn, start: turn.start, end: turn.end })),
  };
}

function interruptionCount(input: MetricInput): Measurement {
  const { who, wording } = input;
  const timed = timedSpeech(input, 'everybody');
  if (timed === undefined) return notKnown(wording.say('metric needs times'));
  if (timed.every(({ voice }) => voice === undefined)) return notKnown(wording.say('metric needs speakers'));
  const found = interruptionsOf(timed).filter(({ isOwn }) => isOwn);
  const reason = wording.say('metric interruptions', { n: found.length, who });
  return { value: found.length, reason, counted: turnsIn(found) };
}

function silenceSeconds(input: MetricInput): Measurement {
  const { wording } = input;
  const silences = ownSilences(input);
  return silences === undefined ? notKnown(wording.say('metric needs times')) : summed(silences, input);
}

function summed(silences: readonly Silence[], { speaker, who, wording }: MetricInput): Measurement {
  const value = lengthOf(silences);
  const name = speaker === undefined ? 'metric silence' : 'metric silence before';
  return { value, reason: wording.say(name, { time: seconds(value, wording), who, n: silences.length }) };
}

function longestSilence(input: MetricInput): Measurement {
  const { speaker, who, wording } = input;
  const silences = ownSilences(input);
  if (silences === undefined) return notKnown(wording.say('metric needs times'));
  const [longest] = silences.toSorted((left, right) => lengthOf([right]) - lengthOf([left]));
  if (longest === undefined) return summed([], input);
  const value = lengthOf([longest]);
  const name = speaker === undefined ? 'metric longest silence' : 'metric longest silence before';
  return {
    value,
    reason: wording.say(name, {
      time: seconds(value, wording),
      from: position(longest.start),
      to: position(longest.end),
      who,
    }),
    counted: turnsIn([longest.brokenBy]),
  };
}

/** All silences, or those that the speaker ended. */
function ownSilences(input: MetricInput): Silence[] | undefined {
  const timed = timedSpeech(input, 'everybody');
  const isAsked = ({ brokenBy }: Silence) => input.speaker === undefined || brokenBy.isOwn;
  return timed && silencesOf(timed, holdsOf(input.conversation)).filter(isAsked);
}

function lengthOf(stretches: readonly { start: number; end: number }[]): number {
  return stretches.reduce((sum, { start, end }) => sum + end - start, 0);
}

function turnsIn(timed: readonly TimedSpeech[]): CountedSlice[] {
  const turns = new Set(timed.flatMap(({ turn }) => turn ?? []));
  return [...turns].map((turn) => ({ turn, start: turn.start, end: turn.end }));
}

function sentimentChange({ turns, who, wording }: MetricInput): Measurement {
  const words = spokenWords(turns);
  const middle = Math.ceil(words.length / 2);
  const first = sentimentOf(ratePhrases(words.slice(0, middle)));
  const second = sentimentOf(ratePhrases(words.slice(middle)));
  return {
    value: second - first,
    reason: wording.say('metric sentiment change', { who, first: first.toFixed(2), second: second.toFixed(2) }),
    counted: strongest(ratePhrases(words)),
  };
}

function keywordCount(input: MetricInput): Measurement {
  const { brick, turns, wording } = input;
  const keywords = phraseTable(brick.hints?.keywords ?? []);
  if (keywords.size === 0) return notKnown(wording.say('metric no keywords'));
  const words = spokenWords(turns);
  const excluded = new Set<Word>(
    findPhrases(words, phraseTable(brick.hints?.exclude ?? [])).flatMap((match) => match.words),
  );
  const matches = findPhrases(words, keywords).filter((match) => !match.words.some((word) => excluded.has(word)));
  return counted(slicesOf(matches), 'keywords', input);
}

function ownSpeakingTurns(conversation: Conversation, turns: readonly Turn[]): Turn[][] {
  const mine = new Set(turns);
  return speakingTurns(conversation.turns).filter(([first]) => first !== undefined && mine.has(first));
}

function questions({ turns, conversation }: MetricInput) {
  return findQuestions(turns, conversation);
}

function counted(slices: readonly CountedSlice[], what: string, { who, wording }: MetricInput): Measurement {
  const reason = wording.say(`metric ${what}`, { n: slices.length, who });
  return { value: slices.length, reason, counted: slices };
}

/** Per hundred words. */
function rate(slices: readonly CountedSlice[], what: string, { turns, who, wording }: MetricInput): Measurement {
  const words = wordsIn(turns);
  if (words === 0) return notKnown(wording.say('metric no words', { who }));
  return {
    value: (slices.length * 100) / words,
    reason: wording.say(`metric rate of ${what}`, { n: slices.length, words, who }),
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

/** The five strongest ratings, in order of occurrence. */
function strongest(rated: ReturnType<typeof ratePhrases>): CountedSlice[] {
  const top = rated.toSorted((left, right) => Math.abs(right.rating) - Math.abs(left.rating)).slice(0, 5);
  return slicesOf(top).sort((left, right) => left.start - right.start);
}

function wordsIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + countWords(turn.text), 0);
}

function seconds(value: number, wording: Wording): string {
  return `${wording.figure(Math.round(value * 10) / 10)} s`;
}

/** In the recording: `1:05`, `1:02:03`. */
function position(at: number): string {
  const [hours, minutes] = [Math.floor(at / 3_600), Math.floor((at % 3_600) / 60)];
  const rest = String(Math.floor(at % 60)).padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
}
