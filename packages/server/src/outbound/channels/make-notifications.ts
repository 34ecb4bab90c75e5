/**
 * Which events people are notified of, and how they are worded. Built from the event alone, so it has no words of a
 * conversation.
 */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../database/database.ts';
import type { RecordEvents, RecordedEvent } from '../webhooks/event.ts';
import type { FailingWebhook, TellFailing } from '../webhooks/failing.ts';
import type { Notification, RecordNotifications } from './channel.ts';

/** How the subject of an appeal begins; its id follows. */
export const APPEAL_KEY = 'appeal/';

/** Records the notifications of events with them. */
export function alsoNotify(recordEvents: RecordEvents, notify: RecordNotifications): RecordEvents {
  return async (tx, events) => {
    const isReady = await recordEvents(tx, events);
    const notifications = events.flatMap((event) => safely(event) ?? []);
    if (notifications.length > 0) await notify(tx, notifications);
    return isReady;
  };
}

/** The change stands even if its text cannot be written: then the notification only names the event's type. */
function safely(event: RecordedEvent): Notification | undefined {
  try {
    return notificationOf(event);
  } catch {
    return {
      ...scopeOf(event),
      topic: event.type.startsWith('spend.') ? 'spend' : event.type === 'run.appealed' ? 'appeals' : 'alerts',
      subjectKey: `event/${event.eventId}`,
      title: `There was an event ${event.type}`,
      detail: `This notification has no text. Read the event with GET /v1/events/${event.eventId}.`,
      path: '/console',
      times: 1,
      at: event.createdAt,
    };
  }
}

export function notificationOf(event: RecordedEvent): Notification | undefined {
  if (event.type === 'alert.raised' || event.type === 'alert.resolved') return notificationOfWatched(event);
  if (event.type === 'spend.warning' || event.type === 'spend.reached') return notificationOfCap(event);
  if (event.type === 'run.appealed') return notificationOfAppeal(event);
  return undefined;
}

interface AppealData {
  appeal_id: string;
  run_id: string;
  brick: string;
}

/** By ids: what the agent wrote is read where it is sent, by channels that ask for it. */
function notificationOfAppeal(event: RecordedEvent): Notification {
  const { data } = JSON.parse(event.body) as { data: AppealData };
  return {
    ...scopeOf(event),
    topic: 'appeals',
    subjectKey: `${APPEAL_KEY}${data.appeal_id}`,
    title: `An answer to ${data.brick} was appealed`,
    detail: `Somebody disagrees with ${data.brick} of ${data.run_id}. A review settles it.`,
    path: `/console/runs/${data.run_id}`,
    times: 1,
    at: event.createdAt,
  };
}

interface CapData {
  name: string;
  kit_code?: string;
  period: string;
  at_cap: string;
  max_credits: number;
  spent_credits: number;
  resets_at: string;
}

function notificationOfCap(event: RecordedEvent): Notification {
  const { data } = JSON.parse(event.body) as { data: CapData };
  const isReached = event.type === 'spend.reached';
  const of = data.kit_code === undefined ? 'The workspace' : `Kit ${data.kit_code}`;
  const spent = `${of} has spent ${data.spent_credits} of ${data.max_credits} credits this ${data.period}`;
  return {
    ...scopeOf(event),
    topic: 'spend',
    subjectKey: `cap/${data.name}`,
    title: isReached ? `Spend cap ${data.name} is reached` : `Spend cap ${data.name} is at 80 %`,
    detail: `${spent}. At the cap: ${data.at_cap}. The next period begins at ${data.resets_at}.`,
    path: '/console/usage',
    times: 1,
    at: event.createdAt,
  };
}

function notificationOfWatched(event: RecordedEvent): Notification {
  const { data } = JSON.parse(event.body) as { data: WatchedData };
  const isCanary = 'set' in data.rule;
  const kind = isCanary ? 'canary' : 'alert';
  const state = data.deleted ? 'was deleted' : event.type === 'alert.raised' ? 'was raised' : 'is resolved';
  return {
    ...scopeOf(event),
    topic: 'alerts',
    subjectKey: `${kind}/${data.name}`,
    title: `${isCanary ? 'Canary' : 'Alert'} ${data.name} ${state}`,
    detail: isCanary ? driftText(data) : figureText(data),
    path: data.deleted ? '/console/alerts' : `/console/${isCanary ? 'canaries' : 'alerts'}/${data.name}`,
    times: 1,
    at: event.createdAt,
  };
}

