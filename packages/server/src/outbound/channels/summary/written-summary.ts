import type { Scope } from '../../../core/scope.ts';
import type { MessageSection } from '../send/message.ts';

/** What a summary says. */
export interface WrittenSummary {
  title: string;
  path: string;
  sections: readonly MessageSection[];
}

/** Of the week that begins on this Monday; undefined: of the last one that has ended. */
export type WriteSummary = (scope: Scope, week: string | undefined) => Promise<WrittenSummary>;

export interface Due {
  monday: string;
  /** Channels that asked for it later wait until the next Monday. */
  from: Date;
}
