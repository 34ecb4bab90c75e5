/** The data for an export to a warehouse: which days have changed since its cursor, and the runs of these days. */
import type { Changes } from '@brickwork/warehouse/export-data-set';
import { readCursor, writeCursor } from '../../core/cursor.ts';
import type { Hide } from '../../core/hide.ts';
import type { Scope } from '../../core/scope.ts';
import { type LoadContent, loadContent } from '../../kits/resolve-kit.ts';
import { correctionsOf, reviewedOutput } from '../../reviews/corrections.ts';
import type { Review } from '../../reviews/review.ts';
import { listDimensions } from '../../runs/dimensions/manage-dimensions.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import { toExportedRun } from './exported-run.ts';
import type { EndedRun, PlaceInDay, Positions, WarehouseStore } from './store/warehouse-store.ts';

export interface ReadWarehouse {
  warehouse: WarehouseStore;
  dimensions: DimensionStore;
  kits: LoadContent;
  hide: Hide;
}

/** Outputs, and inputs if they are needed for masking, that are in memory at once; one run may be 5 MB. */
const PAGE_BYTES = 4 * 1024 * 1024;

export async function readChanges(
  deps: ReadWarehouse,
  scope: Scope,
  { after, isMasked }: { after: string | undefined; isMasked: boolean },
): Promise<Changes> {
  const known = after === undefined ? undefined : readCursor(after, parsePositions);
  // Read before the days: changes in between belong to the next export, too.
  const positions = await deps.warehouse.positions(scope);
  // A cursor from before a back-up was restored does not match the current data.
  const from = known && known.events <= positions.events && known.days <= positions.days ? known : undefined;
  const days = await (from === undefined
    ? deps.warehouse.allDays(scope)
    : deps.warehouse.changedDays(scope, from, positions));
  const dimensions = await listDimensions(deps, scope.workspaceId);
  return {
    workspace_id: scope.workspaceId,
    environment: scope.environment,
    masked: isMasked,
    dimensions: dimensions.map(({ name, metadataKey }) => ({ name, metadata_key: metadataKey })),
    cursor: writeCursor(`w${positions.events}.${positions.days}`),
    everything: from === undefined,
    days: [...days].sort(),
  };
}

function parsePositions(text: string): Positions | undefined {
  const [, events, days] = /^w(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return events === undefined || days === undefined ? undefined : { events: Number(events), days: Number(days) };
}

/** Runs as JSON, day after day; a page has runs of one day. */
export async function* readRuns(
  deps: ReadWarehouse,
  scope: Scope,
  { days, isMasked }: { days: readonly string[]; isMasked: boolean },
  signal: AbortSignal,
): AsyncGenerator<{ day: string; lines: string[] }> {
  for (const day of days) {
    let after: PlaceInDay | undefined;
    while (true) {
      // Truncated output must not look like a day without runs.
      signal.throwIfAborted();
      // Names from the conversation are masked in the answers, too.
      const page = await deps.warehouse.pageOfDay(scope, day, after, { withInput: isMasked, bytes: PAGE_BYTES });
      if (page.length === 0) break;
      after = page.at(-1)?.place;
      yield { day, lines: await toLines(deps, scope, page, isMasked) };
    }
  }
}

async function toLines(
  deps: ReadWarehouse,
  scope: Scope,
  page: readonly EndedRun[],
  isMasked: boolean,
): Promise<string[]> {
  const reviews = await deps.warehouse.reviewsOf(
    scope,
    page.map(({ runId }) => runId),
  );
  const lines: string[] = [];
  for (const run of page) {
    const own = reviews.get(run.runId) ?? [];
    const exported = toExportedRun(run, own, await asReviewed(deps, scope, run, own));
    lines.push(JSON.stringify(isMasked ? await deps.hide(exported, scope.workspaceId, run.input) : exported));
  }
  return lines;
}

/** The answers that reviewers corrected, and those that follow from them. */
async function asReviewed(deps: ReadWarehouse, scope: Scope, run: EndedRun, reviews: readonly Review[]) {
  const current = reviews.filter(({ isSuperseded }) => !isSuperseded);
  if (run.output === undefined || correctionsOf(current).size === 0) return {};
  const content = await loadContent(deps.kits, scope.workspaceId, run.kitVersionId);
  const { bricks } = reviewedOutput(content?.kit.bricks ?? [], run.output, current, content?.kit.language);
  return Object.fromEntries(Object.entries(bricks).filter(([, { reviewed }]) => reviewed !== undefined));
}
