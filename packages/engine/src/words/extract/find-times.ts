/** Times of day, written ("2:30 pm") or said ("half past two", "ten thirty a m", "noon"), as `14:30`. */

import type { Turn } from '../../conversation/conversation.ts';
import { readTurnWords, type Word } from '../text/read-words.ts';
import { TIME_STRENGTH } from '../weights/extracting.ts';
import type { Candidate } from './candidate.ts';
import { smallNumberOf, unitOf } from './english-number.ts';

const WRITTEN = /(?<![\d:.])([01]?\d|2[0-3])(?::([0-5]\d)(?::[0-5]\d)?)?\s?([ap])?\.?(?:\s?m\b\.?)?(?![\d:])/gi;

function clock(hour: number, minute: number, half: string | undefined): string | undefined {
  if (hour > 23 || minute > 59) return undefined;
  let full = hour;
  if (half === 'p' && hour < 12) full = hour + 12;
  if (half === 'a' && hour === 12) full = 0;
  return `${String(full).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function findWritten(turn: Turn): Candidate[] {
  const found: Candidate[] = [];
  for (const match of turn.text.matchAll(WRITTEN)) {
    const [whole, hour = '', minutes, half] = match;
    const hasHalf = half !== undefined && /[ap]\.?\s?m/i.test(whole);
    if (minutes === undefined && !hasHalf) continue;
    const value = clock(Number(hour), Number(minutes ?? 0), hasHalf ? half.toLowerCase() : undefined);
    if (value === undefined) continue;
    const start = turn.start + match.index;
    found.push({ turn, start, end: start + whole.trimEnd().length, value, strength: TIME_STRENGTH.clear });
  }
  return found;
}

interface Spoken {
  hour: number;
  minute: number;
  to: number;
  strength: number;
}

function minutesAt(words: readonly Word[], at: number): { minute: number; to: number } | undefined {
  const text = words[at]?.text ?? '';
  if (text === 'oh' || text === 'o') {
    const unit = unitOf(words[at + 1]?.text ?? '');
    return unit > 0 ? { minute: unit, to: at + 2 } : undefined;
  }
  const tens = smallNumberOf(text);
  if (tens === undefined || tens < 10) return undefined;
  const unit = unitOf(words[at + 1]?.text ?? '');
  return tens >= 20 && unit > 0 ? { minute: tens + unit, to: at + 2 } : { minute: tens, to: at + 1 };
}

function spokenAt(words: readonly Word[], at: number): Spoken | undefined {
  const text = words[at]?.text ?? '';
  if (text === 'noon' || text === 'midday') return { hour: 12, minute: 0, to: at + 1, strength: TIME_STRENGTH.named };
  if (text === 'midnight') return { hour: 0, minute: 0, to: at + 1, strength: TIME_STRENGTH.named };
  const direction = words[at + 1]?.text ?? '';
  if ((text === 'half' || text === 'quarter') && (direction === 'past' || direction === 'to')) {
    const hour = smallNumberOf(words[at + 2]?.text ?? '') ?? Number.NaN;
    if (!(hour >= 1 && hour <= 12)) return undefined;
    const minute = text === 'half' ? 30 : direction === 'past' ? 15 : 45;
    return {
      hour: direction === 'to' ? (hour + 23) % 24 || 12 : hour,
      minute,
      to: at + 3,
      strength: TIME_STRENGTH.named,
    };
  }
  const hour = /^\d{1,2}$/.test(text) ? Number(text) : smallNumberOf(text);
  if (hour === undefined || hour < 1 || hour > 12) return undefined;
  const minutes = minutesAt(words, at + 1);
  return {
    hour,
    minute: minutes?.minute ?? 0,
    to: minutes?.to ?? at + 1,
    strength: minutes === undefined ? TIME_STRENGTH.bareHour : TIME_STRENGTH.hourAndMinute,
  };
}

/** "a m", "am", "in the morning", "o'clock" after the number make it a time. */
function closing(words: readonly Word[], at: number): { half: string | undefined; to: number } | undefined {
  const text = words[at]?.text ?? '';
  if (/^[ap]m$/.test(text)) return { half: text[0], to: at + 1 };
  if ((text === 'a' || text === 'p') && words[at + 1]?.text === 'm') return { half: text, to: at + 2 };
  if (text === "o'clock" || text === 'oclock') return closing(words, at + 1) ?? { half: undefined, to: at + 1 };
  if (text === 'in' && words[at + 1]?.text === 'the') {
    const part = words[at + 2]?.text;
    if (part === 'morning') return { half: 'a', to: at + 3 };
    if (part === 'afternoon' || part === 'evening') return { half: 'p', to: at + 3 };
  }
  return undefined;
}

function findSpoken(turn: Turn): Candidate[] {
  const words = readTurnWords(turn);
  const found: Candidate[] = [];
  for (let at = 0; at < words.length; ) {
    const spoken = spokenAt(words, at);
    if (spoken === undefined) {
      at += 1;
      continue;
    }
    const end = closing(words, spoken.to);
    const isAfterAt = words[at - 1]?.text === 'at';
    const value = clock(spoken.hour, spoken.minute, end?.half);
    const to = end?.to ?? spoken.to;
    const strength =
      end !== undefined
        ? TIME_STRENGTH.clear
        : isAfterAt
          ? Math.max(TIME_STRENGTH.afterAt, spoken.strength)
          : spoken.strength;
    if (value !== undefined) {
      const start = turn.start + (words[at]?.start ?? 0);
      found.push({ turn, start, end: turn.start + (words[to - 1]?.end ?? 0), value, strength });
    }
    at = to;
  }
  return found;
}

export function findTimes(turns: readonly Turn[]): Candidate[] {
  return turns.flatMap((turn) => [...findWritten(turn), ...findSpoken(turn)]);
}
