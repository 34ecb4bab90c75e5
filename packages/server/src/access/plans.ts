/** What a workspace's plan allows. `null` = no limit. BRICKWORK_PLANS can change the numbers. */
export interface PlanLimits {
  runCreationsPerMinute: number | null;
  readsPerMinute: number | null;
  /** `null`: limited only by the node's slots. */
  runsAtOnce: number | null;
  syncWaitsAtOnce: number;
  /** Runs that the workspace may keep, in both environments together. */
  storedRuns: number | null;
  /** Bytes of inputs, outputs, kit versions and golden sets that the workspace may keep. */
  storedBytes: number | null;
}

const GB = 1_000_000_000;

export const DEFAULT_PLANS: Readonly<Record<string, PlanLimits>> = {
  free: {
    runCreationsPerMinute: 60,
    readsPerMinute: 600,
    runsAtOnce: 5,
    syncWaitsAtOnce: 5,
    storedRuns: 100_000,
    storedBytes: 2 * GB,
  },
  team: {
    runCreationsPerMinute: 600,
    readsPerMinute: 6_000,
    runsAtOnce: 25,
    syncWaitsAtOnce: 25,
    storedRuns: 5_000_000,
    storedBytes: 100 * GB,
  },
  scale: {
    runCreationsPerMinute: 6_000,
    readsPerMinute: 60_000,
    runsAtOnce: 200,
    syncWaitsAtOnce: 100,
    storedRuns: 100_000_000,
    storedBytes: 2_000 * GB,
  },
  unlimited: {
    runCreationsPerMinute: null,
    readsPerMinute: null,
    runsAtOnce: null,
    syncWaitsAtOnce: 1_000,
    storedRuns: null,
    storedBytes: null,
  },
};
