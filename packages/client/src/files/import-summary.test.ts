import { expect, it } from 'vitest';
import { createSummary } from './import-summary.ts';
import type { PreparedRun } from './prepare-run.ts';

const run = (metadata: Record<string, string> | undefined, uses = {}): PreparedRun => ({
  source: 'a.csv › 1',
  key: 'k',
  input: {},
  externalId: '1',
  metadata,
  uses,
  date: undefined,
  dateFault: undefined,
});

it('counts people by metadata, else by speakers, and what columns become', () => {
  const summary = createSummary('UTC');
  const speakers = [
    { label: 'Eli', side: 'agent' as const, probability: 1 },
    { label: 'Customer', side: 'customer' as const, probability: 1 },
  ];
  const uses = { rep: 'metadata agent', id: 'external_id', mood: undefined };
  summary.add(run({ agent: 'Dana', customer: 'c-1' }, uses), { index: 0, speakers });
  summary.add(run({ agent: '+49 170 1234567', customer: 'c-2' }, uses), { index: 1, speakers });
  summary.add(run({ agent: '4711' }), { index: 2, speakers });
  summary.add(run(undefined), { index: 3, speakers });
  const { people, fields, doubts } = summary.result();
  expect(people).toMatchObject({ differentAgents: 4, differentCustomers: 2 });
  expect(people.agents.map(({ name }) => name)).toEqual(['Dana', '+49 170 1234567', '4711', 'Eli']);
  expect(fields).toEqual([
    { name: 'rep', metadata: 'agent', count: 2 },
    { name: 'mood', count: 2 },
  ]);
  expect(doubts).toContainEqual({
    kind: 'agent_is_number',
    what: 'An agent that looks like a phone number',
    count: 1,
    examples: ['+49 170 1234567'],
  });
});
