/** An appeal: somebody, usually the agent of the call, objects to an answer. It is open until the answer is reviewed. */
import type { Actor } from '../core/acting.ts';

export type AppealStatus = 'open' | 'changed' | 'confirmed';

export interface Appeal {
  appealId: string;
  runId: string;
  kitId: string;
  brick: string;
  /** Undefined once the run's contents were erased. */
  text: string | undefined;
  by: Actor;
  createdAt: Date;
  status: AppealStatus;
  settledAt: Date | undefined;
  /** The note of the review that settled it. */
  note: string | undefined;
}
