/** A run's lane is its workspace and environment: a test backlog never delays live runs. */
import type { Environment } from '@brickwork/contract';
import { decodeId, encodeId } from '../../core/ids.ts';
import type { Scope } from '../../runs/run-store.ts';

export const RUN_JOBS = 'run';

export function laneOf({ workspaceId, environment }: Scope): string {
  return `${decodeId('ws', workspaceId)}/${environment}`;
}

export function scopeOfLane(lane: string): Scope {
  const [workspace = '', environment] = lane.split('/');
  return { workspaceId: encodeId('ws', workspace), environment: environment as Environment };
}
