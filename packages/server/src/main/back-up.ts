/** Backs up and restores the whole deployment, for the operator's commands. */
import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import { recordForAll } from '../access/audit/store/record-audit.ts';
import { actAs, OPERATOR } from '../core/acting.ts';
import { silentLogger } from '../core/logger.ts';
import type { BackupHead } from '../database/backup/backup-file.ts';
import { type RestoreReport, restoreBackup } from '../database/backup/restore-backup.ts';
import { type BackupReport, writeBackup } from '../database/backup/write-backup.ts';
import { StartError } from '../database/embedded/start-error.ts';
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
  const storage = await openStorage(config, silentLogger, 'command', { isMigrated: false });
  try {
    const report = await restoreBackup(storage.database, resolve(file), (head: BackupHead) => {
      if (options.withoutSecret || head.secret_check === secretCheck(storage)) return;
      throw new StartError(
        `The back-up was made with another BRICKWORK_SECRET, and its webhook secrets cannot be read without it. ${
          storage.isEmbedded ? `Put the original's file "secret" into ${storage.place}` : 'Set BRICKWORK_SECRET to it'
        }, or restore with --without-secret and register the webhooks again.`,
      );
    });
    const details = { taken_at: report.takenAt, rows: report.rows };
    await actAs(OPERATOR, () => recordForAll(storage.database, 'backup.restored', details));
    return report;
  } finally {
    await storage.close();
  }
}

export function secretCheck({ secret }: Pick<Storage, 'secret'>): string {
  return createHmac('sha256', secret).update('brickwork back-up').digest('hex').slice(0, 16);
}
