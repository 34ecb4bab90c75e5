import type { Environment } from '@brickwork/contract';

/** The workspace and environment that own what is stored; every read and write names them. */
export interface Scope {
  workspaceId: string;
  environment: Environment;
}
