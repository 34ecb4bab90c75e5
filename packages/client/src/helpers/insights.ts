import { filterQuery } from '../filter-query.ts';
import { joinCsv } from '../join-csv.ts';
import type { InsightsQuery } from '../requests.ts';
import type { CallOptions, Transport } from '../transport.ts';

export function insightsHelpers(transport: Transport) {
  return {
    /** All groups as one CSV, a row for each value of each brick of each group; page after page is fetched as it is read. */
    async csv(kit: string, query: InsightsQuery = {}, options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
      const path = `/v1/kits/${encodeURIComponent(kit)}/insights`;
      const pageAt = (cursor = query.cursor) =>
        transport.text({ method: 'GET', path, query: { ...filterQuery(query), cursor, format: 'csv' } }, options);
      return joinCsv(pageAt, await pageAt());
    },
  };
}
