/** The preview of what could be answered without a model, over HTTP. */
import { localFirstApi } from '@brickwork/contract';
import type { StorageQuota } from '../../access/storage-quota.ts';
import { pushKit } from '../../kits/push-kit.ts';
import type { BrickThreshold } from '../../reviews/local-first/choose-thresholds.ts';
import {
  type LocalFirst,
  type PreviewLocalFirst,
  previewLocalFirst,
} from '../../reviews/local-first/preview-local-first.ts';
import type { LocalOutlook } from '../../reviews/local-first/sum-up.ts';
import type { Estimate } from '../../reviews/quality/weighted-accuracy.ts';
import { wilson } from '../../reviews/quality/weighted-accuracy.ts';
import { toPushedWire } from '../kit-wire.ts';
import { ok, type Route, route } from '../route.ts';

export interface LocalFirstRoutes extends PreviewLocalFirst {
  quota: Pick<StorageQuota, 'requireRoom'>;
}

const TARGET = 0.95;

export function localFirstRoutes(deps: LocalFirstRoutes): Route[] {
  return [
    route(localFirstApi.previewLocalFirst, async ({ principal, params, query }) =>
      ok(toWire(await previewLocalFirst(deps, principal, params.kitId, query.target ?? TARGET))),
    ),
    route(localFirstApi.applyLocalFirst, async ({ principal, params, body }) => {
      await deps.quota.requireRoom(principal);
      const { version, bricks } = await previewLocalFirst(deps, principal, params.kitId, body.target);
      const proposed = new Map(bricks.map((brick) => [brick.proposed.key, brick.proposed.from]));
      const { head, isNew } = await pushKit(
        deps.kits,
        principal.workspaceId,
        {
          ...version.kit,
          bricks: version.kit.bricks.map((brick) => {
            const from = proposed.get(brick.key);
            return from === undefined ? brick : { ...brick, local_from: from };
          }),
        },
        { publish: false, by: principal.actor },
      );
      return { status: isNew ? 201 : 200, body: toPushedWire(head) };
    }),
  ];
}

function toWire({ version, target, runs, reviewed, now, proposed, bricks }: LocalFirst) {
  return {
    ...{ kit_id: version.kitId, kit_version_id: version.kitVersionId, version: version.version },
    ...{ target, runs, reviewed },
    now: toOutlook(now),
    proposed: toOutlook(proposed),
    bricks: bricks.map(({ now: set, proposed: own, applied }) => ({
      ...{ brick: own.key, now: set.from, local_from: own.from, basis: own.basis },
      kept: keptOf(own, applied),
      expected_right: rounded(own.expected),
      right: toRight(own.measured),
    })),
  };
}

function toOutlook(outlook: LocalOutlook) {
  const { kept, withoutModel, expected, measured, wrongPer100Runs: wrong, saved, savedPer1000Runs } = outlook;
  return {
    kept: kept && toShare(kept),
    runs_without_model: rounded(withoutModel),
    expected_right: rounded(expected),
    right: toRight(measured),
    wrong_per_100_runs: wrong && { value: rounded(wrong.value), low: rounded(wrong.low), high: rounded(wrong.high) },
    cost_saved: rounded(saved),
    credits_saved_per_1000_runs: savedPer1000Runs === undefined ? undefined : savedPer1000Runs / MICRO,
  };
}

const MICRO = 1_000_000;

function keptOf({ kept }: BrickThreshold, applied: number) {
  return applied === 0 ? undefined : toShare({ value: kept / applied, ...wilson(kept / applied, applied) });
}

function toShare({ value, low, high }: { value: number; low: number; high: number }) {
  return { share: rounded(value), low: rounded(low), high: rounded(high) };
}

function toRight(measured: Estimate | undefined) {
  if (measured === undefined) return undefined;
  const { n, accuracy, low, high } = measured;
  return { n, accuracy: rounded(accuracy), low: rounded(low), high: rounded(high) };
}

/** Rounded to thousandths: more digits would suggest a precision that does not exist. */
function rounded<Value extends number | undefined>(value: Value): Value {
  return (value === undefined ? undefined : Math.round(value * 1_000) / 1_000) as Value;
}
