/** The workspaces and roles that a person's groups give. For each workspace the first matching rule counts, so order rules from most to least. */
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

/** Standard claims that people can change themselves at most providers. */
const EDITABLE: ReadonlySet<string> = new Set([
  ...['name', 'given_name', 'family_name', 'middle_name', 'nickname', 'preferred_username', 'profile', 'picture'],
  ...['website', 'gender', 'birthdate', 'zoneinfo', 'locale', 'phone_number', 'address'],
]);

/** Whoever can change the claim chooses whose calls they see: one sentence for each such rule. */
export function editableClaims(rules: readonly GroupRule[]): string[] {
  return rules
    .filter(({ role, agentClaim }) => role === 'agent' && EDITABLE.has(agentClaim))
    .map(
      ({ group, agentClaim }) =>
        `the group ${group} decides whose calls an agent sees by the claim “${agentClaim}”, which people can often change themselves: use “email”, “sub”, or a claim that only administrators of the provider set`,
    );
}
