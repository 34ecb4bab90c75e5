/**
 * Entry point `@brickwork/server/operator`: what the operator of a deployment may do on its database, with or without the running service.
 * No HTTP, no API key: anybody who can open the database is the operator.
 */
import { ENVIRONMENTS, type Environment } from '@brickwork/contract';
import { createHeadSigner } from '../../access/audit/audit-entry.ts';
import { acceptChain } from '../../access/audit/store/take-over-chain.ts';
import { type CreatedKey, createKey, type KeyRequest, LISTED_KEYS } from '../../access/manage-keys.ts';
import { changePlan, changeRetention, createWorkspace, getWorkspace } from '../../access/manage-workspaces.ts';
import type { Stored } from '../../access/storage-quota.ts';
import type { ApiKey, Workspace } from '../../access/store/access-rows.ts';
import type { Retention } from '../../access/store/workspace-settings.ts';
import { actAs, OPERATOR } from '../../core/acting.ts';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { partitionInputs } from '../../database/input-partitions.ts';
import { type Rebuilt, rebuildInsights } from '../../insights/store/rebuild-insights.ts';
import type { Recomputed } from '../../runs/recompute-run.ts';
import { createStorageMeter, recountStored } from '../../runs/store/stored-runs.ts';
import { composeOperator } from '../compose-operator.ts';
import { type Config, describeConfig, readConfig } from '../config.ts';
import { openStorage, type Storage } from '../open-storage.ts';
import { recomputeStoredRun } from '../recompute-stored-run.ts';
import { type OperatorMembers, operatorMembers } from './operator-members.ts';
import { type OperatorReporting, operatorReporting } from './operator-reporting.ts';
import { type WorkspaceKits, workspaceKits } from './workspace-kits.ts';

export { verifyExport } from '../../access/audit/verify-export.ts';
export { backUp, restore } from '../back-up.ts';
export { examine } from '../doctor.ts';
export type { Finding } from '../finding.ts';
export { exportWorkspace, importWorkspace, readSecret, removeWorkspace } from '../move-workspace.ts';
export type { Workspace, WorkspaceKits };

export interface WorkspaceStorage extends Stored {
  plan: string;
  runsLimit: number | null;
  bytesLimit: number | null;
}

export interface Operator {
  workspaces: {
    create(name: string, plan: string): Promise<Workspace>;
    list(): Promise<Workspace[]>;
    changePlan(name: string, plan: string): Promise<Workspace>;
    /** Changes only the given values; `null` keeps data forever. */
    changeRetention(name: string, change: Partial<Retention>): Promise<Retention>;
    /** What the workspace stores, compared with its plan; `recount` counts its runs again first. */
    storage(name: string, options: { recount: boolean }): Promise<WorkspaceStorage>;
  };
  audit: {
    /** Continues the chain from its last entry, although the known head differs. */
    accept(workspace: string): Promise<void>;
  };
  keys: {
    create(workspace: string, request: KeyRequest): Promise<CreatedKey>;
    list(workspace: string): Promise<ApiKey[]>;
    /** False if there is no such key, or it is already revoked. */
    revoke(workspace: string, keyId: string): Promise<boolean>;
  };
  /** People, by id or e-mail address. */
  members: OperatorMembers;
  /** Logins for BI tools. */
  reporting: OperatorReporting;
  kits(workspace: string): Promise<WorkspaceKits>;
  inputs: {
    /** New runs' inputs go to partitions from now on; false: they already did. Refused while nodes of an older release are running. */
    partition(): Promise<boolean>;
  };
  insights: {
    /** Recomputes answers and counts from the stored outputs, for all workspaces. */
    rebuild(): Promise<Rebuilt>;
  };
  runs: {
    /** Recomputes a run from its stored model replies, without calling a model. */
    recompute(request: { workspace: string; environment: Environment; runId: string }): Promise<Recomputed>;
  };
}

/**
 * Opens the database (the running service's, or one that is started for this call), and closes it afterwards. Refused on the schema of an older
 * release, unless `migrates` is set.
 *
 *     const key = await asOperator(process.env, ({ keys }) => keys.create('default', { environment: 'live', role: 'runner' }));
 */
export async function asOperator<Result>(
  environment: NodeJS.ProcessEnv,
  work: (operator: Operator) => Promise<Result>,
  { migrates = false } = {},
): Promise<Result> {
  const config = readConfig(environment, { BRICKWORK_DATABASE_POOL: '2' });
  const storage = await openStorage(config, silentLogger, 'command', migrates ? 'migrate' : 'check');
  try {
    return await actAs(OPERATOR, () => work(operatorOf(storage, composeOperator(config, storage), config)));
  } finally {
    await storage.close();
  }
}

function operatorOf(storage: Storage, parts: ReturnType<typeof composeOperator>, config: Config): Operator {
  const { access, kits } = parts;
  const { reader, publicUrl } = config;
  const idOf = async (workspace: string) => (await getWorkspace(access, workspace)).id;
  return {
    workspaces: {
      create: (name, plan) => createWorkspace(access, name, plan),
      list: () => access.store.listWorkspaces(),
      changePlan: (name, plan) => changePlan(access, name, plan),
      changeRetention: (name, change) => changeRetention(access, name, change),
      storage: async (name, { recount }) => {
        const { id, plan } = await getWorkspace(access, name);
        if (recount) await recountStored(storage.database, id);
        const limits = access.plans[plan];
        return {
          ...(await createStorageMeter(storage.database).measure(id)),
          plan,
          runsLimit: limits?.storedRuns ?? null,
          bytesLimit: limits?.storedBytes ?? null,
        };
      },
    },
    audit: {
      accept: async (workspace) => {
        const id = await idOf(workspace);
        await storage.database.transaction((tx) =>
          acceptChain(tx, createHeadSigner(storage.secrets), id, access.clock.now()),
        );
      },
    },
    keys: {
      create: async (workspace, request) => createKey(access, await idOf(workspace), request),
      list: async (workspace) => access.store.listKeys(await idOf(workspace), ENVIRONMENTS, LISTED_KEYS),
      revoke: async (workspace, keyId) =>
        access.store.revokeKey(await idOf(workspace), keyId, ENVIRONMENTS, access.clock.now()),
    },
    members: operatorMembers(storage.database, { publicUrl, idOf }),
    reporting: operatorReporting(storage, { config, idOf }),
    kits: async (workspace) => workspaceKits(kits, await idOf(workspace)),
    runs: { recompute: (request) => recomputeStoredRun({ storage, operator: parts, reader }, request) },
    inputs: { partition: () => partitionInputs(storage.database, systemClock.now()) },
    insights: { rebuild: () => rebuildInsights(storage.database) },
  };
}

/** Every setting with its effective value and where it came from, secrets masked; throws a `StartError` that lists every invalid one. */
export function effectiveConfig(environment: NodeJS.ProcessEnv): ReturnType<typeof describeConfig> {
  readConfig(environment);
  return describeConfig(environment);
}
