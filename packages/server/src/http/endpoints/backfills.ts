/** Backfills and shadows over HTTP. */
import { backfillsApi, shadowsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Backfill } from '../../backfills/backfill.ts';
import { type ComparedBrick, compareBackfill } from '../../backfills/compare-backfill.ts';
import {
  cancelBackfill,
  estimateBackfill,
  getBackfill,
  type ManageBackfills,
  startBackfill,
} from '../../backfills/manage-backfills.ts';
import { getShadow, putShadow, stopShadow } from '../../backfills/manage-shadows.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { pastRunsOf } from '../past-runs-wire.ts';
import { ok, type Route, route } from '../route.ts';

const MOST_BACKFILLS = 100;
const MICRO = 1_000_000;

export interface BackfillRoutes extends ManageBackfills {
  dimensions: DimensionStore;
}

export function backfillRoutes(deps: BackfillRoutes): Route[] {
  return [
    route(backfillsApi.createBackfill, async ({ principal, body, signal }) => {
      const request = {
        kitVersionId: body.kit_version_id,
        engine: body.engine,
        filter: body.run_ids === undefined ? body.filter : { runs: body.run_ids.length },
        ...(await pastRunsOf(deps, principal, body.filter)),
        runIds: body.run_ids,
        sample: body.sample,
      };
      if (body.dry_run) {
        const estimate = await estimateBackfill(deps, principal, request, signal());
        return ok({
          runs: estimate.runs,
          without_input: estimate.withoutInput,
          input_tokens: estimate.inputTokens,
          credits: estimate.microCredits / MICRO,
          most_credits_per_run: estimate.mostMicroCredits / MICRO,
          seconds: estimate.seconds,
        });
      }
      if (body.max_credits === undefined)
        throw new ServiceError('invalid_parameter', {
          detail: 'max_credits: is missing. Estimate the cost with dry_run first, then set the most it may cost.',
        });
      const asked = { ...request, maxMicroCredits: Math.round(body.max_credits * MICRO), sendsEvents: body.webhooks };
      const started = await startBackfill(deps, principal, asked, signal());
      return { status: 202, body: toBackfillWire(started) };
    }),
    route(backfillsApi.listBackfills, async ({ principal }) =>
      ok({ data: (await deps.backfills.list(principal, MOST_BACKFILLS)).map(toBackfillWire) }),
    ),
    route(backfillsApi.getBackfill, async ({ principal, params }) =>
      ok(toBackfillWire(await getBackfill(deps, principal, params.backfillId))),
    ),
    route(backfillsApi.cancelBackfill, async ({ principal, params }) =>
      ok(toBackfillWire(await cancelBackfill(deps, principal, params.backfillId))),
    ),
    route(backfillsApi.compareBackfill, async ({ principal, params, query }) => {
      const backfill = await getBackfill(deps, principal, params.backfillId);
      const { n, bricks } = await compareBackfill(deps, principal, backfill, query.flips);
      const { backfillId: backfill_id, status } = backfill;
      return ok({ backfill_id, status, n, bricks: bricks.map(toComparedWire) });
    }),
    route(shadowsApi.putShadow, async ({ principal, params, body }) => {
      const { kit_version_id, share, engine, max_credits } = body;
      const shadow = await putShadow(deps, principal, params.kitId, {
        kitVersionId: kit_version_id,
        share,
        engine,
        maxMicroCredits: max_credits === undefined ? undefined : Math.round(max_credits * MICRO),
      });
      return ok(toBackfillWire(shadow));
    }),
    route(shadowsApi.getShadow, async ({ principal, params }) =>
      ok(toBackfillWire(await getShadow(deps, principal, params.kitId))),
    ),
    route(shadowsApi.deleteShadow, async ({ principal, params }) =>
      ok(toBackfillWire(await stopShadow(deps, principal, params.kitId))),
    ),
  ];
}

function toBackfillWire(backfill: Backfill) {
  const { succeeded, failed, skipped } = backfill;
  return {
    backfill_id: backfill.backfillId,
    kit_id: backfill.kitId,
    kit_version_id: backfill.kitVersionId,
    kit_version: backfill.kitVersion,
    engine: backfill.engine,
    filter: backfill.filter,
    sample: backfill.sample,
    webhooks: backfill.sendsEvents,
    shadow: backfill.share,
    max_credits: backfill.maxMicroCredits === undefined ? undefined : backfill.maxMicroCredits / MICRO,
    status: backfill.status,
    total: backfill.total,
    done: succeeded + failed + skipped,
    succeeded,
    failed,
    skipped,
    credits: backfill.microCredits / MICRO,
    error: backfill.error,
    created_at: backfill.createdAt.toISOString(),
    completed_at: backfill.completedAt?.toISOString(),
  };
}

function toInterval({ low, high }: { low?: number; high?: number } = {}) {
  return low === undefined || high === undefined ? undefined : { low, high };
}

function toComparedWire({ values, numbers, flips, ...brick }: ComparedBrick) {
  return {
    ...brick,
    values: values?.map(({ shareBefore, shareAfter, ...value }) => ({
      ...value,
      share_before: shareBefore,
      share_after: shareAfter,
    })),
    numbers: numbers && {
      mean_before: numbers.meanBefore?.value,
      mean_after: numbers.meanAfter?.value,
      interval_before: toInterval(numbers.meanBefore),
      interval_after: toInterval(numbers.meanAfter),
      difference: numbers.difference,
      up: numbers.up,
      down: numbers.down,
      p: numbers.p,
    },
    flips: flips.map(({ sourceRunId, runId, before, after }) => ({
      run_id: sourceRunId,
      rescored_run_id: runId,
      before,
      after,
    })),
  };
}
