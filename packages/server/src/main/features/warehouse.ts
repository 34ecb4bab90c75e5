/** The warehouse: the endpoints for exports, and the exports that the service runs itself. */
import { systemClock } from '../../core/clock.ts';
import type { Hide } from '../../core/hide.ts';
import { createSecretBox } from '../../core/secret-box.ts';
import { warehouseRoutes } from '../../http/endpoints/warehouse.ts';
import type { LoadContent } from '../../kits/resolve-kit.ts';
import { createDayThreads } from '../../outbound/warehouse/day-threads.ts';
import { runDueExports } from '../../outbound/warehouse/run-exports.ts';
import { SECRET_PURPOSE } from '../../outbound/warehouse/scheduled-export.ts';
import { createExportStore } from '../../outbound/warehouse/store/export-store.ts';
import { createWarehouseStore } from '../../outbound/warehouse/store/warehouse-store.ts';
import type { DimensionStore } from '../../runs/store/dimension-store.ts';
import type { Feature, Node } from '../feature.ts';
import type { Webhooks } from './webhooks.ts';

export interface WarehouseOptions {
  dimensions: DimensionStore;
  kits: LoadContent;
  hide: Hide;
  outbound: Pick<Webhooks['outbound'], 'agents' | 'checkUrl'>;
}

/** How soon “export now” begins. */
const LOOK_MS = 2_000;

export function warehouseFeature(
  { config, database, secrets, logger, metrics }: Node,
  { outbound, ...options }: WarehouseOptions,
): Feature {
  const reading = { ...options, warehouse: createWarehouseStore(database) };
  const managing = {
    exports: createExportStore(database),
    box: createSecretBox(secrets, SECRET_PURPOSE),
    clock: systemClock,
    directory: config.exportDir,
  };
  const threads = createDayThreads();
  const ended = metrics.counter(
    'brickwork_warehouse_exports_total',
    'Scheduled exports that this node ran, by outcome.',
    ['outcome'],
    [{ outcome: 'succeeded' }, { outcome: 'failed' }],
  );
  const running = {
    ...managing,
    reading,
    logger,
    openDay: threads.openDay,
    agents: outbound.agents,
    onOutcome: (outcome: string) => ended.inc({ outcome }),
  };
  return {
    routes: warehouseRoutes({ ...reading, ...managing, checkUrl: outbound.checkUrl }),
    maintenance: [
      { what: 'exporting to warehouses', everyMs: LOOK_MS, round: (isStopped) => runDueExports(running, isStopped) },
    ],
    stop: threads.stop,
  };
}
