/** Operator commands act on the database itself: the running service's, or one that is started for as long as the command works. */
import { silentLogger } from '@brickwork/server/core/logger';
import { composeOperator, type Operator } from '@brickwork/server/main/compose';
import { readConfig } from '@brickwork/server/main/config';
import { openStorage } from '@brickwork/server/main/open-storage';

export async function asOperator<Result>(work: (operator: Operator) => Promise<Result>): Promise<Result> {
  const config = readConfig(process.env, { BRICKWORK_DATABASE_POOL: '2' });
  const storage = await openStorage(config, silentLogger, 'command');
  try {
    return await work(composeOperator(config, storage));
  } finally {
    await storage.close();
  }
}
