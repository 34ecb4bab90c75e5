/** The nodes under chaos: two for the API, two that work, each replaced when it dies. */
import { join } from 'node:path';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ServiceNode, startServiceNode } from '../support/service-node.ts';

const ROLES = ['api', 'api', 'worker', 'worker'] as const;
/** The workspace's plan on these nodes: no limit of rate, but few runs at once, so that a flood fills its lane. */
export const CHAOS_PLAN = 'scale';
export const RUNS_AT_ONCE = 20;
const PLANS = {
  [CHAOS_PLAN]: {
    run_creations_per_minute: null,
    reads_per_minute: null,
    runs_at_once: RUNS_AT_ONCE,
    sync_waits_at_once: 100,
  },
};
const SKEWED_CLOCK = join(import.meta.dirname, 'skewed-clock.ts');

export interface ChaosNodes {
  apiUrls(): string[];
  /** kill -9, SIGTERM or a freeze of one node; resolves when it is back. */
  kill(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  freeze(index: number, ms: number): Promise<void>;
  /** Restarts one with a wrong clock. */
  skew(index: number, ms: number): Promise<void>;
  stop(): Promise<void>;
  /** Those to which nothing is being done. */
  readonly steady: number[];
  /** Nodes that ended although nobody ended them: each is a fault of the service. It is replaced all the same. */
  readonly died: readonly string[];
}

export async function startChaosNodes(databaseUrl: string, logFile: string, reads: boolean): Promise<ChaosNodes> {
  let isStopping = false;
  const environment = (index: number, skewMs: number) => ({
    BRICKWORK_ROLE: ROLES[index] ?? 'all',
    BRICKWORK_LEASE_MS: '3000',
    BRICKWORK_DATABASE_POOL: '8',
    BRICKWORK_DRAIN_MS: '2000',
    BRICKWORK_THREADS: '1',
    BRICKWORK_READER: reads ? '1' : '0',
    BRICKWORK_RUN_ATTEMPTS: '100',
    BRICKWORK_ALERTS_MS: '500',
    BRICKWORK_PLANS: JSON.stringify(PLANS),
    BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8',
    BRICKWORK_WEBHOOK_ALLOW_HTTP: '1',
    BRICKWORK_WEBHOOK_RETRY_SECONDS: '0.2,0.2,0.4,0.4,0.8,1,2,2,2',
    ...(skewMs === 0 ? {} : { CHAOS_CLOCK_SKEW_MS: String(skewMs) }),
  });
  const start = async (index: number, skewMs = 0): Promise<ServiceNode> => {
    for (;;) {
      try {
        return await startServiceNode({
          databaseUrl,
          logFile,
          environment: environment(index, skewMs),
          nodeArguments: skewMs === 0 ? [] : ['--import', SKEWED_CLOCK],
        });
      } catch (error) {
        // The database may be away just now: as any supervisor would, try again.
        if (isStopping) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  const unsteady = new Set<number>();
  const whileUnsteady = async (index: number, work: () => Promise<void>): Promise<void> => {
    unsteady.add(index);
    await work().finally(() => unsteady.delete(index));
  };
  const died: string[] = [];
  /** On purpose. */
  const ended = new WeakSet<ServiceNode>();
  const replacing = new Set<Promise<void>>();
  const watch = (index: number, node: ServiceNode): ServiceNode => {
    void node.ended.then((code) => {
      if (isStopping || ended.has(node)) return;
      died.push(`node ${index} ended by itself with ${code}`);
      const replaced = whileUnsteady(index, async () => {
        nodes[index] = watch(index, await start(index));
      }).catch(() => {});
      replacing.add(replaced);
    });
    return node;
  };
  const nodes = await Promise.all(ROLES.map((_, index) => start(index)));
  for (const [index, node] of nodes.entries()) watch(index, node);
  const at = (index: number): ServiceNode => {
    const node = nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  };
  const replace = async (index: number, signal: NodeJS.Signals, skewMs = 0): Promise<void> => {
    ended.add(at(index));
    at(index).child.kill(signal);
    await at(index).ended;
    nodes[index] = watch(index, await start(index, skewMs));
  };
  return {
    get steady() {
      return nodes.map((_, index) => index).filter((index) => !unsteady.has(index));
    },
    died,
    apiUrls: () => nodes.filter((_, index) => ROLES[index] === 'api').map(({ url }) => url),
    kill: (index, signal) => whileUnsteady(index, () => replace(index, signal)),
    freeze: (index, ms) =>
      whileUnsteady(index, async () => {
        const { child } = at(index);
        child.kill('SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, ms));
        child.kill('SIGCONT');
      }),
    skew: (index, ms) => whileUnsteady(index, () => replace(index, 'SIGTERM', ms)),
    async stop() {
      isStopping = true;
      await Promise.all(replacing);
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

export function anyNode(random: SeededRandom, nodes: ChaosNodes): number {
  return random.pick(nodes.steady);
}
