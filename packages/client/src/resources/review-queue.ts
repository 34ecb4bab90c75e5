import { filterQuery } from '../filter-query.ts';
import type { QualityQuery, ReviewDrawRequest } from '../requests.ts';
import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type {
  KitQuality,
  NextReviewItem,
  QueuedRuns,
  ReviewDraw,
  ReviewItem,
  ReviewPolicyRequest,
  ReviewQueue,
} from '../wire/review-queue.ts';

/** `reviewer` tells people apart who share a key. */
export type ReviewerOptions = CallOptions & { reviewer?: string | undefined };

const DRAW = '/review-policy/draw';
/** In all paths a kit may be named by id, code or slug. */
const at = (kit: string, rest: string) => `/v1/kits/${encodeURIComponent(kit)}${rest}`;

export type ReviewQueueResource = ReturnType<typeof reviewQueueResource>;

export function reviewQueueResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  const asReviewer = <Body>(path: string, { reviewer, ...call }: ReviewerOptions = {}): Promise<Body> =>
    ask({ method: 'POST', path, query: { reviewer }, isRepeatable: true }, call);
  const onItem = (itemId: string, what: string) => `/v1/review-items/${encodeURIComponent(itemId)}/${what}`;
  return {
    /** Policy, progress and what is left. */
    get: (kit: string, options?: CallOptions): Promise<ReviewQueue> =>
      ask({ method: 'GET', path: at(kit, '/review-queue') }, options),

    setPolicy: (kit: string, policy: ReviewPolicyRequest, options?: CallOptions): Promise<ReviewQueue> =>
      ask({ method: 'PUT', path: at(kit, '/review-policy'), body: policy }, options),

    /** Stops drawing runs, and drops what nobody has reviewed. */
    deletePolicy: (kit: string, options?: CallOptions): Promise<ReviewQueue> =>
      ask({ method: 'DELETE', path: at(kit, '/review-policy') }, options),

    /** What a policy would draw per day, by the newest 2,000 runs that match; queues nothing. */
    previewDraw: (kit: string, request: ReviewDrawRequest = {}, options?: CallOptions): Promise<ReviewDraw> =>
      ask({ method: 'POST', path: at(kit, DRAW), body: { ...request, dry_run: true }, isRepeatable: true }, options),

    /** Draws past runs into the queue; the same ones each time. */
    draw: (kit: string, request: ReviewDrawRequest = {}, options?: CallOptions): Promise<ReviewDraw> =>
      ask({ method: 'POST', path: at(kit, DRAW), body: request, isRepeatable: true }, options),

    /** Puts runs that you choose into the queue, before those that were drawn. */
    add: (
      kit: string,
      runIds: readonly string[],
      { second, ...options }: CallOptions & { second?: boolean | undefined } = {},
    ): Promise<QueuedRuns> =>
      ask(
        { method: 'POST', path: at(kit, '/review-queue/items'), body: { run_ids: runIds, second }, isRepeatable: true },
        options,
      ),

    /** The next run to review, for 15 minutes. Reviewing it (`reviews.add`) finishes it. */
    next: (kit: string, options?: ReviewerOptions): Promise<NextReviewItem> =>
      asReviewer(at(kit, '/review-queue/next'), options),

    renew: (itemId: string, options?: ReviewerOptions): Promise<ReviewItem> =>
      asReviewer(onItem(itemId, 'renew'), options),

    /** Somebody else can have it. */
    giveBack: (itemId: string, options?: ReviewerOptions): Promise<{ item_id: string; returned: true }> =>
      asReviewer(onItem(itemId, 'return'), options),

    /** How right the kit's answers are, estimated from the reviews of drawn runs. */
    quality: (kit: string, query: QualityQuery = {}, options?: CallOptions): Promise<KitQuality> =>
      ask({ method: 'GET', path: at(kit, '/quality'), query: filterQuery(query) }, options),
  };
}
