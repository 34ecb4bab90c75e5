/**
 * How often the turns of a text are found as they were written, under the labels that people have:
 *
 *   node bench/sides/labels.ts PATH…
 *
 * Every conversation of the sets is written as `Label: text` lines and on one line, and without any label; what is read from it is compared turn by turn.
 * Nothing is written.
 */
import { findLabelledTurns } from '@brickwork/engine/conversation/labelled-text';
import { type Relabelled, relabel, VARIANTS } from './label-variants.ts';
import { readSets } from './labelled-sets.ts';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Usage: node bench/sides/labels.ts PATH…');
  process.exit(2);
}
const sets = readSets(paths);
console.log('written as             labels      conversations   read exactly');
for (const variant of VARIANTS.filter((name) => name !== 'reversed')) {
  const relabelled = sets.map((conversation) => relabel(conversation, variant));
  report('lines', variant, relabelled, '\n');
  report('one line', variant, relabelled, ' ');
}
const bare = sets.filter(({ turns }) => findLabelledTurns(turns.map(({ text }) => text).join('\n')) === undefined);
console.log(
  `${'lines without labels'.padEnd(35)}${String(sets.length).padStart(13)}   ${share(bare.length, sets.length)} (left alone)`,
);

function report(form: string, variant: string, conversations: readonly Relabelled[], between: string): void {
  const exact = conversations.filter(({ turns }) => {
    const text = turns.map(({ speaker, text: said }) => `${speaker}: ${said}`).join(between);
    const read = findLabelledTurns(text) ?? [];
    return (
      read.length === turns.length &&
      read.every(
        ({ speaker, text: said }, index) => speaker === turns[index]?.speaker && said === turns[index]?.text.trim(),
      )
    );
  });
  console.log(
    `${form.padEnd(23)}${variant.padEnd(12)}${String(conversations.length).padStart(13)}   ${share(exact.length, conversations.length)}`,
  );
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2).padStart(10)} %`;
}
