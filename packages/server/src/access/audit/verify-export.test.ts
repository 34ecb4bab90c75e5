/** What an exported audit log shows by itself. Whole chains are exported, changed and checked in the tests of the audit log's API. */
import { describe, expect, it } from 'vitest';
import { verifyExport } from './verify-export.ts';

const ENTRY = {
  workspace_id: 'ws_01jcq8v5h3m8e7x2k9n4b6c1d0',
  id: 'au_01jcq8v5h3m8e7x2k9n4b6c1d0',
  at: '2026-11-18T08:00:00.000Z',
  actor: { kind: 'system', id: 'system', name: 'system' },
  action: 'key.created',
  target: { type: 'key', id: 'k1' },
  outcome: 'done',
};

async function* linesOf(...lines: readonly unknown[]) {
  for (const line of lines) yield typeof line === 'string' ? line : JSON.stringify(line);
}
const secrets = [Buffer.alloc(32, 1)];

describe('an exported audit log', () => {
  it('says which line is no entry, and skips empty lines', async () => {
    const found = await verifyExport(linesOf(ENTRY, '', 'not JSON', { ...ENTRY, outcome: 'perhaps' }), {
      published: undefined,
      secrets: [],
    });
    const lines = found.findings.filter(({ kind }) => kind === 'changed').map(({ detail }) => detail);
    expect(lines).toEqual(['Line 3 is not an entry.', 'Line 4 is not an entry.']);
  });

  it('counts entries that were not sealed yet apart, and has no head without a sealed one', async () => {
    const found = await verifyExport(linesOf(ENTRY), { published: undefined, secrets: [] });
    expect(found).toMatchObject({ checked: 0, unsealed: 1, fromPosition: 1, toPosition: 0, head: undefined });
  });

  it('is authenticated with the secret only', async () => {
    const found = await Promise.all(
      [[], secrets].map((each) => verifyExport(linesOf(ENTRY), { published: undefined, secrets: each })),
    );
    expect(found.map(({ isAuthenticated }) => isAuthenticated)).toEqual([false, true]);
  });
});
