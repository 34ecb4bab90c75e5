/** Settings of a workspace over HTTP. */
import { settingsApi } from '@brickwork/contract';
import { requirePermission } from '../../access/principal.ts';
import type { AccessStore } from '../../access/store/access-store.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import { requireTimeZone } from '../../insights/time-zone.ts';
import { ok, type Route, route } from '../route.ts';
import { requireLive } from './dimensions.ts';

export interface SettingsRoutes {
  insights: Pick<InsightsStore, 'timezoneOf' | 'saveTimezone'>;
  access: Pick<AccessStore, 'getMasking' | 'setMasking'>;
}

export function settingsRoutes({ insights, access }: SettingsRoutes): Route[] {
  const settingsOf = async (workspaceId: string) => {
    const [timezone, { mask, identitiesHiddenFrom }] = await Promise.all([
      insights.timezoneOf(workspaceId),
      access.getMasking(workspaceId),
    ]);
    return { timezone, mask, identities_hidden_from: identitiesHiddenFrom };
  };
  return [
    route(settingsApi.getSettings, async ({ principal }) => ok(await settingsOf(principal.workspaceId))),
    route(settingsApi.putSettings, async ({ principal, body }) => {
      requireLive(principal);
      const { timezone, mask, identities_hidden_from: identitiesHiddenFrom } = body;
      const zone = timezone === undefined ? undefined : requireTimeZone('timezone', timezone);
      if (mask !== undefined || identitiesHiddenFrom !== undefined) {
        requirePermission(principal, 'members:manage');
        await access.setMasking(principal.workspaceId, {
          ...(mask !== undefined && { mask: [...new Set(mask)] }),
          ...(identitiesHiddenFrom !== undefined && { identitiesHiddenFrom: [...new Set(identitiesHiddenFrom)] }),
        });
      }
      if (zone !== undefined) await insights.saveTimezone(principal.workspaceId, zone);
      return ok({ ...(await settingsOf(principal.workspaceId)), ...(zone !== undefined && { timezone: zone }) });
    }),
  ];
}
