/** Backs up and restores the whole deployment, for the operator's commands. */
import { resolve } from 'node:path';
import { createHeadSigner } from '../access/audit/audit-entry.ts';
import { recordForAll } from '../access/audit/store/record-audit.ts';
import { acceptChain } from '../access/audit/store/take-over-chain.ts';
import { actAs, OPERATOR } from '../core/acting.ts';
import { encodeId } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { fingerprintOf, type Secrets } from '../core/secret-box.ts';
import type { BackupHead } from '../database/backup/backup-file.ts';
import { type RestoreReport, restoreBackup } from '../database/backup/restore-backup.ts';
import { type BackupReport, writeBackup } from '../database/backup/write-backup.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { refreshViews } from '../outbound/warehouse/store/reporting/reporting-views.ts';
import { readConfig } from './config.ts';
import { openStorage, type Storage } from './open-storage.ts';

const FEW_CONNECTIONS = { BRICKWORK_DATABASE_POOL: '2' };

export async function backUp(environment: NodeJS.ProcessEnv, file: string): Promise<BackupReport> {
  const storage = await openStorage(readConfig(environment, FEW_CONNECTIONS), silentLogger, 'command');
  try {
    const report = await writeBackup(storage.database, resolve(file), secretCheck(storage));
    await actAs(OPERATOR, () => recordForAll(storage.database, 'backup.written', { rows: report.rows }));
    return report;
  } finally {
    await storage.close();
  }
}

export async function restore(
  environment: NodeJS.ProcessEnv,
  file: string,
  options: { withoutSecret: boolean },
): Promise<RestoreReport> {
  const config = readConfig(environment, FEW_CONNECTIONS);
  const storage = await openStorage(config, silentLogger, 'command', 'any');
  try {
    const report = await restoreBackup(storage.database, resolve(file), (head: BackupHead) => {
      if (options.withoutSecret || areSecretsOf(head, storage.secrets)) return;
      throw new StartError(
        `The back-up was made with another BRICKWORK_SECRET, or while it was rotated, and its encrypted contents cannot be read without that secret. ${
          storage.isEmbedded
            ? `Put the original's file "secret" (and "secret.other") into ${storage.place}`
            : 'Set BRICKWORK_SECRET or BRICKWORK_SECRET_OTHER to it'
        }, or restore with --without-secret and register the webhooks again.`,
      );
    });
    await refreshViews(storage.database); // No file contains them: they belong to the release.
    const details = { taken_at: report.takenAt, rows: report.rows };
    await actAs(OPERATOR, () => recordForAll(storage.database, 'backup.restored', details));
    await actAs(OPERATOR, () => acceptAll(storage));
    return report;
  } finally {
    await storage.close();
  }
}

/** The operator restores an older copy on purpose: the chains continue from there, and an entry in each records it. */
async function acceptAll({ database, secrets }: Storage): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>('SELECT id FROM workspaces ORDER BY id');
    for (const { id } of rows) await acceptChain(tx, createHeadSigner(secrets), encodeId('ws', id), new Date());
  });
}

/** The fingerprint of every secret needed to read encrypted data: two while the secret is rotated. */
export function secretCheck({ secrets }: Pick<Storage, 'secrets'>): string {
  return secrets.map(fingerprintOf).join(' ');
}

export function areSecretsOf({ secret_check: check }: Pick<BackupHead, 'secret_check'>, secrets: Secrets): boolean {
  const known = secrets.map(fingerprintOf);
  return check.split(' ').every((each) => known.includes(each));
}
