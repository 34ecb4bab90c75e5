import { paginate } from '../paginate.ts';
import type { ReviewFilter } from '../requests.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { NewReview, PreviewedAnswer, Review, ReviewPage } from '../wire/review.ts';

export type ReviewsResource = ReturnType<typeof reviewsResource>;

export function reviewsResource(transport: Transport) {
  const page = async (query: Record<string, string | number | boolean | undefined>, options: CallOptions) =>
    (await transport.send<ReviewPage>({ method: 'GET', path: '/v1/reviews', query }, options)).body;
  return {
    /**
     * Says what is right and wrong about a run's answers; all are stored, or none. `reviewer` tells people apart who share a key.
     * Sending the same reviews again changes nothing.
     */
    async add(
      runId: string,
      reviews: readonly NewReview[],
      options: CallOptions & {
        reviewer?: string | undefined;
        /** For imports, instead of `reviewer`: the `reviewer` of an exported review. */
        importedFrom?: string | undefined;
      } = {},
    ): Promise<Review[]> {
      const { reviewer, importedFrom: imported_from, ...call } = options;
      const path = `/v1/runs/${encodeURIComponent(runId)}/reviews`;
      const request = {
        method: 'POST',
        path,
        query: { reviewer, imported_from },
        body: reviews,
        isRepeatable: true,
      } as const;
      return (await transport.send<{ data: Review[] }>(request, call)).body.data;
    },

    /** The answers that would be seen differently, corrected or computed again; stores nothing. */
    async preview(
      runId: string,
      reviews: readonly NewReview[],
      { reviewer, ...call }: CallOptions & { reviewer?: string | undefined } = {},
    ): Promise<PreviewedAnswer[]> {
      const path = `/v1/runs/${encodeURIComponent(runId)}/reviews/preview`;
      const request = { method: 'POST', path, query: { reviewer }, body: reviews, isRepeatable: true } as const;
      return (await transport.send<{ data: PreviewedAnswer[] }>(request, call)).body.data;
    },

    /** Newest first, page after page as you go on. */
    list(filter: ReviewFilter = {}, options: CallOptions = {}): AsyncGenerator<Review, void, undefined> {
      return paginate((cursor) => page({ ...filter, limit: 100, cursor }, options));
    },

    page: (
      query: ReviewFilter & { limit?: number | undefined; cursor?: string | undefined } = {},
      options: CallOptions = {},
    ): Promise<ReviewPage> => page({ ...query }, options),

    /** JSON lines, oldest first, as a stream of bytes. */
    export: (filter: ReviewFilter = {}, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> =>
      transport.stream({ method: 'GET', path: '/v1/reviews/export', query: { ...filter } }, options),
  };
}
