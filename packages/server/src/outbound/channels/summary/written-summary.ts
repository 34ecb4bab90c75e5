import type { Scope } from '../../../core/scope.ts';
import type { MessageSection } from '../send/message.ts';

/** The content of a summary. */
export interface WrittenSummary {
  title: string;
  path: string;
  sections: readonly MessageSection[];
}

/** For the week that begins on this Monday; undefined for the last one that has ended. */
export type WriteSummary = (scope: Scope, week: string | undefined) => Promise<WrittenSummary>;

export interface Due {
  monday: string;
  /** Channels that request it later wait until the next Monday. */
  from: Date;
}
