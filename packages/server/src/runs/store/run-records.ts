/** Receipts and spending of runs on PostgreSQL. Receipts quote conversations, so they are sealed (AES-256-GCM) and bound to their run. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ModelUsage } from '@brickwork/engine/model/model-usage';
import { type Receipt, receipt } from '@brickwork/engine/model/receipt';
import { z } from 'zod';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import { openedByAny, type SecretBox, type Secrets } from '../../core/secret-box.ts';
import type { Database } from '../../database/database.ts';

const receipts = z.array(receipt);
const tokens = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
});
const spending = tokens.extend({ isEstimated: z.boolean(), byModel: z.record(z.string(), tokens) });

export function createRunRecords(database: Database, secrets: Secrets) {
  const box = receiptBox(secrets);
  const keyOf = (scope: Scope, runId: string) => [
    decodeId('ws', scope.workspaceId),
    scope.environment,
    decodeId('run', runId),
  ];
  return {
    async saveReceipts(scope: Scope, runId: string, all: readonly Receipt[]): Promise<void> {
      await database.query(
        `INSERT INTO run_receipts (workspace_id, environment, run_id, sealed) VALUES ($1, $2, $3, $4)
         ON CONFLICT (workspace_id, environment, run_id) DO UPDATE SET sealed = excluded.sealed`,
        [...keyOf(scope, runId), box.seal(Buffer.from(JSON.stringify(all)), runId)],
      );
    },
    async findReceipts(scope: Scope, runId: string): Promise<Receipt[] | undefined> {
      const { rows } = await database.query<{ sealed: Buffer }>(
        'SELECT sealed FROM run_receipts WHERE workspace_id = $1 AND environment = $2 AND run_id = $3',
        keyOf(scope, runId),
      );
      const sealed = rows[0]?.sealed;
      if (sealed === undefined) return undefined;
      const opened = box.open(sealed, runId);
      if (opened === undefined) throw new Error('the receipts of the run were encrypted with another BRICKWORK_SECRET');
      return receipts.parse(JSON.parse(opened.toString('utf8')));
    },
    /** Replaces what was saved before. */
    async saveSpending(scope: Scope, runId: string, usage: ModelUsage): Promise<void> {
      await database.query(
        `INSERT INTO run_spending (workspace_id, environment, run_id, spent) VALUES ($1, $2, $3, $4)
         ON CONFLICT (workspace_id, environment, run_id) DO UPDATE SET spent = excluded.spent`,
        [...keyOf(scope, runId), JSON.stringify(usage)],
      );
    },
    async findSpending(scope: Scope, runId: string): Promise<ModelUsage | undefined> {
      const { rows } = await database.query<{ spent: unknown }>(
        'SELECT spent FROM run_spending WHERE workspace_id = $1 AND environment = $2 AND run_id = $3',
        keyOf(scope, runId),
      );
      return rows[0] && spending.parse(rows[0].spent);
    },
  };
}

export type RunRecords = ReturnType<typeof createRunRecords>;

export function receiptBox([first, ...others]: Secrets): SecretBox {
  return openedByAny([boxOf(first), ...others.map(boxOf)]);
}

const NONCE = 12;
const TAG = 16;

/** Older than `createSecretBox`, and stored in another form. */
function boxOf(secret: Buffer): SecretBox {
  return {
    seal(receipts, runId) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(runId));
      return Buffer.concat([nonce, cipher.update(receipts), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, runId) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, NONCE))
          .setAAD(Buffer.from(runId))
          .setAuthTag(sealed.subarray(sealed.length - TAG));
        return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}
