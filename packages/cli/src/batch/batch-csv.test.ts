import type { BrickOutput, Run } from '@brickwork/client';
import { describe, expect, it } from 'vitest';
import { csvOf } from './batch-csv.ts';
import type { BatchLine } from './batch-line.ts';

function run(bricks: Record<string, BrickOutput>): BatchLine {
  const common = { run_id: 'run_1', status: 'succeeded', type: 'api', mode: 'async' } as const;
  const kit = { kit_id: 'k', kit_code: 'ABCDEFGH', kit_version_id: 'v', kit_version: 1 };
  const created_at = '2026-01-01T00:00:00Z';
  const occurred_at = created_at;
  const output = { kit_code: 'ABCDEFGH', kit_version_id: 'v', bricks };
  return { id: 'c-1', run: { ...common, ...kit, occurred_at, created_at, output } satisfies Run };
}

async function csv(...lines: BatchLine[]): Promise<string[]> {
  async function* read() {
    yield* lines;
  }
  let text = '';
  for await (const part of csvOf(read)) text += part;
  return text.trim().split('\r\n');
}

describe('csvOf', () => {
  it('has no column for applicability where no brick has one', async () => {
    const [header, row] = await csv(run({ solved: { value: true } }));
    expect(header).toMatch(/,error_code,error_detail$/);
    expect(row).toContain(',solved,true,');
  });

  it('says why a value is empty', async () => {
    const [header, ...rows] = await csv(
      run({ solved: { value: true } }),
      run({ read: { value: null, applicability: 'not_applicable' }, city: { value: null } }),
    );
    expect(header).toMatch(/,applicability$/);
    expect(rows[0]).toMatch(/,solved,true,.*,$/);
    expect(rows[1]).toMatch(/,read,,.*,not_applicable$/);
    expect(rows[2]).toMatch(/,city,,.*,$/);
  });
});
