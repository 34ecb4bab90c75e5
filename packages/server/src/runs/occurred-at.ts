/** When the conversation of a new run took place: the request takes precedence over the input. */
import type { StatedFacts } from '@brickwork/engine/conversation/stated-facts';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { atTimeOfDay } from '../core/time-zone.ts';

/** A day of grace: clocks differ, and some services send local times as if they were UTC. */
const DAY_MS = 86_400_000;

/** As the request states it. */
export function occurredAtOf(occurredAt: string | undefined, now: Date): Date | undefined {
  if (occurredAt === undefined) return undefined;
  const moment = new Date(occurredAt);
  const isAfter = moment.getTime() > now.getTime() + DAY_MS;
  if (isAfter || !(moment.getTime() >= 0))
    throw new ServiceError('invalid_parameter', {
      detail: `occurred_at: ${occurredAt} is ${isAfter ? 'more than a day in the future' : 'before 1970'}. Send when the conversation took place.`,
    });
  return moment;
}

/** As the input states it. A time without a zone is in the workspace's time zone; a wrong time does not fail a run: it is left out. */
export async function foundMoment(
  { occurredAt, occurredLocal }: StatedFacts,
  timezoneOf: () => Promise<string>,
  now: Date,
): Promise<Date | undefined> {
  const [day, time] = Number.isNaN(Date.parse(`${occurredLocal}Z`)) ? [] : (occurredLocal?.split('T') ?? []);
  const moment =
    occurredAt !== undefined
      ? new Date(occurredAt)
      : day !== undefined && time !== undefined
        ? atTimeOfDay(await timezoneOf(), day, time)
        : undefined;
  return moment !== undefined && moment.getTime() <= now.getTime() + DAY_MS ? moment : undefined;
}
