import { filterQuery } from '../filter-query.ts';
import { joinCsv } from '../join-csv.ts';
import type { InsightsQuery } from '../requests.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { Insights, Summary } from '../wire/insights.ts';

export type InsightsResource = ReturnType<typeof insightsResource>;

export function insightsResource(transport: Transport) {
  return {
    /** How often each answer was given, by week unless the query says otherwise. `kit` is an id, a code or a slug. */
    get: async (kit: string, query: InsightsQuery = {}, options?: CallOptions): Promise<Insights> =>
      (
        await transport.send<Insights>(
          { method: 'GET', path: `/v1/kits/${encodeURIComponent(kit)}/insights`, query: filterQuery(query) },
          options,
        )
      ).body,

    /** All groups as one CSV, a row for each value of each brick of each group; page after page is fetched as it is read. */
    async csv(kit: string, query: InsightsQuery = {}, options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
      const path = `/v1/kits/${encodeURIComponent(kit)}/insights`;
      const pageAt = (cursor = query.cursor) =>
        transport.text({ method: 'GET', path, query: { ...filterQuery(query), cursor, format: 'csv' } }, options);
      return joinCsv(pageAt, await pageAt());
    },

    /** How a week went, kit by kit: what channels are sent on Mondays. `week` is a Monday; the last week that has ended by default. */
    summary: async (query: { week?: string | undefined } = {}, options?: CallOptions): Promise<Summary> =>
      (await transport.send<Summary>({ method: 'GET', path: '/v1/summary', query }, options)).body,
  };
}
