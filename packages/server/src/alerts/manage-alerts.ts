/** Storing, reading, deleting and trying out alerts. A rule that does not match its kit is refused. */
import { brickType, itemType } from '@brickwork/engine/bricks/brick-types';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Brick } from '@brickwork/engine/kits/normalise-kit';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/scope.ts';
import { getKit, getVersion, type ManageKits } from '../kits/manage-kits.ts';
import { checkAnswerFilter, unknown } from '../runs/check-answer-filter.ts';
import { conditionsOf } from '../runs/dimensions/dimension-keys.ts';
import { type Alert, type AlertFinding, type AlertRule, nextState } from './alert.ts';
import { eventOfAlert } from './alert-document.ts';
import { deleteWatched, getWatched, invalidRule, listChanges, tooMany } from './manage-watched.ts';
import { type MeasureRule, measureRule } from './measure-rule.ts';
import type { AlertStore } from './store/alert-store.ts';
import type { WatchChange } from './store/watch-changes.ts';

export interface ManageAlerts extends MeasureRule {
  alerts: AlertStore;
  kits: ManageKits;
  clock: Clock;
}

/** Per workspace and environment. */
const MOST_ALERTS = 200;

export async function putAlert(deps: ManageAlerts, scope: Scope, name: string, rule: AlertRule): Promise<Alert> {
  const { kitId } = await checkRule(deps, scope, rule);
  const stored = await deps.alerts.put(scope, { name, kitId, rule, now: deps.clock.now() }, MOST_ALERTS);
  if (stored === 'too_many') throw tooMany('alerts', MOST_ALERTS);
  return stored;
}

type Alerts = Pick<ManageAlerts, 'alerts'>;

export const getAlert = ({ alerts }: Alerts, scope: Scope, name: string): Promise<Alert> =>
  getWatched(alerts, 'alert', scope, name);

export const listAlertChanges = ({ alerts }: Alerts, scope: Scope, name: string): Promise<WatchChange[]> =>
  listChanges(alerts, 'alert', scope, name);

export async function deleteAlert(
  { alerts, clock }: Pick<ManageAlerts, 'alerts' | 'clock'>,
  scope: Scope,
  name: string,
): Promise<void> {
  const now = clock.now();
  const resolved = (alert: Alert) => eventOfAlert({ ...alert, state: 'ok', since: now }, now, { deleted: true });
  await deleteWatched(alerts, 'alert', scope, { name, resolved });
}

/** The current result of the rule; stores nothing. */
export async function checkAlert(
  deps: ManageAlerts,
  scope: Scope,
  rule: AlertRule,
): Promise<AlertFinding & { state: Alert['state'] }> {
  const kit = await checkRule(deps, scope, rule);
  const found = await measureRule(deps, scope, kit, rule, deps.clock.now());
  if (typeof found === 'string') throw invalidRule(problemOf(found));
  return { ...found, state: nextState(rule, 'ok', found) };
}

/** Why a rule cannot be checked, for readers of the alert. */
export function problemOf(fault: 'too_many' | 'no_brick'): string {
  return fault === 'no_brick'
    ? 'The kit no longer has this brick.'
    : 'The window has too many runs to look at one by one, as conditions and windows in hours need. Choose a shorter window, or days without conditions.';
}

async function checkRule(
  { kits, insights, dimensions }: Pick<ManageAlerts, 'kits' | 'insights' | 'dimensions'>,
  scope: Scope,
  rule: AlertRule,
): Promise<{ kitId: string; kitCode: string }> {
  const { kitId, kitCode, live } = await getKit(kits, scope.workspaceId, rule.kit);
  // Runs answer the bricks of the live version; those of a draft only once it is published.
  const { kit } = await getVersion(kits, scope.workspaceId, kitId, live === undefined ? 'newest' : 'live');
  const brick = kit.bricks.find(({ key }) => key === rule.brick);
  if (brick === undefined)
    throw impossible(
      'brick',
      unknown(
        `the kit has no brick ${rule.brick}`,
        rule.brick,
        kit.bricks.map(({ key }) => key),
      ),
    );
  const fault = aggregateFault(rule, brick);
  if (fault !== undefined) throw invalidRule(fault);
  checkValue(rule, brick);
  checkThreshold(rule, brick);
  const by = await conditionsOf({ dimensions }, scope.workspaceId, rule.where ?? {});
  await checkAnswerFilter(by, insights.knownAnswers(scope, kitId));
  return { kitId, kitCode };
}

function checkValue({ value }: AlertRule, brick: Brick): void {
  if (value === undefined) return;
  const wrong = brickType(brick).valueFault(brick, 'many' in brick && brick.many === true ? [String(value)] : value);
  if (wrong === undefined) return;
  const categories = 'categories' in brick ? brick.categories.map((category) => category.value) : undefined;
  throw impossible(
    'value',
    categories === undefined ? wrong : unknown(`"${value}" is not one of the categories`, String(value), categories),
  );
}

/** A threshold that no figure can pass would make an alert that is never raised. */
function checkThreshold({ aggregate, above, below }: AlertRule, brick: Brick): void {
  const [name, threshold] = above === undefined ? ['below', below] : ['above', above];
  if (threshold === undefined) return;
  const isShare = aggregate === 'share' || aggregate === 'no_value';
  const { min = -Infinity, max = Infinity } = isShare ? { min: 0, max: 1 } : brickType(brick).describe(brick);
  const isPossible = above === undefined ? threshold > min && threshold <= max : threshold >= min && threshold < max;
  if (isPossible) return;
  const hint = isShare && threshold > 1 && threshold <= 100 ? ` For ${threshold} %, write ${threshold / 100}.` : '';
  throw impossible(
    name,
    `${isShare ? `a ${aggregate === 'share' ? 'share' : 'share without a value'} is between 0 and 1` : `the answers of ${brick.key} are from ${min} to ${max}`}, so it can never be ${name} ${threshold}.${hint}`,
  );
}

function impossible(name: string, sentence: string): ServiceError {
  const end = /[.?]$/.test(sentence) ? '' : '.';
  return new ServiceError('invalid_parameter', { detail: `${name}: ${sentence}${end}` });
}

function aggregateFault({ aggregate, value, quantile }: AlertRule, brick: Brick): string | undefined {
  const { compareAs } = itemType(brick);
  if (quantile !== undefined && aggregate !== 'quantile') return 'quantile: is only for the aggregate quantile.';
  if (value !== undefined && aggregate !== 'share') return 'value: is only for the aggregate share.';
  if (aggregate === 'share' && value === undefined) return 'value: is missing: the answer whose share is counted.';
  if (aggregate === 'share' && compareAs !== 'classes')
    return `aggregate: a share needs a yes/no question or categories, and the brick is ${brick.type}.`;
  if ((aggregate === 'mean' || aggregate === 'quantile') && compareAs !== 'numbers')
    return `aggregate: a ${aggregate} needs numbers, and the brick is ${brick.type}.`;
  return undefined;
}
