/**
 * A lane is a workspace and environment. Runs of the test environment never delay live ones, and deliveries that hang at one
 * endpoint (there is one per workspace and environment) hold up no other. The name is spelled in this file only.
 */
import type { Environment } from '@brickwork/contract';
import { decodeId, encodeId } from '../core/ids.ts';
import type { Scope } from '../core/scope.ts';

const SEPARATOR = '/';

export function laneOf({ workspaceId, environment }: Scope): string {
  return `${decodeId('ws', workspaceId)}${SEPARATOR}${environment}`;
}

/** The same name, written by PostgreSQL from the columns of `table`. */
export function laneSql(table: string): string {
  return `${table}.workspace_id || '${SEPARATOR}' || ${table}.environment`;
}

export function scopeOfLane(lane: string): Scope {
  const [workspace = '', environment] = lane.split(SEPARATOR);
  return { workspaceId: encodeId('ws', workspace), environment: environment as Environment };
}
