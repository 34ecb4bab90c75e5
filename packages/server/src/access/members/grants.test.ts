import { describe, expect, it } from 'vitest';
import { editableClaims, type GroupRule, grantsOf } from './grants.ts';

const rule = (group: string, workspace: string, role: GroupRule['role']): GroupRule => ({
  group,
  workspace,
  role,
  agentClaim: 'name',
});
const RULES = [
  rule('leads', 'sales', 'admin'),
  rule('all', 'sales', 'viewer'),
  rule('all', 'support', 'viewer'),
  rule('phone', 'support', 'agent'),
];

describe('grantsOf', () => {
  it('gives the first role that matches in each workspace, in the order of the rules', () => {
    expect(grantsOf(RULES, ['all', 'leads'], {})).toEqual([
      { workspace: 'sales', role: 'admin', agent: undefined },
      { workspace: 'support', role: 'viewer', agent: undefined },
    ]);
    expect(grantsOf(RULES, ['strangers'], {})).toEqual([]);
  });

  it('binds an agent to the claim, and gives nothing where that is missing', () => {
    expect(grantsOf(RULES, ['phone'], { name: 'Maya K.' })).toEqual([
      { workspace: 'support', role: 'agent', agent: 'Maya K.' },
    ]);
    for (const claims of [{}, { name: '' }, { name: 7 }]) expect(grantsOf(RULES, ['phone'], claims)).toEqual([]);
  });

  it('says which rules let people choose whose calls they see', () => {
    expect(editableClaims(RULES)).toEqual([expect.stringContaining('the group phone')]);
    for (const agentClaim of ['email', 'sub', 'employee_id'])
      expect(editableClaims(RULES.map((each) => ({ ...each, agentClaim })))).toEqual([]);
  });
});
