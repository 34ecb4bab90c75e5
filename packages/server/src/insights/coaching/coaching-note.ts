import type { Actor } from '../../core/acting.ts';

export interface CoachingNote {
  noteId: string;
  /** As in the dimension `agent`. */
  agent: string;
  kitId: string;
  bricks: readonly string[];
  text: string;
  /** The day of the note; calls after it are compared with calls before it. */
  notedOn: string;
  by: Actor;
  createdAt: Date;
}
