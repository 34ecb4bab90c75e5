/**
 * How often the sides of a conversation are inferred rightly when its labels say nothing:
 *
 *   node bench/sides/main.ts FILE…
 *
 * Every label is replaced by "Speaker N". Measured on the half of the conversations that the weights were not fitted on. Nothing is written.
 */
import { assignSides } from '@brickwork/engine/conversation/sides/assign-sides';
import { readSets, type SidedConversation } from './labelled-sets.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: node bench/sides/main.ts FILE.jsonl…');
  process.exit(2);
}
const measured = readSets(files).filter(({ isFitted }) => !isFitted);
console.log(
  'set                 conversations  two people: right  unknown   wrong   all speakers: right  unknown   wrong',
);
for (const set of new Set(measured.map((conversation) => conversation.set))) {
  report(
    set,
    measured.filter((conversation) => conversation.set === set),
  );
}
report('all', measured);
reportCalibration(measured);

function report(name: string, conversations: readonly SidedConversation[]): void {
  const pairs = conversations.filter(({ sides }) => sides.size === 2).map(countOf);
  const speakers = conversations.map(countOf);
  const figures = [pairs, speakers].map((counts) => {
    const total = counts.reduce((sum, { right, unknown, wrong }) => sum + right + unknown + wrong, 0);
    const share = (of: 'right' | 'unknown' | 'wrong') =>
      (counts.reduce((sum, count) => sum + count[of], 0) / total).toFixed(3).padStart(9);
    return `${share('right')}${share('unknown')}${share('wrong')}`;
  });
  console.log(
    `${name.padEnd(20)}${String(conversations.length).padStart(13)}          ${figures.join('            ')}`,
  );
}

function countOf({ turns, sides }: SidedConversation): { right: number; unknown: number; wrong: number } {
  const count = { right: 0, unknown: 0, wrong: 0 };
  for (const { label, side } of assignSides(turns).speakers) {
    const truth = sides.get(label);
    if (truth === undefined) continue;
    if (side === undefined) count.unknown += 1;
    else count[side === truth ? 'right' : 'wrong'] += 1;
  }
  return count;
}

function reportCalibration(conversations: readonly SidedConversation[]): void {
  const bins = new Map<number, { n: number; right: number; stated: number }>();
  for (const { turns, sides } of conversations) {
    for (const { label, side, probability } of assignSides(turns).speakers) {
      const truth = sides.get(label);
      if (truth === undefined || side === undefined) continue;
      const from = Math.min(0.95, Math.floor(probability * 20 + 1e-9) / 20);
      const bin = bins.get(from) ?? { n: 0, right: 0, stated: 0 };
      bins.set(from, { n: bin.n + 1, right: bin.right + Number(side === truth), stated: bin.stated + probability });
    }
  }
  console.log('\nprobability from   speakers   stated   right');
  for (const [from, { n, right, stated }] of [...bins].sort(([left], [other]) => left - other)) {
    console.log(
      `${from.toFixed(2).padStart(16)}${String(n).padStart(11)}${(stated / n).toFixed(3).padStart(9)}${(right / n).toFixed(3).padStart(8)}`,
    );
  }
}
