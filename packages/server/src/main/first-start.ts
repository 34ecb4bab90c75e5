/** Sets up an empty embedded database: a workspace, two keys and two kits, so that the first request works at once. */
import { createKey } from '../access/manage-keys.ts';
import { createWorkspace } from '../access/manage-workspaces.ts';
import type { Logger } from '../core/logger.ts';
import { pushKit } from '../kits/push-kit.ts';
import type { Operator } from './compose.ts';
import { readExampleKit } from './read-example-kit.ts';

export interface FirstStart {
  liveKey: string;
  testKey: string;
  /** Example kits to try, by code. */
  kits: { code: string; slug: string }[];
}

const FIRST_KITS = ['support-qa', 'sales-discovery'] as const;

export async function firstStart(operator: Operator, logger: Logger): Promise<FirstStart | undefined> {
  const { access } = operator;
  if ((await access.store.listWorkspaces()).length > 0) return undefined;
  const workspace = await createWorkspace(access, 'default', 'unlimited');
  const live = await createKey(access, workspace.id, { environment: 'live', role: 'admin', name: 'first start' });
  const test = await createKey(access, workspace.id, { environment: 'test', role: 'developer', name: 'first start' });
  return { liveKey: live.secret, testKey: test.secret, kits: await seedKits(operator, workspace.id, logger) };
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
    const { head } = await pushKit(kits, workspaceId, document, { publish: true });
    seeded.push({ code: head.kitCode, slug: head.slug });
  }
  return seeded;
}
