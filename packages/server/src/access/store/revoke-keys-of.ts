/**
 * The keys that a member created are revoked with the member, however they leave. Keys from before this was recorded, and an operator's
 * keys, have no creator.
 */
import type { Environment } from '@brickwork/contract';
import { encodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { notify } from '../../database/notifications.ts';
import { recordAudit } from '../audit/store/record-audit.ts';
import { KEY_REVOKED } from './access-store.ts';

export async function revokeKeysOf(tx: Queryable, workspace: string, member: string, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: string; environment: Environment; name: string | null; hint: string }>(
    `UPDATE api_keys SET revoked_at = $3 WHERE workspace_id = $1 AND created_by = $2 AND revoked_at IS NULL RETURNING id, environment, name, hint`,
    [workspace, member, now],
  );
  for (const { id, environment, name, hint } of rows) {
    const keyId = encodeId('key', id);
    await tx.query('DELETE FROM console_sessions WHERE workspace_id = $1 AND key_id = $2', [workspace, id]);
    await recordAudit(tx, {
      workspaceId: encodeId('ws', workspace),
      environment,
      action: 'key.revoked',
      target: { type: 'key', id: keyId, name: name ?? hint },
    });
    await notify(tx, `${KEY_REVOKED}:${keyId}`);
  }
}
