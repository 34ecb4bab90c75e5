/** Settings of a workspace over HTTP. */
import { settingsApi } from '@brickwork/contract';
import type { z } from 'zod';
import { type Principal, requirePermission } from '../../access/principal.ts';
import type { AccessStore } from '../../access/store/access-store.ts';
import { requireTimeZone } from '../../core/time-zone.ts';
import type { InsightsStore } from '../../insights/store/insights-store.ts';
import type { Prices } from '../../usage/spend/prices.ts';
import { ok, type Route, route } from '../route.ts';
import { requireLive } from './dimensions.ts';

export interface SettingsRoutes {
  insights: Pick<InsightsStore, 'timezoneOf' | 'saveTimezone'>;
  access: Pick<
    AccessStore,
    'getMasking' | 'setMasking' | 'getLanguage' | 'setLanguage' | 'getRetention' | 'setRetention'
  >;
  prices: Prices;
}

type Change = z.output<typeof settingsApi.settingsChange>;

export function settingsRoutes(deps: SettingsRoutes): Route[] {
  return [
    route(settingsApi.getSettings, async ({ principal }) => ok(await settingsOf(deps, principal.workspaceId))),
    route(settingsApi.putSettings, async ({ principal, body }) => {
      requireLive(principal);
      requireAllowed(principal, body);
      const zone = body.timezone === undefined ? undefined : requireTimeZone('timezone', body.timezone);
      await change(deps, principal.workspaceId, body);
      if (zone !== undefined) await deps.insights.saveTimezone(principal.workspaceId, zone);
      const now = await settingsOf(deps, principal.workspaceId);
      return ok({ ...now, ...(zone !== undefined && { timezone: zone }) });
    }),
  ];
}

/** Checked before anything is changed. */
function requireAllowed(principal: Principal, given: Change): void {
  if (given.mask !== undefined || given.identities_hidden_from !== undefined)
    requirePermission(principal, 'members:manage');
  if (given.retention !== undefined) requirePermission(principal, 'runs:erase');
  if (given.credit_price !== undefined) requirePermission(principal, 'spend:manage');
}

async function change({ access, prices }: SettingsRoutes, workspaceId: string, given: Change): Promise<void> {
  const { mask, identities_hidden_from: hiddenFrom, retention, credit_price: price } = given;
  if (mask !== undefined || hiddenFrom !== undefined)
    await access.setMasking(workspaceId, {
      ...(mask !== undefined && { mask: [...new Set(mask)] }),
      ...(hiddenFrom !== undefined && { identitiesHiddenFrom: [...new Set(hiddenFrom)] }),
    });
  if (retention !== undefined) {
    const { input_days: inputDays, output_days: outputDays, run_days: runDays } = retention;
    await access.setRetention(workspaceId, {
      ...(await access.getRetention(workspaceId)),
      ...(inputDays !== undefined && { inputDays }),
      ...(outputDays !== undefined && { outputDays }),
      ...(runDays !== undefined && { runDays }),
    });
  }
  if (given.language !== undefined) await access.setLanguage(workspaceId, given.language);
  if (price !== undefined) await prices.set(workspaceId, price ?? undefined);
}

async function settingsOf({ insights, access, prices }: SettingsRoutes, workspaceId: string) {
  const [timezone, masking, language, kept, price] = await Promise.all([
    insights.timezoneOf(workspaceId),
    access.getMasking(workspaceId),
    access.getLanguage(workspaceId),
    access.getRetention(workspaceId),
    prices.of(workspaceId),
  ]);
  return {
    timezone,
    mask: masking.mask,
    identities_hidden_from: masking.identitiesHiddenFrom,
    language,
    retention: {
      input_days: kept.inputDays,
      output_days: kept.outputDays,
      run_days: kept.runDays,
      audit_days: kept.auditDays,
    },
    credit_price: price === undefined ? null : { amount: price.amount, currency: price.currency, set_by: price.setBy },
  };
}
