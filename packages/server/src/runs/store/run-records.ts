/** Receipts and spending of runs on PostgreSQL. Receipts quote conversations, so they are sealed (AES-256-GCM) and bound to their run. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ModelUsage } from '@brickwork/engine/model/model-usage';
import { type Receipt, receipt } from '@brickwork/engine/model/receipt';
import { z } from 'zod';
import { decodeId } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database } from '../../database/database.ts';

const receipts = z.array(receipt);
const tokens = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
});
const spending = tokens.extend({ isEstimated: z.boolean(), byModel: z.record(z.string(), tokens) });

export function createRunRecords(database: Database, secret: Buffer) {
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
        [...keyOf(scope, runId), seal(secret, runId, JSON.stringify(all))],
      );
    },
    async findReceipts(scope: Scope, runId: string): Promise<Receipt[] | undefined> {
      const { rows } = await database.query<{ sealed: Buffer }>(
        'SELECT sealed FROM run_receipts WHERE workspace_id = $1 AND environment = $2 AND run_id = $3',
        keyOf(scope, runId),
      );
      const sealed = rows[0]?.sealed;
      return sealed && receipts.parse(JSON.parse(open(secret, runId, sealed)));
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

/** For what moves receipts to a deployment with another secret. */
export function receiptBox(secret: Buffer): SecretBox {
  return {
    seal: (text, runId) => seal(secret, runId, text.toString('utf8')),
    open(sealed, runId) {
      try {
        return Buffer.from(open(secret, runId, sealed));
      } catch {
        return undefined;
      }
    },
  };
}

const NONCE = 12;
const TAG = 16;

function seal(secret: Buffer, runId: string, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(runId));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function open(secret: Buffer, runId: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, NONCE))
    .setAAD(Buffer.from(runId))
    .setAuthTag(sealed.subarray(sealed.length - TAG));
  return decipher.update(sealed.subarray(NONCE, sealed.length - TAG), undefined, 'utf8') + decipher.final('utf8');
}
