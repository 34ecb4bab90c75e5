/** Which workspaces and roles somebody's groups give. Of the rules for one workspace the first that matches counts, so order them from most to least. */
import type { PersonRole } from '@brickwork/contract';

export interface GroupRule {
  group: string;
  workspace: string;
  role: PersonRole;
  /** With the role `agent`: the claim whose value is the value of the dimension `agent`. */
  agentClaim: string;
}

export interface Grant {
  workspace: string;
  role: PersonRole;
  agent: string | undefined;
}

export function grantsOf(
  rules: readonly GroupRule[],
  groups: readonly string[],
  claims: Readonly<Record<string, unknown>>,
): Grant[] {
  const grants = new Map<string, Grant>();
  for (const { group, workspace, role, agentClaim } of rules) {
    if (grants.has(workspace) || !groups.includes(group)) continue;
    const agent = claims[agentClaim];
    if (role !== 'agent') grants.set(workspace, { workspace, role, agent: undefined });
    // Without a value they have no calls: the rule grants nothing.
    else if (typeof agent === 'string' && agent !== '') grants.set(workspace, { workspace, role, agent });
  }
  return [...grants.values()];
}
