/** Which nodes are running: one heartbeat row each, timed by the database's clock. */

import { newUuid } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { Database } from './database.ts';
import { readMigrations } from './migrate.ts';

const BEAT_MS = 5_000;
const ALIVE_SECONDS = 20;

export interface NodeRegistry {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Nodes that answer requests, this one included. */
  apiNodes(): number;
}

/** What a node reports about itself; its settings by variable, without secrets. */
export interface NodeSelf {
  role: string;
  version: string;
  settings: Readonly<Record<string, string>>;
}

/** A node of an older release reports only its role. */
export type RunningNode = Pick<NodeSelf, 'role'> & Partial<NodeSelf>;

export async function runningNodes(database: Database): Promise<RunningNode[]> {
  const { rows } = await database.query<{ role: string; version: string | null; settings: string | null }>(
    `SELECT role, version, settings FROM nodes WHERE seen_at > now() - interval '${ALIVE_SECONDS} seconds' ORDER BY role, id`,
  );
  return rows.map(({ role, version, settings }) => ({
    role,
    ...(version !== null && { version }),
    ...(settings !== null && { settings: JSON.parse(settings) as Record<string, string> }),
  }));
}

export function createNodeRegistry(database: Database, self: NodeSelf, logger: Logger): NodeRegistry {
  const { role } = self;
  const id = newUuid();
  const knows = readMigrations().length;
  let count = 1;
  let timer: NodeJS.Timeout | undefined;

  const beat = async (): Promise<void> => {
    const { rows } = await database.query<{ nodes: number }>(
      {
        name: 'node_beat',
        text: `WITH beat AS (INSERT INTO nodes (id, role, version, settings, knows, seen_at) VALUES ($1, $2, $3, $4, $5, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()),
                 gone AS (DELETE FROM nodes WHERE seen_at < now() - interval '10 minutes')
               SELECT count(*)::int AS nodes FROM nodes WHERE id <> $1 AND role <> 'worker' AND seen_at > now() - interval '${ALIVE_SECONDS} seconds'`,
      },
      [id, role, self.version, JSON.stringify(self.settings), knows],
    );
    count = (rows[0]?.nodes ?? 0) + (role === 'worker' ? 0 : 1);
  };

  return {
    async start() {
      await beat();
      timer = setInterval(
        () => void beat().catch((error: Error) => logger.warn({ reason: error.message }, 'the heartbeat failed')),
        BEAT_MS,
      );
    },
    async stop() {
      clearInterval(timer);
      await database.query('DELETE FROM nodes WHERE id = $1', [id]).catch(() => {});
    },
    apiNodes: () => count,
  };
}
