/** Runs over HTTP: create (async and sync), read, cancel, erase. */
import { runsApi, usageApi } from '@brickwork/contract';
import type { z } from 'zod';
import { type Principal, requirePermission, seesOwnCallsOnly } from '../../access/principal.ts';
import type { RateLimits } from '../../access/rate-limits.ts';
import type { Hide } from '../../core/hide.ts';
import type { ResolveKit } from '../../kits/resolve-kit.ts';
import { asReviewed } from '../../reviews/as-reviewed.ts';
import { toReviewDocumentFor } from '../../reviews/review-document.ts';
import type { ReviewStore } from '../../reviews/store/review-store.ts';
import type { RunWaiters } from '../../runs/await-run.ts';
import { cancelMany } from '../../runs/cancel-many.ts';
import { cancelRun } from '../../runs/cancel-run.ts';
import { type ConversationOfRun, conversationOfRun } from '../../runs/conversation-of-run.ts';
import { countRuns, readFacets } from '../../runs/count-runs.ts';
import { type CreatedRun, type CreateRun, createRun, type RunRequest } from '../../runs/create-run.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import { requireOwnCall } from '../../runs/dimensions/own-calls.ts';
import { type EraseRun, eraseRun } from '../../runs/erase-run.ts';
import { getRun, getUsage, listInOrder, listRuns } from '../../runs/read-runs.ts';
import type { RetryAfter } from '../../runs/retry-after.ts';
import { isTerminal } from '../../runs/run.ts';
import { toRunDocument, toRunSummary } from '../../runs/run-document.ts';
import { readRunOrder } from '../../runs/run-order.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { RunStore } from '../../runs/store/run-store.ts';
import type { SyncSlots } from '../../runs/sync-slots.ts';
import type { Prices } from '../../usage/spend/prices.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { MASKED, seesMasked } from '../mask-answer.ts';
import { type Answer, type Call, ok, type Route, route } from '../route.ts';
import { chosenRunsOf, listedRunsOf } from '../run-filter-wire.ts';
import { toRunUsageWire } from '../usage-wire.ts';

export interface RunRoutes extends CreateRun, EraseRun, ConversationOfRun {
  checks: CreateRun['checks'] & { hide: Hide };
  store: RunStore;
  dimensions: DimensionStore;
  kits: ResolveKit;
  waiters: RunWaiters;
  syncSlots: SyncSlots;
  syncWaitMs: number;
  retryAfter: RetryAfter;
  rateLimits: RateLimits;
  reviews: Pick<ReviewStore, 'ofRun' | 'currentOf'>;
  prices: Pick<Prices, 'of'>;
}

export function runRoutes(deps: RunRoutes): Route[] {
  return [
    route(runsApi.createRun, async (call) => {
      const { principal, body } = call;
      const key = idempotencyKeyOf(call.headerValues('idempotency-key'));
      const giveBack = body.mode === 'sync' ? deps.syncSlots.take(principal) : undefined;
      try {
        const created = await createRun(deps, principal, toRequest(body, call.bodyText('input')), key);
        if (created.isReplay) deps.rateLimits.giveBack(principal, 'create');
        return body.mode === 'sync'
          ? await answerSync(deps, principal, created, call)
          : await answerAsync(deps, principal, created);
      } finally {
        giveBack?.();
      }
    }),
    ...readRoutes(deps),
    route(runsApi.cancelRun, async ({ principal, params }) =>
      ok(toRunDocument(await cancelRun(deps, principal, params.runId))),
    ),
    route(runsApi.cancelRuns, async ({ principal, body }) => {
      const chosen = await chosenRunsOf(deps, principal, body);
      const { createdBefore, ...done } = await cancelMany(deps, principal, chosen, {
        expected: body.expected,
        isDryRun: body.dry_run,
      });
      return ok({ ...done, created_before: createdBefore.toISOString() });
    }),
    route(runsApi.eraseRun, async ({ principal, params }) => {
      await eraseRun(deps, principal, params.runId);
      return ok({ run_id: params.runId, erased: true });
    }),
  ];
}

