/** Workspaces are created by the operator on the command line, not over the API. */

import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { PlanLimits } from './plans.ts';
import type { Workspace } from './store/access-rows.ts';
import type { AccessStore } from './store/access-store.ts';
import type { Retention } from './store/workspace-settings.ts';

export interface ManageWorkspaces {
  store: AccessStore;
  clock: Clock;
  plans: Readonly<Record<string, PlanLimits>>;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

export async function createWorkspace(
  { store, clock, plans }: ManageWorkspaces,
  name: string,
  plan: string,
): Promise<Workspace> {
  if (!NAME.test(name)) {
    throw new ServiceError('invalid_parameter', {
      detail: `"${name}" is not a workspace name: use 1 to 63 of a-z, 0-9, - and _, starting with a letter or digit.`,
    });
  }
  checkPlan(plans, plan);
  const now = clock.now();
  const workspace: Workspace = { id: newId('ws', now), name, plan, createdAt: now };
  if ((await store.insertWorkspace(workspace)) === 'name_taken') {
    throw new ServiceError('conflict', { detail: `A workspace named "${name}" already exists.` });
  }
  return workspace;
}

export async function getWorkspace({ store }: Pick<ManageWorkspaces, 'store'>, name: string): Promise<Workspace> {
  const workspace = await store.findWorkspace(name);
  if (workspace === undefined) {
    throw new ServiceError('not_found', {
      detail: `There is no workspace named "${name}". "brickwork workspaces list" shows them all.`,
    });
  }
  return workspace;
}

export async function changePlan({ store, plans }: ManageWorkspaces, name: string, plan: string): Promise<Workspace> {
  checkPlan(plans, plan);
  const workspace = await getWorkspace({ store }, name);
  await store.setPlan(workspace.id, plan, plans[plan]?.runsAtOnce ?? null);
  return { ...workspace, plan };
}

/** Changes only the given fields. Deleting a run deletes its input and output too, whatever their own retention is. */
export async function changeRetention(
  { store }: Pick<ManageWorkspaces, 'store'>,
  name: string,
  change: Partial<Retention>,
): Promise<Retention> {
  const workspace = await getWorkspace({ store }, name);
  const retention = { ...(await store.getRetention(workspace.id)), ...change };
  for (const days of Object.values(retention)) {
    if (days !== null && (!Number.isInteger(days) || days < 0 || days > 36_500)) {
      throw new ServiceError('invalid_parameter', {
        detail: 'Retention is a whole number of days from 0 to 36500, or "forever".',
      });
    }
  }
  await store.setRetention(workspace.id, retention);
  return retention;
}

function checkPlan(plans: ManageWorkspaces['plans'], plan: string): void {
  if (plan in plans) return;
  throw new ServiceError('invalid_parameter', {
    detail: `There is no plan "${plan}". Plans: ${Object.keys(plans).join(', ')}.`,
  });
}
