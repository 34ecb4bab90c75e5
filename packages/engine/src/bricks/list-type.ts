/** A brick with `many`: applies the rules of its type to a list of values. The order of items has no meaning. */
import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import { accept, type BrickTypeModule, refuse } from './brick-type.ts';
import { foldSpaceAndCase } from './fold-space-and-case.ts';
import { type ListBrick, maxItemsOf } from './is-many.ts';

export function listType(single: BrickTypeModule<BrickDocument>): BrickTypeModule<ListBrick> {
  return {
    ...single,
    normalise: (brick) => ({ ...brick, max_items: maxItemsOf(brick) }),
    valueFault(brick, value) {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length > maxItemsOf(brick)) return `may have at most ${maxItemsOf(brick)} items`;
      if (distinct(value).length < value.length) return 'must not have an item twice';
      return value.map((item) => single.valueFault(brick, item)).find((fault) => fault !== undefined);
    },
    describe: (brick) => ({ ...single.describe(brick), many: true, max_items: maxItemsOf(brick) }),
    valueSchema: (brick) => ({
      type: 'array',
      items: single.valueSchema(brick),
      maxItems: maxItemsOf(brick),
      uniqueItems: true,
    }),
    valueType: (brick) => `(${single.valueType(brick)})[]`,
    placeholder: () => [],

    promptMembers(brick) {
      const { absent: _absent, ...members } = single.promptMembers(brick);
      return { ...members, many: true, max_items: maxItemsOf(brick) };
    },
    replySchema: (brick) => ({ type: 'array', items: single.replySchema(brick) }),
    checkReply(brick, value, source) {
      if (!Array.isArray(value)) return refuse('must be a JSON array');
      const items: string[] = [];
      for (const [index, item] of value.entries()) {
        const checked = single.checkReply(brick, item, source);
        if (!checked.ok) return refuse(`item ${index} ${checked.fault}`);
        if (typeof checked.value === 'string' && checked.value !== '') items.push(checked.value);
      }
      const kept = distinct(items);
      return kept.length > maxItemsOf(brick) ? refuse(`must have at most ${maxItemsOf(brick)} items`) : accept(kept);
    },
    needsEvidence: (brick, value) => itemsOf(value).some((item) => single.needsEvidence(brick, item)),
    isVerbatim: (brick, value) => itemsOf(value).some((item) => single.isVerbatim(brick, item)),
    chooseVote: (choices, votes) => choices.majority(votes),
    agree: (_brick, a, b) => isSameSet(a, b),
    /** Each part of a long conversation adds its items. */
    combineParts: (brick, parts, choices) => choices.joined(parts, maxItemsOf(brick)),

    isRight: (_brick, expected, value) => isSameSet(expected, value),
    compareAs: 'sets',

    earnedShare: () => 0,
    possibleAnswers: () => ({ answers: [], isComplete: false }),
    earnedShareFault: ({ key }) => `needs is: which values of "${key}" count`,
  };
}

/** Without duplicates; texts that differ only in case and space are the same item, and the first one is kept. */
export function distinct(items: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const item of items) {
    const folded = foldSpaceAndCase(item);
    if (!byText.has(folded)) byText.set(folded, item);
  }
  return [...byText.values()];
}

export function itemsOf(value: BrickValue): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function isSameSet(a: BrickValue, b: BrickValue): boolean {
  const [left, right] = [a, b].map((value) => new Set(itemsOf(value).map(foldSpaceAndCase)));
  return (
    left !== undefined && right !== undefined && left.size === right.size && [...left].every((item) => right.has(item))
  );
}
