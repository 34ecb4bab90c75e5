/**
 * How many plain short calls with honest labels are doubted, and how many are when the two labels are swapped:
 *
 *   node bench/sides/short.ts [CALLS]
 *
 * The calls are drawn from hand-written turns (`short/turns.txt`): an opening, a matter and an end. Of the swapped ones all should be doubted, but only those
 * that say something clear can be; the bar for them is `hard.ts`.
 */
import { readFileSync } from 'node:fs';
import { assignSides } from '@brickwork/engine/conversation/sides/assign-sides';
import { seededRandom } from '../support/seeded-random.ts';

const SURE = 0.9;
const calls = Number(process.argv[2] ?? 200);
const random = seededRandom(109);
const sections = readFileSync(`${import.meta.dirname}/short/turns.txt`, 'utf8')
  .split(/^## .*\n/m)
  .slice(1)
  .map((section) => section.trim().split('\n'));

const drawn = Array.from({ length: calls }, () =>
  sections
    .map((lines) => lines[Math.floor(random.next() * lines.length)] ?? '')
    .join(' | ')
    .split(' | ')
    .map((turn) => ({ isAgent: turn.startsWith('A'), text: turn.slice(3) })),
);
for (const [agent, customer] of [
  ['Agent', 'Customer'],
  ['Customer', 'Agent'],
] as const) {
  const doubted = drawn.filter((turns) => {
    const { speakers } = assignSides(
      turns.map(({ isAgent, text }, index) => ({
        index,
        speaker: isAgent ? agent : customer,
        text,
        start: 0,
        end: 0,
      })),
    );
    return speakers.some(({ probability }) => probability < SURE);
  });
  const label = agent === 'Agent' ? 'honest labels' : 'swapped labels';
  console.log(`${label.padEnd(16)}${doubted.length} of ${drawn.length} calls doubted`);
}
