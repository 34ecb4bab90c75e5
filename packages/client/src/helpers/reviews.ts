import { asking, type CallOptions, type Transport } from '../transport.ts';
import type { NewReview, Review } from '../wire/review.ts';

export function reviewsHelpers(transport: Transport) {
  return {
    /**
     * Says what is right and wrong about a run's answers; all are stored, or none. `reviewer` tells people apart who share a key.
     * Sending the same reviews again changes nothing.
     */
    async add(
      runId: string,
      reviews: readonly NewReview[],
      {
        reviewer,
        importedFrom: imported_from,
        ...call
      }: CallOptions & {
        reviewer?: string | undefined;
        /** For imports, instead of `reviewer`: the `reviewer` of an exported review. */
        importedFrom?: string | undefined;
      } = {},
    ): Promise<Review[]> {
      const path = `/v1/runs/${encodeURIComponent(runId)}/reviews`;
      const query = { reviewer, imported_from };
      const request = { method: 'POST', path, query, body: reviews, isRepeatable: true } as const;
      return (await asking(transport)<{ data: Review[] }>(request, call)).data;
    },
  };
}
