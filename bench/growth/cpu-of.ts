import type { Site } from '../support/site.ts';

/** CPU milliseconds. */
export interface Cpu {
  postgres: number;
  node: number;
}

/** Used so far by PostgreSQL, NaN where the machine does not tell, and by this process. */
export function cpuOf(site: Site): Cpu {
  const { user, system } = process.cpuUsage();
  return { postgres: (site.postgresCpuSeconds() ?? Number.NaN) * 1_000, node: (user + system) / 1_000 };
}
