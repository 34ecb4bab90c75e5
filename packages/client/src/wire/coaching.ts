/** Generated from the contract by `npm run generate`: change the schema there. */
import type { Actor } from './member.ts';

export interface CoachingNote {
  /** `cno_…` */
  note_id: string;
  /** The value of the dimension `agent`. */
  agent: string;
  kit_id: string;
  /** The questions that it is about. */
  bricks: string[];
  text: string;
  /** The day of the note, which counts neither as before nor as after. */
  noted_on: string;
  by: Actor;
  created_at: string;
  /** The effect on each question that was answered before or after. */
  effect: {
    brick: string;
    name: string;
    /** What is measured: `mean`, or the answer whose share it is. */
    what: string;
    /** The 28 days before the note. */
    before: {
      /** Calls in which the question was answered. */
      calls: number;
      value?: number;
      low?: number;
      high?: number;
    };
    /** The 28 days after it, as far as they have passed. */
    after: {
      /** Calls in which the question was answered. */
      calls: number;
      value?: number;
      low?: number;
      high?: number;
    };
    /** False where there are fewer than ten calls before or after: too few to compare. */
    enough: boolean;
    /** Only with enough calls, and if the difference is more than chance (5 %). */
    direction?: 'up' | 'down';
    news: 'good' | 'bad' | 'neutral';
  }[];
}

export interface NewCoachingNote {
  agent: string;
  /** A slug, code or id. */
  kit: string;
  /** Keys of the kit’s questions. */
  bricks: string[];
  text: string;
  /** Today by default; not in the future. */
  noted_on?: string | undefined;
}
