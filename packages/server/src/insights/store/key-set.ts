import type { Environment } from '@brickwork/contract';

/** Whose days are added up. */
export interface CountedKit {
  /** As a UUID. */
  workspaceId: string;
  environment: Environment;
  kitId: string;
}

/** A day is added up by each of several of these. Without bricks: only how many runs have each value. */
export interface KeySet {
  keys: string[];
  bricks: boolean;
}
