/**
 * How often the sides of a conversation are right, and how sure it is when they are wrong, under the labels that people really have:
 *
 *   node bench/sides/main.ts PATH…
 *
 * Paths are golden sets, `.conv` files or folders of them. Every conversation is read with its labels kept, removed, swapped for names, numbers and words of
 * other languages, with roles that mislead, and with the two sides' labels reversed. Measured on the half of the conversations that the weights were not
 * fitted on. Nothing is written; the exit code is 1 when a bar is missed.
 */

import { assignSides } from '@brickwork/engine/conversation/sides/assign-sides';
import { warnOfSides } from '@brickwork/engine/conversation/sides/side-warnings';
import { relabel, VARIANTS, type Variant } from './label-variants.ts';
import { readSets } from './labelled-sets.ts';

const MAX_SURELY_WRONG = 1 / 500;
const MAX_UNKNOWN = 0.08;
const SURE = 0.9;

interface Judged {
  set: string;
  variant: Variant;
  people: number;
  isKnown: boolean;
  isRight: boolean;
  probability: number;
  isWarned: boolean;
}

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Usage: node bench/sides/main.ts PATH…');
  process.exit(2);
}
const measured = readSets(paths).filter(({ isFitted }) => !isFitted);
const judged = measured.flatMap((conversation) =>
  VARIANTS.flatMap((variant) => {
    const { turns, sides } = relabel(conversation, variant);
    const assigned = assignSides(turns);
    const isWarned = warnOfSides({ text: '', format: 'turns', ...assigned }).length > 0;
    return assigned.speakers.flatMap(({ label, side, probability }): Judged[] => {
      const truth = sides.get(label);
      if (truth === undefined) return [];
      const { set } = conversation;
      return [
        {
          set,
          variant,
          people: sides.size,
          isKnown: side !== undefined,
          isRight: side === truth,
          probability,
          isWarned,
        },
      ];
    });
  }),
);

console.log(
  `${measured.length} conversations, ${measured.length * VARIANTS.length} with their variants, ${judged.length} speakers\n`,
);
console.log(
  '                        speakers   right  unknown   wrong  wrong from .9  wrong, sure and without a warning',
);
for (const variant of VARIANTS)
  report(
    variant,
    judged.filter((one) => one.variant === variant),
  );
console.log('');
for (const set of new Set(judged.map((one) => one.set)))
  report(
    set,
    judged.filter((one) => one.set === set && one.variant === 'removed'),
  );
report(
  'two people',
  judged.filter((one) => one.people === 2 && one.variant === 'removed'),
);
report(
  'three and more',
  judged.filter((one) => one.people > 2 && one.variant === 'removed'),
);
console.log('');
const all = judged.filter((one) => one.variant !== 'reversed');
report('all but reversed', all);
reportCalibration(judged);
process.exitCode = holds(all) ? 0 : 1;

function report(name: string, speakers: readonly Judged[]): void {
  const share = (is: (one: Judged) => boolean) =>
    (speakers.filter(is).length / Math.max(1, speakers.length)).toFixed(4).padStart(8);
  console.log(
    `${name.padEnd(24)}${String(speakers.length).padStart(8)}${share(({ isRight }) => isRight)}${share(({ isKnown }) => !isKnown)} ` +
      `${share(isWrong)}       ${share(isSurelyWrong)}       ${share((one) => isSurelyWrong(one) && !one.isWarned)}`,
  );
}

function isWrong({ isKnown, isRight }: Judged): boolean {
  return isKnown && !isRight;
}

function isSurelyWrong(one: Judged): boolean {
  return isWrong(one) && one.probability >= SURE;
}

function holds(speakers: readonly Judged[]): boolean {
  const share = (is: (one: Judged) => boolean) => speakers.filter(is).length / speakers.length;
  const bars = [
    ['wrong from .9 in at most 1 of 500', share(isSurelyWrong) <= MAX_SURELY_WRONG],
    ['unknown in at most 8 %', share(({ isKnown }) => !isKnown) <= MAX_UNKNOWN],
    ['no wrong one from .9 without a warning', share((one) => isSurelyWrong(one) && !one.isWarned) === 0],
  ] as const;
  console.log('');
  for (const [name, isMet] of bars) console.log(`${isMet ? 'met   ' : 'MISSED'}  ${name}`);
  return bars.every(([, isMet]) => isMet);
}

function reportCalibration(speakers: readonly Judged[]): void {
  const known = speakers.filter(({ isKnown }) => isKnown);
  const bins = Map.groupBy(
    known,
    ({ probability }) => [0.999, 0.99, 0.95, 0.9, 0.8, 0].find((from) => probability >= from) ?? 0,
  );
  console.log('\nprobability from   speakers   stated   right');
  for (const [from, ones] of [...bins].sort(([left], [other]) => left - other)) {
    const stated = ones.reduce((sum, { probability }) => sum + probability, 0) / ones.length;
    const right = ones.filter(({ isRight }) => isRight).length / ones.length;
    console.log(
      `${from.toFixed(3).padStart(16)}${String(ones.length).padStart(11)}${stated.toFixed(4).padStart(9)}${right.toFixed(4).padStart(8)}`,
    );
  }
}
