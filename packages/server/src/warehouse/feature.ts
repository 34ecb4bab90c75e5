/** The warehouse: what exports read. */
import type { Hide } from '../core/hide.ts';
import type { DimensionStore } from '../dimensions/store/dimension-store.ts';
import { warehouseRoutes } from '../http/endpoints/warehouse.ts';
import type { LoadContent } from '../kits/resolve-kit.ts';
import type { Feature, Node } from '../main/feature.ts';
import { createWarehouseStore } from './store/warehouse-store.ts';

export interface WarehouseOptions {
  dimensions: DimensionStore;
  kits: LoadContent;
  hide: Hide;
}

export function warehouseFeature({ database }: Node, options: WarehouseOptions): Feature {
  return { routes: warehouseRoutes({ ...options, warehouse: createWarehouseStore(database) }) };
}
