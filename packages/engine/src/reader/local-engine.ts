/** The port of the local engine: bricks in, answers out. */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Reader } from './readers.ts';
import type { ReadModel } from './reading.ts';

export interface LocalAnswers {
  outcomes: BrickOutcome[];
  /** Warnings that lower the certainty, for the run. */
  warnings: string[];
}

export interface LocalMeans {
  /** The reading model; undefined where it is turned off. */
  read?: ReadModel | undefined;
  /** What it can read with: by default what is shipped. */
  readers?: readonly Reader[] | undefined;
  /** Keys of bricks that are answered from words alone. */
  lexical: ReadonlySet<string>;
}

/** The local engine: deterministic, no network. */
export type LocalEngine = (
  kit: KitDocument,
  bricks: BrickDocument[],
  conversation: Conversation,
  means: LocalMeans,
) => LocalAnswers | Promise<LocalAnswers>;
