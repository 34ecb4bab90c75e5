import type { Environment } from '@brickwork/contract';
import { decodeId } from './ids.ts';

/** The workspace and environment that own what is stored; every read and write names them. */
export interface Scope {
  workspaceId: string;
  environment: Environment;
}

/** The first two columns of most keys. */
export function keyOf({ workspaceId, environment }: Scope): [workspace: string | undefined, environment: Environment] {
  return [decodeId('ws', workspaceId), environment];
}
