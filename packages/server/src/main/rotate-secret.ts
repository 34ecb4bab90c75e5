/**
 * Rotation of the deployment's secret: while there is another one, everything sealed with it is sealed again with the first, page by page,
 * each in a transaction. No progress is stored: finished values are recognised by the secret that opens them, so the successor of a killed
 * leader checks everything again and changes the rest.
 */
import { type MacPage, rotateHeads, rotateMacs } from '../access/audit/store/rotate-macs.ts';
import { storeRecoveryKeys } from '../access/store/recovery-keys.ts';
import type { Secrets } from '../core/secret-box.ts';
import { resealPage } from '../database/backup/reseal.ts';
import type { Database } from '../database/database.ts';
import { type RunningNode, runningNodes } from '../database/node-registry.ts';
import type { Feature, Node } from './feature.ts';
import { sealedColumns } from './sealed-columns.ts';
import { SETTINGS } from './settings.ts';

const ROUND_MS = 5_000;

export interface Rotated {
  /** How many values were sealed with a secret other than the first. */
  old: number;
  /** How many were sealed with an unknown secret. */
  unreadable: number;
  isComplete: boolean;
}

export function rotationFeature({ config, database, secrets, logger }: Node): Feature {
  const first = config.written[SETTINGS.secret.env];
  let isDone = false;
  const round = async (isStopped: () => boolean): Promise<void> => {
    await storeRecoveryKeys(database, secrets);
    if (secrets.length === 1) return;
    // A node with another first secret would continue to use it.
    const isAgreed = nodesWithOther(await runningNodes(database), first) === 0;
    isDone &&= isAgreed;
    if (isDone || !isAgreed) return;
    const { old, unreadable, isComplete } = await rotateSecret(database, secrets, { isStopped });
    if (!isComplete) return;
    isDone = true;
    if (old > 0) logger.info({ values: old }, 'encrypted everything again with BRICKWORK_SECRET');
    if (unreadable > 0) logger.error({ values: unreadable }, 'encrypted with neither secret of this deployment');
    logger.info({}, 'the other secret is no longer needed: remove BRICKWORK_SECRET_OTHER (or the file secret.other)');
  };
  return { maintenance: [{ what: 'rotating the secret', everyMs: ROUND_MS, round }] };
}

/** How many nodes seal with a secret other than `first`, a fingerprint; nodes of older releases do not report it. */
export function nodesWithOther(nodes: readonly RunningNode[], first: string | undefined): number {
  return nodes.filter(({ settings }) => settings?.[SETTINGS.secret.env] !== first).length;
}

/** `isCount`: changes nothing. */
export async function rotateSecret(
  database: Database,
  secrets: Secrets,
  { isStopped = () => false, isCount = false }: { isStopped?: () => boolean; isCount?: boolean } = {},
): Promise<Rotated> {
  const rotated: Rotated = { old: 0, unreadable: 0, isComplete: false };
  for (const column of sealedColumns(secrets, [secrets[0]])) {
    let after: unknown[] | undefined;
    do {
      if (isStopped()) return rotated;
      const page = await database.transaction((tx) => resealPage(tx, column, { after, isCount }));
      rotated.old += page.old;
      rotated.unreadable += page.unreadable;
      after = page.last;
    } while (after !== undefined);
  }
  let after: MacPage['last'];
  do {
    if (isStopped()) return rotated;
    const page = await database.transaction((tx) => rotateMacs(tx, secrets, { after, isCount }));
    rotated.old += page.old;
    after = page.last;
  } while (after !== undefined);
  rotated.old += await database.transaction((tx) => rotateHeads(tx, secrets, { isCount }));
  return { ...rotated, isComplete: true };
}
