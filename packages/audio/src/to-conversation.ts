/**
 * Words of all channels become a conversation: turns in the order in which they were said, with exact sides where channels are, and hold, silence and overlaps
 * as the sound shows them.
 */
import type { RecognisedWord } from './recognise.ts';
import type { Piece, SoundFacts } from './sound/listen.ts';

export interface SpokenWord {
  text: string;
  isJoined?: boolean;
  start: number;
  end: number;
  confidence?: number;
}

export interface SpokenTurn {
  speaker: string;
  side?: 'agent' | 'customer';
  text: string;
  start: number;
  end: number;
  words: SpokenWord[];
}

export interface HoldTurn {
  kind: 'hold';
  text: string;
  start: number;
  end: number;
}

export interface ChannelWord extends SpokenWord {
  channel: number;
  speaker?: string;
}

/** Exact speaking times: the basis of the talk metrics. */
export interface SpokenStretch {
  speaker: string;
  side?: 'agent' | 'customer';
  start: number;
  end: number;
}

/** Longer pauses begin a new turn if speakers cannot be distinguished. */
const PAUSE_SECONDS = 1.2;
/** With a channel per speaker, a shorter pause does not end a turn. */
const SILENCE_SECONDS = 3;
/** Shorter words within the other's turn ("mm", "right") do not cut it. */
const ASIDE_SECONDS = 1;
const ASIDE_WORDS = 2;
const HOLD_LEAST_SECONDS = 4;
/** A pause in what one person says, and no silence. */
const BREATH_SECONDS = 0.4;

/** Words of a piece at their places in the recording. */
export function placed(
  words: readonly RecognisedWord[],
  { channel, spans }: Pick<Piece, 'channel' | 'spans'>,
): ChannelWord[] {
  return words.flatMap((word) => {
    const span = spans.findLast(({ at }) => at <= (word.start + word.end) / 2) ?? spans[0];
    if (span === undefined) return [];
    const place = (second: number) => Math.min(span.end, Math.max(span.start, span.start + second - span.at));
    const start = place(word.start);
    return [{ ...word, channel, start, end: Math.max(start, place(word.end)) }];
  });
}

export interface ConversationOptions {
  /** Which side each channel is; a channel that is not named has none. */
  sides?: readonly ('agent' | 'customer' | undefined)[];
  /** How each channel's speaker is called. */
  names?: readonly (string | undefined)[];
}

export function toConversation(
  words: readonly ChannelWord[],
  sound: SoundFacts,
  { sides = [], names = [] }: ConversationOptions = {},
): { turns: (SpokenTurn | HoldTurn)[]; speech: SpokenStretch[] } {
  const ordered = words.toSorted((one, other) => one.start - other.start || one.channel - other.channel);
  const who = (channel: number, speaker?: string) => {
    const side = sides[channel];
    const unknown = sound.channels === 1 ? 'Speaker' : `Channel ${channel + 1}`;
    return { speaker: names[channel] ?? side ?? speaker ?? unknown, ...(side && { side }) };
  };
  const drafts = sound.channels === 1 ? turnsOfOne(ordered) : turnsOfTwo(ordered);
  const turns = drafts.map(({ channel, speaker, words: said }) => ({
    ...who(channel, speaker),
    text: textOf(said),
    start: rounded(said[0]?.start ?? 0),
    end: rounded(Math.max(...said.map(({ end }) => end))),
    words: said.map(wordOf),
  }));
  const all = [...turns, ...holdsOf(sound)].toSorted((one, other) => one.start - other.start);
  // On one channel, only the words show who is speaking.
  return { turns: all, speech: sound.channels === 1 ? [] : speechOf(sound, who) };
}

function wordOf({ text, isJoined, start, end, confidence }: ChannelWord): SpokenWord {
  return {
    text,
    ...(isJoined && { isJoined }),
    start: rounded(start),
    end: rounded(end),
    ...(confidence !== undefined && { confidence: rounded(confidence) }),
  };
}

function speechOf(
  { stretches }: SoundFacts,
  who: (channel: number) => Omit<SpokenStretch, 'start' | 'end'>,
): SpokenStretch[] {
  return stretches
    .flatMap((list, channel) =>
      merged(
        list.filter(({ kind }) => kind === 'speech'),
        BREATH_SECONDS,
      ).map(({ start, end }) => ({
        ...who(channel),
        start: rounded(start),
        end: rounded(end),
      })),
    )
    .toSorted((one, other) => one.start - other.start);
}

export function textOf(words: readonly Pick<SpokenWord, 'text' | 'isJoined'>[]): string {
  return words.map(({ text, isJoined }, index) => (index === 0 || isJoined ? text : ` ${text}`)).join('');
}

interface Draft {
  channel: number;
  speaker?: string | undefined;
  words: ChannelWord[];
}

/** One channel: a new turn where the recogniser hears somebody else, or after a pause. */
function turnsOfOne(words: readonly ChannelWord[]): Draft[] {
  const turns: Draft[] = [];
  for (const word of words) {
    const last = turns.at(-1);
    const before = last?.words.at(-1);
    const goesOn = before !== undefined && word.speaker === last?.speaker && word.start - before.end < PAUSE_SECONDS;
    if (last !== undefined && goesOn) last.words.push(word);
    else turns.push({ channel: word.channel, speaker: word.speaker, words: [word] });
  }
  return turns.map((turn) => (turn.speaker === undefined ? turn : { ...turn, speaker: `Speaker ${turn.speaker}` }));
}

/** Two channels: a turn continues until the other side speaks or there is a silence, except for a word or two of the other side. */
function turnsOfTwo(words: readonly ChannelWord[]): Draft[] {
  const runs: Draft[] = [];
  for (const word of words) {
    const last = runs.findLast(({ channel }) => channel === word.channel);
    const before = last?.words.at(-1);
    const isNext = last !== undefined && runs.at(-1) === last;
    const pause = before === undefined ? Number.POSITIVE_INFINITY : word.start - before.end;
    const goesOn = isNext ? pause < SILENCE_SECONDS : pause < ASIDE_SECONDS && last && asideSince(runs, last);
    if (last !== undefined && goesOn) last.words.push(word);
    else runs.push({ channel: word.channel, words: [word] });
  }
  return runs;
}

/** Whether everything that the other said since is an aside. */
function asideSince(runs: readonly Draft[], run: Draft): boolean {
  const since = runs.slice(runs.indexOf(run) + 1);
  return since.every(({ words }) => {
    const seconds = (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);
    return words.length <= ASIDE_WORDS && seconds <= ASIDE_SECONDS;
  });
}

type Interval = { start: number; end: number };

/** Music is heard while somebody waits. */
function holdsOf({ stretches }: SoundFacts): HoldTurn[] {
  const music = merged(
    stretches.flat().filter(({ kind }) => kind === 'music'),
    1,
  );
  return music
    .filter(({ start, end }) => end - start >= HOLD_LEAST_SECONDS)
    .map(({ start, end }) => ({ kind: 'hold', text: '[hold music]', start: rounded(start), end: rounded(end) }));
}

function merged(intervals: readonly Interval[], gap: number): Interval[] {
  const out: Interval[] = [];
  for (const { start, end } of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = out.at(-1);
    if (last !== undefined && start <= last.end + gap) last.end = Math.max(last.end, end);
    else out.push({ start, end });
  }
  return out;
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
