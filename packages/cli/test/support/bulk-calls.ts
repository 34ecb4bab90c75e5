/** A file of conversations, of which two lines cannot be read, and the kit that asks about them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