function readRoutes(deps: RunRoutes): Route[] {
  return [
    route(runsApi.listRuns, async ({ principal, query }) => {
      const order = readRunOrder(query.sort);
      const filter = {
        ...(await listedRunsOf(deps, principal, runsApi.listRuns, query)),
        limit: query.limit,
        kitCode: query.kit_code,
        withAnswers: query.include.includes('answers'),
        as: query.as,
      };
      const { runs, nextCursor, isSortComplete } =
        order === undefined
          ? await listRuns(deps, principal, filter, query.cursor)
          : await listInOrder(deps, principal, order, filter, {
              cursor: query.cursor,
              showsTexts: !seesMasked(principal),
            });
      const page = {
        data: runs.map(toRunSummary),
        has_more: nextCursor !== undefined,
        next_cursor: nextCursor,
        sort_complete: isSortComplete,
      };
      return seesMasked(principal, query.mask) ? masked(deps, principal, page) : ok(page);
    }),
    route(runsApi.countRuns, async ({ principal, query }) => {
      const filter = {
        ...(await listedRunsOf(deps, principal, runsApi.countRuns, query)),
        kitCode: query.kit_code,
        as: query.as,
      };
      const dimensions = await listDimensions(deps, principal.workspaceId);
      const facets = readFacets(query.facets, new Map(dimensions.map(({ name, metadataKey }) => [name, metadataKey])));
      const { count, erased, isComplete, facets: counted } = await countRuns(deps, principal, filter, facets);
      return ok({ count, erased, complete: isComplete, facets: counted });
    }),
    route(runsApi.getRun, async ({ principal, params, query }) => {
      const wants = new Set(query.include);
      const needsInput = wants.has('input') || wants.has('conversation');
      // Agents may read the conversations of their own calls, but not reviewers' notes.
      const isOwn = seesOwnCallsOnly(principal);
      if (needsInput && !isOwn) requirePermission(principal, 'runs:read_input');
      if (wants.has('reviews') && isOwn) requirePermission(principal, 'runs:read');
      if (wants.has('usage')) requirePermission(principal, 'usage:read');
      const given = await getRun(deps, principal, params.runId);
      await requireOwnCall(deps, principal, given);
      const isReviewed = query.as === 'reviewed';
      const [run = given] = isReviewed ? await asReviewed(deps, principal, [given]) : [];
      const input = needsInput ? await deps.store.findInput(principal, params.runId) : undefined;
      const document = toRunDocument(run, {
        spans: wants.has('evidence_spans'),
        basis: wants.has('confidence_basis'),
        isReviewed,
        input: wants.has('input') ? input : undefined,
        conversation:
          wants.has('conversation') && input !== undefined ? await conversationOfRun(deps, run, input) : undefined,
        reviews: wants.has('reviews')
          ? (await deps.reviews.ofRun(principal, params.runId)).map(toReviewDocumentFor(principal))
          : undefined,
        usage:
          wants.has('usage') && isTerminal(given.status)
            ? toRunUsageWire(await getUsage(deps, principal, params.runId), await deps.prices.of(principal.workspaceId))
            : undefined,
      });
      if (!seesMasked(principal, query.mask)) return ok(document);
      // Names from the conversation are masked in the answers too.
      return masked(deps, principal, document, input ?? (await deps.store.findInput(principal, params.runId)));
    }),
    route(usageApi.getRunUsage, async ({ principal, params }) => {
      const usage = await getUsage(deps, principal, params.runId);
      return ok(toRunUsageWire(usage, await deps.prices.of(principal.workspaceId)));
    }),
  ];
}

/** A page or a run, with `masked` on every run. */
async function masked(
  { checks }: Pick<RunRoutes, 'checks'>,
  { workspaceId }: Principal,
  document: Record<string, unknown>,
  context?: string,
): Promise<Answer> {
  const hidden = (await checks.hide(JSON.parse(JSON.stringify(document)), workspaceId, context)) as typeof document;
  const runs = hidden.data as Record<string, unknown>[] | undefined;
  const body =
    runs === undefined
      ? { ...hidden, masked: true }
      : { ...hidden, data: runs.map((run) => ({ ...run, masked: true })) };
  return { ...ok(body, MASKED), isMasked: true };
}

export function toRequest(body: z.output<typeof runsApi.createRunBody>, inputText?: string): RunRequest {
  return {
    inputText,
    kitCode: body.kit_code,
    kitVersionId: body.kit_version_id,
    input: body.input,
    type: body.type,
    mode: body.mode,
    externalId: body.external_id,
    metadata: body.metadata,
    occurredAt: body.occurred_at,
  };
}

async function answerAsync(
  deps: RunRoutes,
  principal: Principal,
  { runId, status, type, kitVersionId, isReplay }: CreatedRun,
): Promise<Answer> {
  const headers = { 'retry-after': String(await deps.retryAfter(principal, kitVersionId)), ...replayed(isReplay) };
  return { status: 202, body: { run_id: runId, status, type }, headers };
}

async function answerSync(
  deps: RunRoutes,
  principal: Principal,
  created: CreatedRun,
  { signal, onlyWaits }: Pick<Call<unknown, unknown, unknown>, 'signal' | 'onlyWaits'>,
): Promise<Answer> {
  const startedAt = performance.now();
  onlyWaits();
  const run = await deps.waiters.await(principal, created.runId, deps.syncWaitMs, signal());
  if (run !== undefined && isTerminal(run.status))
    return { status: 200, body: toRunDocument(run), headers: replayed(created.isReplay) };
  const late = await answerAsync(deps, principal, { ...created, status: run?.status ?? created.status });
  const body = { ...(late.body as object), sync_fallback: true, waited_ms: Math.round(performance.now() - startedAt) };
  return { ...late, body };
}

function replayed(isReplay: boolean): Record<string, string> {
  return isReplay ? { 'idempotent-replayed': 'true' } : {};
}
