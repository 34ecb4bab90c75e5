/** What the clock tells: interruptions, silence, time of speaking. All need a start and an end on every turn. */
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { voiceOf } from './speaking-turns.ts';

export interface TimedTurn {
  turn: Turn;
  start: number;
  end: number;
  voice: string | undefined;
}

/** The turns by their start, or nothing when a single time is missing. */
export function timedTurns(turns: readonly Turn[]): TimedTurn[] | undefined {
  const timed = turns.flatMap((turn) =>
    turn.startSeconds === undefined || turn.endSeconds === undefined
      ? []
      : { turn, start: turn.startSeconds, end: Math.max(turn.startSeconds, turn.endSeconds), voice: voiceOf(turn) },
  );
  return timed.length === turns.length ? timed.sort((left, right) => left.start - right.start) : undefined;
}

/** Turns that begin while someone else, who began earlier, is still speaking. */
export function interruptionsOf(timed: readonly TimedTurn[]): TimedTurn[] {
  const found: TimedTurn[] = [];
  // The latest end, and the latest end of anybody else: enough to answer "is another voice speaking now?" in one pass.
  let latest: { voice: string; end: number } | undefined;
  let other: { voice: string; end: number } | undefined;
  const hear = ({ voice, end }: TimedTurn) => {
    if (voice === undefined) return;
    if (latest === undefined || voice === latest.voice) latest = { voice, end: Math.max(end, latest?.end ?? end) };
    else if (end > latest.end) [latest, other] = [{ voice, end }, latest];
    else if (end > (other?.end ?? Number.NEGATIVE_INFINITY)) other = { voice, end };
  };
  let heard = 0;
  for (const turn of timed) {
    for (let next = timed[heard]; next !== undefined && next.start < turn.start; next = timed[heard]) {
      hear(next);
      heard += 1;
    }
    const running = latest?.voice === turn.voice ? other : latest;
    if (turn.voice !== undefined && running !== undefined && running.end > turn.start) found.push(turn);
  }
  return found;
}

export interface Silence {
  seconds: number;
  /** The turn that ends it. */
  brokenBy: TimedTurn;
}

interface Stretch {
  start: number;
  end: number;
}

/** When the caller was on hold, by the start: to the end that is known, else to the next turn. */
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
export function silencesOf(timed: readonly TimedTurn[], holds: readonly Stretch[] = []): Silence[] {
  const silences: Silence[] = [];
  let spokenUntil = timed[0]?.start ?? 0;
  let next = 0;
  for (const turn of timed) {
    let seconds = 0;
    for (let hold = holds[next]; hold !== undefined && hold.start < turn.start; hold = holds[next]) {
      seconds += Math.max(0, hold.start - spokenUntil);
      spokenUntil = Math.max(spokenUntil, hold.end);
      next += 1;
    }
    seconds += Math.max(0, turn.start - spokenUntil);
    if (seconds > 0) silences.push({ seconds, brokenBy: turn });
    spokenUntil = Math.max(spokenUntil, turn.end);
  }
  return silences;
}
