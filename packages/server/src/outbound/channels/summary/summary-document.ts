/** The public shape of a summary. */
import type { summaryApi } from '@brickwork/contract';
import { toKitChanges } from '../../../insights/changes/changes-document.ts';
import type { KitWeek } from './read-week.ts';

const MOST_AGENTS = 5;

export function toKitWeekDocument(week: KitWeek): summaryApi.KitWeekDocument {
  const { name, path, trust, cost } = week;
  const changes = toKitChanges(week);
  return { ...changes, agents: changes.agents.slice(0, MOST_AGENTS), name, path, trust, cost };
}
