import type { NewReview, QualityQuery, ReviewDrawRequest, ReviewPolicyRequest, RunItem } from '@brickwork/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from './session.ts';

export type {
  BrickQuality,
  KitQuality,
  NewReview,
  Review,
  ReviewQueue,
  Verdict,
} from '@brickwork/client';

export function useReviewQueue(kitId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['review-queue', kitId],
    queryFn: ({ signal }) => client.reviewQueue.get(kitId, { signal }),
    refetchInterval: 10_000,
  });
}

export function useSetPolicy(kitId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    /** With `past`, past runs are drawn by the new policy, too. */
    mutationFn: async ({ policy, past }: { policy: ReviewPolicyRequest; past: ReviewDrawRequest | undefined }) => {
      await client.reviewQueue.setPolicy(kitId, policy);
      if (past !== undefined) await client.reviewQueue.draw(kitId, past);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['review-queue', kitId] }),
  });
}

/** How many runs since then a policy would have drawn; nothing is queued. */
export function useDrawPreview(kitId: string, policy: ReviewPolicyRequest | undefined, since: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['draw-preview', kitId, policy, since],
    queryFn: ({ signal }) =>
      client.reviewQueue.previewDraw(kitId, { policy, filter: { occurred_after: since } }, { signal }),
    enabled: policy !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** What reviews would change, before they are saved. Only a correction changes anything. */
export function usePreviewReview(runId: string, reviews: readonly NewReview[]) {
  const client = useClient();
  return useQuery({
    queryKey: ['run', runId, 'review-preview', reviews],
    queryFn: ({ signal }) => client.reviews.preview(runId, reviews, { signal }),
    enabled: reviews.some(({ verdict }) => verdict === 'wrong' || verdict === 'not_applicable'),
    // A value that is still being typed may not be one yet.
    retry: false,
  });
}

/** Puts runs into the queues of their kits. */
export function useQueueRuns() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (runs: readonly RunItem[]) => {
      const total = { added: 0, already: 0 };
      for (const [kit, own] of Map.groupBy(runs, ({ kit_code }) => kit_code)) {
        const { added, already } = await client.reviewQueue.add(
          kit,
          own.map(({ run_id }) => run_id),
        );
        total.added += added;
        total.already += already;
      }
      return total;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['review-queue'] }),
  });
}

/** Takes the next item; the answer has none when nothing is left. */
export function useNextItem() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (kitId: string) => client.reviewQueue.next(kitId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['review-queue'] }),
  });
}

export function useRenewItem() {
  const client = useClient();
  return useMutation({ mutationFn: (itemId: string) => client.reviewQueue.renew(itemId) });
}

export function useGiveBack() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (itemId: string) => client.reviewQueue.giveBack(itemId),
    onSettled: () => queries.invalidateQueries({ queryKey: ['review-queue'] }),
  });
}

export function useReviewRun(runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (reviews: readonly NewReview[]) => client.reviews.add(runId, reviews),
    onSuccess: () =>
      Promise.all(
        [['run', runId], ['quality'], ['learnable'], ['review-queue']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export function useQuality(kitId: string, query: QualityQuery) {
  const client = useClient();
  return useQuery({
    queryKey: ['quality', kitId, query],
    queryFn: ({ signal }) => client.reviewQueue.quality(kitId, query, { signal }),
    placeholderData: keepPreviousData,
  });
}
