/** The endpoints that exports to a warehouse read. */
import { Readable } from 'node:stream';
import { warehouseApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { createCountedSlots } from '../../core/counted-slots.ts';
import { deleteExport, exportNow, type ManageExport, putExport } from '../../outbound/warehouse/manage-export.ts';
import { type ReadWarehouse, readChanges, readRuns } from '../../outbound/warehouse/read-warehouse.ts';
import { type ScheduledExport, toExportDocument } from '../../outbound/warehouse/scheduled-export.ts';
import { MASKED, seesMasked } from '../mask-answer.ts';
import { ok, type Route, route } from '../route.ts';

const STREAMS_AT_ONCE = 2;

export function warehouseRoutes(deps: ReadWarehouse & ManageExport): Route[] {
  const slots = createCountedSlots();
  const state = (scheduled: ScheduledExport | undefined) =>
    ok({ scheduled: scheduled && toExportDocument(scheduled), directory: deps.directory !== undefined });
  return [
    route(warehouseApi.listWarehouseChanges, async ({ principal, query }) => {
      const isMasked = seesMasked(principal, query.mask);
      return { ...ok(await readChanges(deps, principal, { after: query.after, isMasked })), isMasked };
    }),
    route(warehouseApi.streamWarehouseRuns, async ({ principal, query, signal }) => {
      const giveBack = slots.take(principal.workspaceId, STREAMS_AT_ONCE);
      if (giveBack === undefined) {
        const detail = `A workspace may read ${STREAMS_AT_ONCE} of these streams at once. Wait until one has ended.`;
        throw new ServiceError('rate_limited', { detail, retryAfterSeconds: 10 });
      }
      const isMasked = seesMasked(principal, query.mask);
      const runs = readRuns(deps, principal, { days: query.days, isMasked }, signal());
      const headers = { ...(isMasked && MASKED), 'content-type': 'application/x-ndjson; charset=utf-8' };
      return { ...ok(Readable.from(toText(runs)).once('close', giveBack), headers), isMasked };
    }),
    route(warehouseApi.getWarehouseExport, async ({ principal }) => state(await deps.exports.find(principal))),
    route(warehouseApi.putWarehouseExport, async ({ principal, body }) =>
      state(await putExport(deps, principal, { ...body, mask: body.mask || seesMasked(principal) })),
    ),
    route(warehouseApi.deleteWarehouseExport, async ({ principal }) => {
      await deleteExport(deps, principal);
      return ok({ deleted: true });
    }),
    route(warehouseApi.runWarehouseExport, async ({ principal }) => state(await exportNow(deps, principal))),
  ];
}

async function* toText(pages: AsyncIterable<{ day: string; lines: string[] }>): AsyncGenerator<string> {
  let day: string | undefined;
  for await (const page of pages) {
    if (page.day !== day) yield `{"day":"${page.day}"}\n`;
    day = page.day;
    yield `${page.lines.join('\n')}\n`;
  }
  yield '{"end":true}\n';
}
