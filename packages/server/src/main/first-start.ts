/**
 * Sets up an empty embedded database: a workspace, two keys and two kits, so that the first request works immediately. The keys are written
 * to a file that only the operator can read before they are in the database, so that a start that dies before it has shown them loses
 * nothing: the next start continues.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { describeApiKey, hashApiKey, makeApiKey } from '../access/api-key.ts';
import { createKey } from '../access/manage-keys.ts';
import { createWorkspace } from '../access/manage-workspaces.ts';
import type { Logger } from '../core/logger.ts';
import { pushKit } from '../kits/push-kit.ts';
import type { Operator } from './compose-operator.ts';
import { readExampleKit } from './read-example-kit.ts';

export interface FirstStart {
  liveKey: string;
  testKey: string;
  /** Where the keys are until somebody has seen them. */
  keysFile: string;
  /** Example kits to try, by code. */
  kits: { code: string; slug: string }[];
  /** To be called after the keys were shown: the file is deleted. */
  forget(): void;
}

const FIRST_KITS = ['support-qa', 'sales-discovery'] as const;
const WORKSPACE = 'default';
const keysInFile = z.object({ live: z.string(), test: z.string() });
type Keys = z.infer<typeof keysInFile>;

/** Whether this is the first start, or continues an earlier one whose keys nobody has seen. */
export async function isFirstStart({ access }: Pick<Operator, 'access'>, keysFile: string): Promise<boolean> {
  return existsSync(keysFile) || (await access.store.listWorkspaces()).length === 0;
}

/** Undefined unless it is one. */
export async function firstStart(
  operator: Operator,
  keysFile: string,
  logger: Logger,
): Promise<FirstStart | undefined> {
  const { access } = operator;
  if (!(await isFirstStart(operator, keysFile))) return undefined;
  const keys = existsSync(keysFile)
    ? keysInFile.parse(JSON.parse(readFileSync(keysFile, 'utf8')))
    : makeKeys(operator, keysFile);
  const workspace =
    (await access.store.findWorkspace(WORKSPACE)) ?? (await createWorkspace(access, WORKSPACE, 'unlimited'));
  await storeKeys(operator, workspace.id, keys);
  return {
    liveKey: keys.live,
    testKey: keys.test,
    keysFile,
    kits: await seedKits(operator, workspace.id, logger),
    forget: () => rmSync(keysFile, { force: true }),
  };
}

function makeKeys({ access }: Operator, keysFile: string): Keys {
  const keys = {
    live: makeApiKey(access.keyPrefix, 'live').secret,
    test: makeApiKey(access.keyPrefix, 'test').secret,
  };
  mkdirSync(dirname(keysFile), { recursive: true });
  writeFileSync(keysFile, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return keys;
}

async function storeKeys({ access }: Operator, workspaceId: string, { live, test }: Keys): Promise<void> {
  for (const [environment, role, secret] of [
    ['live', 'admin', live],
    ['test', 'developer', test],
  ] as const) {
    if ((await access.store.findKeyByHash(hashApiKey(secret))) !== undefined) continue;
    await createKey(access, workspaceId, { environment, role, name: 'first start' }, describeApiKey(secret));
  }
}

async function seedKits({ kits }: Operator, workspaceId: string, logger: Logger): Promise<FirstStart['kits']> {
  const seeded: FirstStart['kits'] = [];
  for (const name of FIRST_KITS) {
    const document = readExampleKit(name);
    if (document === undefined) {
      // The examples may be missing from an installation; the service works without them.
      logger.warn({ kit: name }, 'an example kit is missing from this installation');
      continue;
    }
    // A continued start does not change kits: somebody may have pushed a version since.
    const slug = name.replaceAll('-', '_');
    const head =
      (await kits.store.findHead(workspaceId, { slug })) ??
      (await pushKit(kits, workspaceId, document, { publish: true })).head;
    seeded.push({ code: head.kitCode, slug: head.slug });
  }
  return seeded;
}
