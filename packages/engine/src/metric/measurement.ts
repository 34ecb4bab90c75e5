/** A metric's result, before it is rounded and worded for its brick. */
import type { Turn } from '../conversation/conversation.ts';

export interface CountedSlice {
  turn: Turn;
  start: number;
  end: number;
}

export interface Measurement {
  value: number;
  /** In plain words, with the figures behind the value. */
  reason: string;
  /** The slices that were counted, in order. */
  counted?: readonly CountedSlice[];
  /** False if the conversation lacks the data: the value is then 0 and the confidence 0. */
  isKnown?: boolean;
}

export function notKnown(reason: string): Measurement {
  return { value: 0, reason, isKnown: false };
}
