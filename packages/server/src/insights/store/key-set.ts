import type { Environment } from '@brickwork/contract';

/** Whose days are aggregated. */
export interface CountedKit {
  /** As a UUID. */
  workspaceId: string;
  environment: Environment;
  kitId: string;
}

/** A day is aggregated by each of several key sets. Without bricks: only how many runs have each value. */
export interface KeySet {
  keys: string[];
  bricks: boolean;
}
