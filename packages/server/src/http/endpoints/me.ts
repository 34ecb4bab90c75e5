import { meApi, ROLE_PERMISSIONS } from '@brickwork/contract';
import { actorOf } from '../../access/actor.ts';
import type { PlanLimits } from '../../access/plans.ts';
import { may } from '../../access/principal.ts';
import { keyIdOf } from '../actor-wire.ts';
import { ok, type Route, route } from '../route.ts';

export interface MeRoutes {
  plans: Readonly<Record<string, PlanLimits>>;
  bodyLimitBytes: number;
}

export function meRoutes({ plans, bodyLimitBytes }: MeRoutes): Route[] {
  return [
    route(meApi.getMe, async ({ principal }) => {
      const limits = plans[principal.plan];
      return ok({
        ...keyIdOf(principal.actor),
        actor: actorOf(principal),
        workspace: { id: principal.workspaceId, name: principal.workspaceName },
        environment: principal.environment,
        role: principal.role,
        agent: principal.agent,
        permissions: ROLE_PERMISSIONS[principal.role].filter((permission) => may(principal, permission)),
        plan: principal.plan,
        limits: {
          run_creations_per_minute: limits?.runCreationsPerMinute ?? null,
          reads_per_minute: limits?.readsPerMinute ?? null,
          runs_at_once: limits?.runsAtOnce ?? null,
          sync_waits_at_once: limits?.syncWaitsAtOnce ?? null,
          stored_runs: limits?.storedRuns ?? null,
          stored_bytes: limits?.storedBytes ?? null,
        },
        body_limit_bytes: bodyLimitBytes,
      });
    }),
  ];
}