interface WatchedData {
  name: string;
  kit_code: string;
  deleted?: boolean;
  rule: {
    set?: string;
    brick?: string;
    aggregate?: string;
    value?: unknown;
    quantile?: number;
    above?: number;
    below?: number;
    window?: string;
  };
  found?: {
    n?: number;
    figure?: { value: number; low?: number; high?: number };
    bricks?: { key: string; accuracy?: { value: number }; baseline_accuracy?: number; drifted: boolean }[];
  };
}

/** `resolved, share of false: 0.34 (95 % 0.26 to 0.43) of 118 runs; limit: above 0.3 in 7d. Kit K7TQ2MXB.` */
function figureText({ rule, found, kit_code }: WatchedData): string {
  const of =
    rule.aggregate === 'share'
      ? ` of ${String(rule.value)}`
      : rule.aggregate === 'quantile'
        ? ` ${rule.quantile ?? 0.5}`
        : '';
  const limit = rule.above === undefined ? `below ${rule.below}` : `above ${rule.above}`;
  const { figure, n } = found ?? {};
  const interval =
    figure?.low === undefined || figure.high === undefined
      ? ''
      : ` (95 % ${short(figure.low)} to ${short(figure.high)})`;
  const value = figure === undefined ? 'no figure' : `${short(figure.value)}${interval} of ${n} runs`;
  const what = rule.aggregate === 'no_value' ? 'share without a value' : `${rule.aggregate}${of}`;
  return `${rule.brick}, ${what}: ${value}; limit: ${limit} in ${rule.window}. Kit ${kit_code}.`;
}

function driftText({ rule, found, kit_code }: WatchedData): string {
  const drifted = (found?.bricks ?? []).filter((brick) => brick.drifted);
  const figures = drifted.map(
    ({ key, accuracy, baseline_accuracy }) =>
      `${key} (accuracy ${text(accuracy?.value)}, before ${text(baseline_accuracy)})`,
  );
  const what = drifted.length === 0 ? 'no brick has drifted' : `drifted: ${figures.join(', ')}`;
  return `Golden set ${rule.set}: ${what}. Kit ${kit_code}.`;
}

const text = (value: number | undefined) => (value === undefined ? 'unknown' : short(value));
const short = (value: number) => String(Number(value.toPrecision(3)));

/** Failing webhooks are reported here, because the webhook itself would not hear of it. */
export function tellFailing(notify: RecordNotifications): TellFailing {
  return (tx, failing) => notify(tx, failing.map(notificationOfFailing));
}

function notificationOfFailing(failing: FailingWebhook): Notification {
  const { workspaceId, environment, dead, outcome, isDisabled, at } = failing;
  const title = isDisabled ? 'The webhook endpoint was disabled' : 'Webhook deliveries failed';
  const detail = isDisabled
    ? `It answered 410 Gone to the last attempt. Its events are held: enable it, or register another URL.`
    : `The last attempt ended with ${outcome}. Retry them when the receiver works again.`;
  return {
    workspaceId,
    environment,
    topic: 'deliveries',
    subjectKey: isDisabled ? 'webhook/disabled' : 'webhook/dead',
    title,
    detail,
    path: '/console/webhooks',
    times: dead,
    at,
  };
}

/** Runs that could not be written to a destination. */
export function tellDeadWrite(notify: RecordNotifications) {
  return (tx: Queryable, dead: DeadWrite): Promise<void> => notify(tx, [notificationOfDeadWrite(dead)]);
}

interface DeadWrite extends Scope {
  destination: string;
  outcome: string;
  at: Date;
}

function notificationOfDeadWrite({ workspaceId, environment, destination, outcome, at }: DeadWrite): Notification {
  return {
    workspaceId,
    environment,
    topic: 'deliveries',
    subjectKey: `destination/${destination}`,
    title: `Answers could not be written to ${destination}`,
    // The service's message may quote a value, so it is only in the log, where erasing the run reaches it.
    detail: `The last attempt ended with ${outcome}; its log says why. Fix it there or in the definition, then retry.`,
    path: `/console/destinations/${destination}`,
    times: 1,
    at,
  };
}

function scopeOf({ workspaceId, environment }: RecordedEvent) {
  return { workspaceId, environment };
}
