import { describe, expect, it } from 'vitest';
import { keyFrom } from './key-from.ts';

describe('keyFrom', () => {
  const parts = { source: 'zendesk', recordId: '4711', kit: 'K7TQ2MXB' };

  it('is the same for the same record, readable, and valid by the contract', async () => {
    const key = await keyFrom(parts);
    expect(await keyFrom({ ...parts })).toBe(key);
    expect(key).toMatch(/^zendesk:4711:K7TQ2MXB:[0-9a-f]{64}$/);
    const long = await keyFrom({ source: 'ü'.repeat(500), recordId: '\n'.repeat(500), kit: '🧱'.repeat(500) });
    expect(long).toMatch(/^[\x21-\x7e]{1,254}$/);
  });

  it('differs with every part, wherever one ends and the next begins', async () => {
    const keys = await Promise.all([
      keyFrom(parts),
      keyFrom({ ...parts, source: 'crm' }),
      keyFrom({ ...parts, recordId: '4712' }),
      keyFrom({ ...parts, kit: 'other' }),
      keyFrom({ ...parts, input: { transcript: 'a' } }),
      keyFrom({ ...parts, input: { transcript: 'b' } }),
      keyFrom({ source: 'zendesk:4711', recordId: '', kit: 'K7TQ2MXB' }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
