/** On an empty embedded database: a workspace and two keys, so that the first request works at once. */
import { createKey, type ManageKeys } from '../access/manage-keys.ts';
import { createWorkspace, type ManageWorkspaces } from '../access/manage-workspaces.ts';

export interface FirstStart {
  liveKey: string;
  testKey: string;
}

export async function firstStart(access: ManageKeys & ManageWorkspaces): Promise<FirstStart | undefined> {
  if ((await access.store.listWorkspaces()).length > 0) return undefined;
  const workspace = await createWorkspace(access, 'default', 'unlimited');
  const live = await createKey(access, workspace.id, { environment: 'live', role: 'admin', name: 'first start' });
  const test = await createKey(access, workspace.id, { environment: 'test', role: 'developer', name: 'first start' });
  return { liveKey: live.secret, testKey: test.secret };
}
