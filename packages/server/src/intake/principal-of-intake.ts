import type { Principal } from '../access/principal.ts';
import type { OwnedIntake } from './intake.ts';

/** The intake acts for its workspace, and may only create runs. */
export function principalOfIntake({ workspaceId, workspaceName, plan, environment }: OwnedIntake): Principal {
  return {
    workspaceId,
    workspaceName,
    plan,
    environment,
    actor: { kind: 'system', id: 'intake', name: 'intake' },
    role: 'runner',
    hidesIdentities: false,
  };
}
