/** Why a question has no calls to ask: a value that no run has is most often mistyped. */
import type { Scope } from '../core/scope.ts';
import { unknown } from '../runs/check-answer-filter.ts';
import { listDimensions } from '../runs/dimensions/manage-dimensions.ts';
import type { RunsFilter } from '../runs/find-all-runs.ts';
import type { DimensionStore } from '../runs/store/dimension-store.ts';

const MOST_VALUES = 1_000;

/** A sentence. */
export async function whyNoCalls(
  { dimensions }: { dimensions: DimensionStore },
  scope: Scope,
  { by }: RunsFilter,
  { withoutInput }: { withoutInput: number },
): Promise<string> {
  if (withoutInput > 0) return 'no matching run still has its input.';
  for (const { key, value, isNot } of by.metadata) {
    if (isNot) continue;
    const query = { key, prefix: '', limit: MOST_VALUES, kitId: undefined };
    const known = (await dimensions.values(scope, query)).map((each) => each.value);
    if (known.length === 0 || known.length === MOST_VALUES || known.includes(value)) continue;
    const all = await listDimensions({ dimensions }, scope.workspaceId);
    const name = all.find(({ metadataKey }) => metadataKey === key)?.name ?? `metadata.${key}`;
    return unknown(`no run has the ${name} “${value}”`, value, known);
  }
  return 'no run matches.';
}
