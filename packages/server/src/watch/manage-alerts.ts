/** Storing, reading, deleting and trying out alerts. A rule that does not match its kit is refused. */
import { brickType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { didYouMean } from '@brickwork/engine/kits/did-you-mean';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { getKit, getVersion, type ManageKits } from '../kits/manage-kits.ts';
import { readAnswerFilter } from '../runs/answer-filter.ts';
import { requireBricks } from '../runs/read-runs.ts';
import { type Alert, type AlertFinding, type AlertRule, nextState } from './alert.ts';
import { eventOfAlert } from './alert-document.ts';
import { type MeasureRule, measureRule } from './measure-rule.ts';
import type { AlertChange } from './store/alert-changes.ts';
import type { AlertStore } from './store/alert-store.ts';

export interface ManageAlerts extends MeasureRule {
  alerts: AlertStore;
  kits: ManageKits;
  clock: Clock;
}

/** Of one workspace and environment. */
const MOST_ALERTS = 200;
/** Of one alert or canary. */
export const MOST_CHANGES = 100;

export async function putAlert(deps: ManageAlerts, scope: Scope, name: string, rule: AlertRule): Promise<Alert> {
  const { kitId } = await checkRule(deps, scope, rule);
  const stored = await deps.alerts.put(scope, { name, kitId, rule, now: deps.clock.now() }, MOST_ALERTS);
  if (stored === 'too_many')
    throw new ServiceError('conflict', {
      detail: `There are ${MOST_ALERTS} alerts already, which is the most. Delete one first.`,
    });
  return stored;
}

export async function getAlert({ alerts }: Pick<ManageAlerts, 'alerts'>, scope: Scope, name: string): Promise<Alert> {
  const alert = await alerts.find(scope, name);
  if (alert === undefined) throw noSuchAlert();
  return alert;
}

export async function listAlertChanges(
  deps: Pick<ManageAlerts, 'alerts'>,
  scope: Scope,
  name: string,
): Promise<AlertChange[]> {
  await getAlert(deps, scope, name);
  return deps.alerts.changes(scope, name, MOST_CHANGES);
}

export async function deleteAlert(
  { alerts, clock }: Pick<ManageAlerts, 'alerts' | 'clock'>,
  scope: Scope,
  name: string,
): Promise<void> {
  const now = clock.now();
  const isDeleted = await alerts.delete(scope, name, (alert) =>
    eventOfAlert({ ...alert, state: 'ok', since: now }, now, { deleted: true }),
  );
  if (!isDeleted) throw noSuchAlert();
}

/** What the rule would say now; stores nothing. */
export async function checkAlert(
  deps: ManageAlerts,
  scope: Scope,
  rule: AlertRule,
): Promise<AlertFinding & { state: Alert['state'] }> {
  const kit = await checkRule(deps, scope, rule);
  const found = await measureRule(deps, scope, kit, rule, deps.clock.now());
  if (typeof found === 'string') throw invalid(problemOf(found));
  return { ...found, state: nextState(rule, 'ok', found) };
}

/** Why a rule cannot be checked, for whoever reads the alert. */
export function problemOf(fault: 'too_many' | 'no_brick'): string {
  return fault === 'no_brick'
    ? 'The kit no longer has this brick.'
    : 'The window has too many runs to look at one by one, as conditions and windows in hours need. Choose a shorter window, or days without conditions.';
}

async function checkRule(
  { kits, insights }: Pick<ManageAlerts, 'kits' | 'insights'>,
  scope: Scope,
  rule: AlertRule,
): Promise<{ kitId: string; kitCode: string }> {
  const { kitId, kitCode } = await getKit(kits, scope.workspaceId, rule.kit);
  const { kit } = await getVersion(kits, scope.workspaceId, kitId, 'newest');
  const brick = kit.bricks.find(({ key }) => key === rule.brick);
  if (brick === undefined) {
    const keys = kit.bricks.map(({ key }) => key);
    throw invalid(`brick: the kit has no brick ${rule.brick}. ${didYouMean(rule.brick, keys) ?? keys.join(', ')}`);
  }
  const fault = aggregateFault(rule, brick.type);
  if (fault !== undefined) throw invalid(fault);
  if (rule.value !== undefined) {
    const value = 'many' in brick && brick.many === true ? [String(rule.value)] : rule.value;
    const wrong = brickType(brick).valueFault(brick, value);
    if (wrong !== undefined) throw invalid(`value: ${wrong}.`);
  }
  const known = await insights.bricks(scope, kitId);
  requireBricks(
    readAnswerFilter(rule.where ?? {}),
    known.map(({ key }) => key),
  );
  return { kitId, kitCode };
}

function aggregateFault({ aggregate, value, quantile }: AlertRule, type: string): string | undefined {
  if (quantile !== undefined && aggregate !== 'quantile') return 'quantile: only goes with the aggregate quantile.';
  if (value !== undefined && aggregate !== 'share') return 'value: only goes with the aggregate share.';
  if (aggregate === 'share' && value === undefined) return 'value: a share needs the answer that is counted.';
  if (aggregate === 'share' && type !== 'boolean' && type !== 'categorical')
    return `aggregate: a share needs a yes/no question or categories, and the brick is ${type}.`;
  if ((aggregate === 'mean' || aggregate === 'quantile') && type !== 'numeric')
    return `aggregate: a ${aggregate} needs numbers, and the brick is ${type}.`;
  return undefined;
}

function noSuchAlert(): ServiceError {
  return new ServiceError('not_found', { detail: 'There is no alert of this name.' });
}

function invalid(detail: string): ServiceError {
  return new ServiceError('alert_invalid', { detail });
}
