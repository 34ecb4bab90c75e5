/** Names and addresses of a workspace's agents, as patterns, and its rules for speakers, in PostgreSQL. */
import type { SpeakerRule } from '@brickwork/engine/conversation/sides/speaker-rules';
import { recordChanges } from '../../access/audit/store/record-audit.ts';
import { decodeId } from '../../core/ids.ts';
import type { Database } from '../../database/database.ts';

export interface WorkspaceSpeakers {
  agents: string[];
  rules: SpeakerRule[];
}

/** Known before a conversation is read. */
export interface KnownOfWorkspace extends WorkspaceSpeakers {
  language: string | undefined;
}

export interface StoredSpeakers {
  agents: string | null;
  rules: string | null;
}

export function createSpeakerStore(database: Database) {
  return {
    async findSpeakers(workspaceId: string): Promise<WorkspaceSpeakers> {
      const { rows } = await database.query<StoredSpeakers>(
        { name: 'find_speakers', text: 'SELECT agents, rules FROM workspace_speakers WHERE workspace_id = $1' },
        [decodeId('ws', workspaceId)],
      );
      return readSpeakers(rows[0]);
    },
    async findKnown(workspaceId: string): Promise<KnownOfWorkspace> {
      const { rows } = await database.query<StoredSpeakers & { language: string | null }>(
        {
          name: 'find_known',
          text: `SELECT s.agents, s.rules, w.language FROM workspaces w LEFT JOIN workspace_speakers s ON s.workspace_id = w.id
                 WHERE w.id = $1`,
        },
        [decodeId('ws', workspaceId)],
      );
      return { ...readSpeakers(rows[0]), language: rows[0]?.language ?? undefined };
    },
    /** Omitted rules are not changed. */
    async saveSpeakers(
      workspaceId: string,
      agents: readonly string[],
      rules: readonly SpeakerRule[] | undefined,
    ): Promise<WorkspaceSpeakers> {
      return database.transaction(async (tx) => {
        const id = decodeId('ws', workspaceId);
        const before = await tx.query<StoredSpeakers>(
          'SELECT agents, rules FROM workspace_speakers WHERE workspace_id = $1 FOR UPDATE',
          [id],
        );
        const { rows } = await tx.query<StoredSpeakers>(
          `INSERT INTO workspace_speakers (workspace_id, agents, rules) VALUES ($1, $2, $3)
           ON CONFLICT (workspace_id) DO UPDATE SET agents = excluded.agents, rules = coalesce(excluded.rules, workspace_speakers.rules)
           RETURNING agents, rules`,
          [id, JSON.stringify(agents), rules === undefined ? null : JSON.stringify(rules)],
        );
        const saved = readSpeakers(rows[0]);
        const target = { type: 'workspace', id: workspaceId };
        const record = { workspaceId, action: 'speakers.changed', target } as const;
        await recordChanges(tx, record, readSpeakers(before.rows[0]), saved);
        return saved;
      });
    },
  };
}

export type SpeakerStore = ReturnType<typeof createSpeakerStore>;

export function readSpeakers(stored: StoredSpeakers | undefined): WorkspaceSpeakers {
  return {
    agents: JSON.parse(stored?.agents ?? '[]') as string[],
    rules: JSON.parse(stored?.rules ?? '[]') as SpeakerRule[],
  };
}
