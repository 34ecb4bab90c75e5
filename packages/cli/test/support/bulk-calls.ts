/** A file of conversations, of which two lines cannot be read, and the kit that asks about them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createParquetFile } from '@brickwork/warehouse/parquet/parquet-file';
import { openParquetFile } from '@brickwork/warehouse/parquet/read-parquet';

export const KIT = {
  kit: 'calls',
  bricks: [
    { key: 'words', type: 'numeric', metric: 'word_count' },
    { key: 'card_named', type: 'boolean', question: 'Does the customer name a card?', hints: { keywords: ['card'] } },
  ],
};

export const lineOf = (index: number) => ({
  id: `call-${index}`,
  occurred_at: `2026-10-${String(1 + (index % 28)).padStart(2, '0')}T10:00:00Z`,
  metadata: { team: index % 2 === 0 ? 'Porto' : 'Faro' },
  transcript: `Agent: Good morning.\nCustomer: ${index % 3 === 0 ? 'I lost my card' : 'When do you open'}, please, ${index}.`,
});
export const ROWS = 41;
const BROKEN = ['{broken', JSON.stringify({ id: 'no-time', occurred_at: 'yesterday', transcript: 'Agent: Hi.' })];

export function writeCalls(directory: string): void {
  writeFileSync(join(directory, 'kit.json'), JSON.stringify(KIT));
  const lines = Array.from({ length: ROWS }, (_, index) => JSON.stringify(lineOf(index)));
  const text = [...lines.slice(0, 7), BROKEN[0], '', ...lines.slice(7), BROKEN[1]].join('\n');
  writeFileSync(join(directory, 'calls.jsonl'), text);
}

/** Those that can be read, with what was said in a column of its own. */
export async function writeParquetCalls(directory: string): Promise<void> {
  const table = {
    name: 'calls',
    columns: { id: 'string', occurred_at: 'timestamp', metadata: 'string', said: 'string' },
  } as const;
  const source = await createParquetFile(join(directory, 'calls.parquet'), table);
  for (let index = 0; index < ROWS; index += 1) {
    const { id, occurred_at, metadata, transcript } = lineOf(index);
    await source.append({
      id,
      occurred_at: new Date(occurred_at),
      metadata: JSON.stringify(metadata),
      said: transcript,
    });
  }
  await source.close();
}

/** What tests look at in answers. */
const COLUMNS = ['external_id', 'occurred_at', 'value_words', 'value_card_named', 'confidence_card_named', 'bricks'];

export async function rowsIn(path: string) {
  const rows = [];
  const reader = await openParquetFile(path);
  for await (const row of reader.read(0, reader.rows, COLUMNS)) rows.push(row);
  return rows;
}
