/** How many calls of a group answer a brick, as a link to exactly those. */
import type { InsightsGroup } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../ui/format.ts';
import type { CallsOf } from './insights-search.ts';

interface CallsLinkProps {
  group: InsightsGroup;
  /** Its key. */
  brick: string;
  count: number;
  /** Name of the group, for screen readers that read only the link. */
  label: string;
  calls: CallsOf;
}

export function CallsLink({ group, brick, count, label, calls }: CallsLinkProps) {
  const search = count === 0 ? undefined : calls({ group, where: [[`answer.${brick}`, 'is:answered']], column: brick });
  if (search === undefined) return formatNumber(count);
  return (
    <Link
      to="/runs"
      search={search}
      aria-label={`${label}: show the ${formatNumber(count)} calls`}
      className="rounded text-accent underline underline-offset-2"
    >
      {formatNumber(count)}
    </Link>
  );
}
