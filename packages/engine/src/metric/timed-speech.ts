/**
 * Timing metrics: interruptions, silence, speaking time. They need a start and an end on every turn, or `speech`, which contains exactly
 * when each side spoke and takes precedence over the times of turns: a recogniser's turns begin late, end early and include pauses.
 */
import type { Conversation, Speech, Turn } from '../conversation/conversation.ts';
import { isCounted } from '../conversation/turn-kinds.ts';
import { spokenBy, turnsOf } from '../conversation/turns-of.ts';
import { voiceOf } from './speaking-turns.ts';

export interface TimedSpeech {
  start: number;
  end: number;
  voice: string | undefined;
  /** It belongs to those whom the figure is about. */
  isOwn: boolean;
  /** The words spoken then, if known. */
  turn: Turn | undefined;
}

interface About {
  conversation: Conversation;
  /** Whom the figure is about, and their turns. */
  speaker: string | undefined;
  turns: readonly Turn[];
}

/** Who spoke when, by the start, or nothing if a single time is missing. */
export function timedSpeech(about: About, among: 'everybody' | 'counted'): TimedSpeech[] | undefined {
  const { conversation, turns } = about;
  const heard = exactSpeech(about, among);
  if (heard !== undefined) return heard;
  const own = new Set(turns);
  return timedTurns(among === 'counted' ? conversation.turns.filter(isCounted) : conversation.turns, own);
}

function timedTurns(turns: readonly Turn[], own: ReadonlySet<Turn>): TimedSpeech[] | undefined {
  const timed = turns.flatMap((turn) => {
    const { startSeconds: start, endSeconds: end } = turn;
    if (start === undefined || end === undefined) return [];
    return { turn, start, end: Math.max(start, end), voice: voiceOf(turn), isOwn: own.has(turn) };
  });
  return timed.length === turns.length ? timed.sort((left, right) => left.start - right.start) : undefined;
}

/** Nothing if there is no speech, or none of a speaker with turns: then their times are unknown. */
function exactSpeech(
  { conversation, speaker, turns }: About,
  among: 'everybody' | 'counted',
): TimedSpeech[] | undefined {
  const { speech } = conversation;
  if (speech === undefined) return undefined;
  const beside = voicesBeside(conversation.turns);
  const isParty = (span: Speech) => !beside.has(voiceOf(span) ?? '');
  const own = new Set(speaker === undefined ? speech.filter(isParty) : spokenBy(speech, speaker));
  if (own.size === 0 && turns.length > 0) return undefined;
  const turnAt = findTurns(conversation);
  return speech
    .filter((span) => among === 'everybody' || isParty(span))
    .map((span) => ({
      start: span.startSeconds,
      end: span.endSeconds,
      voice: voiceOf(span),
      isOwn: own.has(span),
      turn: turnAt(span),
    }));
}

/** Bots and interpreters that are not a party of the conversation. */
function voicesBeside(turns: readonly Turn[]): Set<string> {
  const voices = new Set(turns.flatMap((turn) => (isCounted(turn) ? [] : (voiceOf(turn) ?? []))));
  for (const turn of turns) if (isCounted(turn)) voices.delete(voiceOf(turn) ?? '');
  return voices;
}

/** The turn that is spoken in a stretch of speech; asked in the order of the stretches. */
function findTurns(conversation: Conversation): (span: Speech) => Turn | undefined {
  const queues = new Map<string | undefined, { timed: TimedSpeech[]; next: number }>();
  return ({ speaker, side, startSeconds, endSeconds }) => {
    const voice = speaker ?? side;
    const queue = queues.get(voice) ?? { timed: withTimes(turnsOf(conversation, voice)), next: 0 };
    queues.set(voice, queue);
    const isOver = ({ start, end }: TimedSpeech) => end <= startSeconds && start < startSeconds;
    let turn = queue.timed[queue.next];
    while (turn !== undefined && isOver(turn)) turn = queue.timed[++queue.next];
    return turn !== undefined && (turn.start < endSeconds || turn.start === startSeconds) ? turn.turn : undefined;
  };
}

function withTimes(turns: readonly Turn[]): TimedSpeech[] {
  const timed = turns.filter(({ startSeconds, endSeconds }) => startSeconds !== undefined && endSeconds !== undefined);
  return timedTurns(timed, new Set()) ?? [];
}

/** Those that begin while someone else, who began earlier, is still speaking. */
export function interruptionsOf(timed: readonly TimedSpeech[]): TimedSpeech[] {
  const found: TimedSpeech[] = [];
  // The latest end, and the latest end of anybody else: enough to answer "is another voice speaking now?" in one pass.
  let latest: { voice: string; end: number } | undefined;
  let other: { voice: string; end: number } | undefined;
  const hear = ({ voice, end }: TimedSpeech) => {
    if (voice === undefined) return;
    if (latest === undefined || voice === latest.voice) latest = { voice, end: Math.max(end, latest?.end ?? end) };
    else if (end > latest.end) [latest, other] = [{ voice, end }, latest];
    else if (end > (other?.end ?? Number.NEGATIVE_INFINITY)) other = { voice, end };
  };
  let heard = 0;
  for (const speech of timed) {
    for (let next = timed[heard]; next !== undefined && next.start < speech.start; next = timed[heard]) {
      hear(next);
      heard += 1;
    }
    const running = latest?.voice === speech.voice ? other : latest;
    if (speech.voice !== undefined && running !== undefined && running.end > speech.start) found.push(speech);
  }
  return found;
}

interface Stretch {
  start: number;
  end: number;
}

export interface Silence extends Stretch {
  /** The event that ends it, or follows the hold that ends it. */
  brokenBy: TimedSpeech;
}

/** When the caller was on hold, by the start: until the known end, otherwise until the next turn. */
export function holdsOf({ leftOut = [], turns }: Conversation): Stretch[] {
  return leftOut
    .flatMap(({ kind, startSeconds, endSeconds, before }): Stretch[] => {
      const end = endSeconds ?? turns[before]?.startSeconds;
      const isKnown = kind === 'hold' && startSeconds !== undefined && end !== undefined && end > startSeconds;
      return isKnown ? [{ start: startSeconds, end }] : [];
    })
    .sort((left, right) => left.start - right.start);
}

/** The stretches between the first start and the last end in which nobody speaks and nobody is on hold. */
export function silencesOf(timed: readonly TimedSpeech[], holds: readonly Stretch[] = []): Silence[] {
  const silences: Silence[] = [];
  let heardUntil = timed[0]?.start ?? 0;
  const hear = ({ start, end }: Stretch, brokenBy: TimedSpeech) => {
    if (start > heardUntil) silences.push({ start: heardUntil, end: start, brokenBy });
    heardUntil = Math.max(heardUntil, end);
  };
  let next = 0;
  for (const speech of timed) {
    for (let hold = holds[next]; hold !== undefined && hold.start < speech.start; hold = holds[next]) {
      hear(hold, speech);
      next += 1;
    }
    hear(speech, speech);
  }
  return silences;
}
