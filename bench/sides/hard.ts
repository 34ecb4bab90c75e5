/**
 * Conversations made to mislead: the customer is the expert, the call is outbound, or the labels lie. How often a side with a probability of 0.9 or more is wrong, and
 * whether every side below that, and every unknown one, has a warning:
 *
 *   node bench/sides/hard.ts [PATH…]
 *
 * Without paths all of `bench/sides/hard`: `seen.conv` and `unseen.conv` were looked at while the limits were set, `second.conv` was written afterwards.
 * Every conversation is read with its own labels; those of experts and outbound calls under other labels, right and wrong ones, too. The exit code is 1 when a bar is missed.
 */
import { assignSides } from '@brickwork/engine/conversation/sides/assign-sides';
import { warnOfSides } from '@brickwork/engine/conversation/sides/side-warnings';
import { relabel, VARIANTS, type Variant } from './label-variants.ts';
import { readSets, type SidedConversation } from './labelled-sets.ts';

const MAX_SURELY_WRONG = 1 / 500;
const SURE = 0.9;

interface Judged {
  kind: string;
  isRight: boolean;
  isKnown: boolean;
  isSure: boolean;
  isWarned: boolean;
}

const FILES = ['seen', 'unseen', 'second'].map((half) => `${import.meta.dirname}/hard/${half}.conv`);
const files = process.argv.length > 2 ? process.argv.slice(2) : FILES;
let isMissed = false;
for (const file of files) {
  const judged = readSets([file]).flatMap((conversation) =>
    variantsOf(conversation).flatMap((variant) => judge(conversation, variant)),
  );
  console.log(
    `\n${file}\n                      speakers   right  unknown   wrong  wrong from .9  below .9 without a warning`,
  );
  for (const kind of new Set(judged.map((one) => one.kind)))
    report(
      kind,
      judged.filter((one) => one.kind === kind),
    );
  report('all', judged);
  const single = judged.filter(({ kind }) => !isBoth(kind));
  report('without both at once', single);
  isMissed ||= shareOf(single, isSurelyWrong) > MAX_SURELY_WRONG || judged.some(isSilent);
}
console.log(`\n${isMissed ? 'MISSED' : 'met   '}  wrong from .9 in at most 1 of 500, no doubt without a warning`);
process.exitCode = isMissed ? 1 : 0;

/** Where labels lie and the customer talks like an agent, nothing in the conversation tells. */
function isBoth(kind: string): boolean {
  return kind.startsWith('both') || kind.endsWith('reversed');
}

/** Labels that lie are what those conversations are about. */
function variantsOf({ id }: SidedConversation): readonly Variant[] {
  return /^(?:lying|both)/.test(id) ? ['kept'] : VARIANTS;
}

function judge(conversation: SidedConversation, variant: Variant): Judged[] {
  const { turns, sides } = relabel(conversation, variant);
  const assigned = assignSides(turns);
  const isWarned = warnOfSides({ text: '', format: 'turns', ...assigned }).length > 0;
  const kind = `${conversation.id.split('-')[0]} ${variant}`;
  return assigned.speakers.flatMap(({ label, side, probability }): Judged[] => {
    const truth = sides.get(label);
    if (truth === undefined) return [];
    return [{ kind, isRight: side === truth, isKnown: side !== undefined, isSure: probability >= SURE, isWarned }];
  });
}

function isSurelyWrong({ isKnown, isRight, isSure }: Judged): boolean {
  return isKnown && !isRight && isSure;
}

/** A side that is stated although it is doubtful, and nobody says so. */
function isSilent({ isKnown, isSure, isWarned }: Judged): boolean {
  return isKnown && !isSure && !isWarned;
}

function shareOf(judged: readonly Judged[], is: (one: Judged) => boolean): number {
  return judged.filter(is).length / Math.max(1, judged.length);
}

function report(name: string, judged: readonly Judged[]): void {
  const share = (is: (one: Judged) => boolean) => shareOf(judged, is).toFixed(4).padStart(8);
  console.log(
    `${name.padEnd(22)}${String(judged.length).padStart(8)}${share(({ isRight }) => isRight)} ${share(({ isKnown }) => !isKnown)}${share(({ isKnown, isRight }) => isKnown && !isRight)}       ${share(isSurelyWrong)}   ${share(isSilent)}`,
  );
}
