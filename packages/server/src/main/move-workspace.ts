/**
 * A workspace from one deployment to another, for the operator's commands: everything with its ids, so that callers keep their keys, receivers their
 * secrets, and links their targets. Where the other deployment has another secret, what is sealed is sealed again.
 */
import { hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createHeadSigner } from '../access/audit/audit-entry.ts';
import { recordAudit } from '../access/audit/store/record-audit.ts';
import { signHeadAgain } from '../access/audit/store/take-over-chain.ts';
import { getWorkspace } from '../access/manage-workspaces.ts';
import { actAs, OPERATOR } from '../core/acting.ts';
import { decodeId, encodeId } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import type { Secrets } from '../core/secret-box.ts';
import { deleteWorkspace } from '../database/backup/remove-workspace.ts';
import { resealWorkspace } from '../database/backup/reseal.ts';
import { loadWorkspace, type MovedWorkspace, writeWorkspace } from '../database/backup/workspace-file.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { runningNodes } from '../database/node-registry.ts';
import { laneOf } from '../queue/lane.ts';
import { dropLanes } from '../queue/store/drop-lanes.ts';
import { areSecretsOf, secretCheck } from './back-up.ts';
import { composeOperator } from './compose-operator.ts';
import { readConfig } from './config.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { sealedColumns } from './sealed-columns.ts';
import { SETTINGS } from './settings.ts';

const FEW_CONNECTIONS = { BRICKWORK_DATABASE_POOL: '2' };

type Parts = ReturnType<typeof composeOperator>;

async function withStorage<Result>(
  environment: NodeJS.ProcessEnv,
  work: (storage: Storage, parts: Parts) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(environment, FEW_CONNECTIONS);
  const storage = await openStorage(config, silentLogger, 'command');
  try {
    return await actAs(OPERATOR, () => work(storage, composeOperator(config, storage)));
  } finally {
    await storage.close();
  }
}

async function movedOf({ access }: Parts, name: string): Promise<MovedWorkspace & { workspaceId: string }> {
  const { id: workspaceId } = await getWorkspace(access, name);
  const lanes = (['live', 'test'] as const).map((environment) => laneOf({ workspaceId, environment }));
  return { workspaceId, uuid: decodeId('ws', workspaceId) ?? '', name, lanes };
}

/** What is accepted after the snapshot is not in the file, so nodes must not run; `whileRunning` is for a rehearsal. */
export function exportWorkspace(
  environment: NodeJS.ProcessEnv,
  { name, file, whileRunning }: { name: string; file: string; whileRunning: boolean },
): Promise<{ takenAt: string; tables: number; rows: number }> {
  return withStorage(environment, async (storage, parts) => {
    if (!whileRunning) await requireNoNodes(storage, 'Stop them, or use --while-running to try it out.');
    const moved = await movedOf(parts, name);
    const [macKey] = macKeysOf(storage.secrets);
    const report = await writeWorkspace(storage.database, resolve(file), moved, {
      secretCheck: secretCheck(storage),
      macKey,
    });
    await recordAudit(storage.database, {
      workspaceId: moved.workspaceId,
      action: 'workspace.exported',
      target: { type: 'workspace', id: moved.workspaceId, name },
      details: { rows: report.rows },
    });
    return report;
  });
}

function macKeysOf([first, ...others]: Secrets): [Buffer, ...Buffer[]] {
  const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'brickwork workspace file', 32));
  return [keyOf(first), ...others.map(keyOf)];
}

async function requireNoNodes({ database }: Storage, what: string): Promise<void> {
  const nodes = await runningNodes(database);
  if (nodes.length > 0)
    throw new StartError(
      `${nodes.length} nodes run on this database: what they accept from now on would be left behind. ${what}`,
    );
}

/** Other workspaces may be in use meanwhile. All or nothing. */
export function importWorkspace(
  environment: NodeJS.ProcessEnv,
  { file, name, secretFile }: { file: string; name: string | undefined; secretFile: string | undefined },
): Promise<{ name: string; rows: number; takenAt: string }> {
  return withStorage(environment, async (storage) => {
    const from: Secrets = secretFile === undefined ? storage.secrets : [readSecret(secretFile)];
    const { head, ...loaded } = await loadWorkspace(storage.database, resolve(file), {
      name,
      macKeys: macKeysOf(from),
      checkHead(head) {
        if (areSecretsOf(head, from)) return;
        throw new StartError(
          secretFile === undefined
            ? 'The file comes from a deployment with another BRICKWORK_SECRET. Name a file with that secret: --secret-file FILE'
            : `${secretFile} is not the secret of the deployment that the file comes from.`,
        );
      },
      async finish(tx, { workspace, taken_at }) {
        const workspaceId = encodeId('ws', workspace.id);
        if (!from.every((secret) => storage.secrets.some((own) => own.equals(secret)))) {
          for (const column of sealedColumns(from, storage.secrets)) await resealWorkspace(tx, workspace.id, column);
          const signers = { from: createHeadSigner(from), to: createHeadSigner(storage.secrets) };
          await signHeadAgain(tx, workspaceId, signers, new Date());
        }
        await recordAudit(tx, {
          workspaceId,
          action: 'workspace.imported',
          target: { type: 'workspace', id: workspaceId, name: name ?? workspace.name },
          details: { taken_at },
        });
      },
    });
    return { ...loaded, takenAt: head.taken_at };
  });
}

export function readSecret(file: string): Buffer {
  const read = SETTINGS.secret.schema.safeParse(readFileSync(file, 'utf8').trim());
  if (read.success) return read.data;
  throw new StartError(`${file} does not hold a secret: 32 bytes in hex or base64.`);
}

/** For good. */
export function removeWorkspace(environment: NodeJS.ProcessEnv, name: string): Promise<void> {
  return withStorage(environment, async (storage, parts) => {
    await requireNoNodes(storage, 'Stop them first.');
    const { uuid, lanes } = await movedOf(parts, name);
    await storage.database.transaction(async (tx) => {
      await dropLanes(tx, lanes);
      await deleteWorkspace(tx, uuid);
    });
  });
}
