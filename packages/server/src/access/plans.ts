/** What a workspace's plan allows. `null` = no limit. BRICKWORK_PLANS can change the numbers. */
export interface PlanLimits {
  runCreationsPerMinute: number | null;
  readsPerMinute: number | null;
  /** `null`: as many as the node has slots. */
  runsAtOnce: number | null;
  syncWaitsAtOnce: number;
}

export const DEFAULT_PLANS: Readonly<Record<string, PlanLimits>> = {
  free: { runCreationsPerMinute: 60, readsPerMinute: 600, runsAtOnce: 5, syncWaitsAtOnce: 5 },
  team: { runCreationsPerMinute: 600, readsPerMinute: 6_000, runsAtOnce: 25, syncWaitsAtOnce: 25 },
  scale: { runCreationsPerMinute: 6_000, readsPerMinute: 60_000, runsAtOnce: 200, syncWaitsAtOnce: 100 },
  unlimited: { runCreationsPerMinute: null, readsPerMinute: null, runsAtOnce: null, syncWaitsAtOnce: 1_000 },
};
