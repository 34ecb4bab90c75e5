/** The key of recovery codes for members from before the key was stored. */
import { encodeId } from '../../core/ids.ts';
import { createSecretBox, type Secrets } from '../../core/secret-box.ts';
import type { Database } from '../../database/database.ts';
import { SECRET_PURPOSE } from '../members/member.ts';
import { bindingOfRecoveryKey, recoveryKeyOf } from '../members/recovery-codes.ts';

export async function storeRecoveryKeys(database: Database, secrets: Secrets): Promise<void> {
  const { rows } = await database.query<{ workspace_id: string; id: string; code_secret: Buffer }>(
    'SELECT workspace_id, id, code_secret FROM members WHERE recovery_key IS NULL AND code_secret IS NOT NULL',
  );
  const box = createSecretBox(secrets, SECRET_PURPOSE);
  const boxes = secrets.map((secret) => ({ secret, box: createSecretBox([secret], SECRET_PURPOSE) }));
  for (const { workspace_id, id, code_secret } of rows) {
    const memberId = encodeId('mem', id);
    // Both were created at the same time, with the same secret.
    const made = boxes.find((each) => each.box.open(code_secret, memberId) !== undefined);
    if (made === undefined) continue;
    await database.query(
      'UPDATE members SET recovery_key = $3 WHERE workspace_id = $1 AND id = $2 AND recovery_key IS NULL AND code_secret = $4',
      [workspace_id, id, box.seal(recoveryKeyOf(made.secret), bindingOfRecoveryKey(memberId)), code_secret],
    );
  }
}
