/** Names and addresses of a workspace's agents, as patterns, in PostgreSQL. */
import { decodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';

export function createSpeakerStore(database: Database) {
  return {
    async findAgents(workspaceId: string): Promise<string[]> {
      const { rows } = await database.query<{ agents: string }>(
        { name: 'find_agents', text: 'SELECT agents FROM workspace_speakers WHERE workspace_id = $1' },
        [decodeId('ws', workspaceId)],
      );
      return readAgents(rows[0]?.agents);
    },
    async saveAgents(workspaceId: string, agents: readonly string[]): Promise<void> {
      await database.query(
        `INSERT INTO workspace_speakers (workspace_id, agents) VALUES ($1, $2)
         ON CONFLICT (workspace_id) DO UPDATE SET agents = excluded.agents`,
        [decodeId('ws', workspaceId), JSON.stringify(agents)],
      );
    },
  };
}

export type SpeakerStore = ReturnType<typeof createSpeakerStore>;

export function readAgents(stored: string | null | undefined): string[] {
  return stored === undefined || stored === null ? [] : (JSON.parse(stored) as string[]);
}
