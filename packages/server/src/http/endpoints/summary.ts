/** The summary of a week over HTTP. */
import { summaryApi } from '@brickwork/contract';
import { may } from '../../access/principal.ts';
import { sectionsText } from '../../outbound/channels/send/bodies.ts';
import { type ReadSummary, readSummary } from '../../outbound/channels/summary/read-summary.ts';
import { toKitWeekDocument } from '../../outbound/channels/summary/summary-document.ts';
import { writeSummary } from '../../outbound/channels/summary/write-summary.ts';
import { ok, type Route, route } from '../route.ts';

export function summaryRoutes(deps: ReadSummary): Route[] {
  return [
    route(summaryApi.getSummary, async ({ principal, query }) => {
      const hasCost = may(principal, 'usage:read');
      const summary = await readSummary(deps, principal, { week: query.week, hasCost });
      const { from, to, timezone, kits, moreKits } = summary;
      const { title, sections } = writeSummary(summary);
      const text = `${title}\n\n${sectionsText(sections, undefined)}`;
      return ok({ from, to, timezone, title, kits: kits.map(toKitWeekDocument), more_kits: moreKits, text });
    }),
  ];
}
