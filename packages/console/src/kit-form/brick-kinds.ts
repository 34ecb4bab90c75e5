/** What a question can ask for, in the words of the form: a brick's type, and for numbers where they come from. */
import type { Document } from 'yaml';
import { isRecord, type Members } from '../kits/members.ts';

export const KINDS = [
  ['boolean', 'Yes or no'],
  ['categorical', 'One of a list'],
  ['numeric', 'A number'],
  ['text', 'Words from the call'],
  ['metric', 'Measured, without a question'],
  ['score', 'A score from other answers'],
] as const;

export type Kind = (typeof KINDS)[number][0];

export const kindWords = (kind: Kind): string => KINDS.find(([each]) => each === kind)?.[1] ?? kind;

export function kindOf(brick: Members): Kind {
  if (brick.type === 'numeric' && brick.metric !== undefined) return 'metric';
  if (brick.type === 'numeric' && brick.score !== undefined) return 'score';
  return KINDS.find(([kind]) => kind === brick.type)?.[0] ?? 'boolean';
}

/** What belongs to some kinds only, and goes when another is chosen. */
const OWN_FIELDS = [
  ...['true_when', 'false_when', 'good', 'categories', 'many', 'max_items', 'min', 'max', 'step', 'anchors'],
  ...['metric', 'absent', 'score', 'extract', 'asked_as', 'learned'],
];
/** What is asked, and how: nothing is asked where an answer is computed. */
const ASKING_FIELDS = ['question', 'instructions', 'hints', 'abstain_below', 'votes', 'isolate'];

const BEGINNINGS: Readonly<Record<Kind, (others: readonly Members[]) => Members>> = {
  boolean: () => ({ good: true }),
  categorical: () => ({ categories: [{ value: 'first' }, { value: 'other' }] }),
  numeric: () => ({ min: 0, max: 10 }),
  text: () => ({}),
  metric: () => ({ metric: 'talk_ratio' }),
  score: (others) => ({ good: 'high', score: { items: itemsFor(others) } }),
};

export function changeKind(document: Document, index: number, kind: Kind, bricks: readonly Members[]): void {
  const at = ['bricks', index];
  const isComputed = kind === 'metric' || kind === 'score';
  for (const name of [...OWN_FIELDS, ...(isComputed ? ASKING_FIELDS : [])]) document.deleteIn([...at, name]);
  document.setIn([...at, 'type'], isComputed ? 'numeric' : kind);
  for (const [name, value] of Object.entries(BEGINNINGS[kind](bricks.filter((_, other) => other !== index))))
    document.setIn([...at, name], document.createNode(value));
}

/** Ten points for every good answer to a yes/no question. */
function itemsFor(others: readonly Members[]): Members[] {
  return others
    .filter(({ type, good }) => type === 'boolean' && good !== false)
    .map(({ key, good }) => ({ brick: key, is: good ?? true, points: 10 }));
}

/** The answers that a brick can have, where they can be listed. */
export function answersOf(brick: Members | undefined): readonly (string | boolean)[] {
  if (brick?.type === 'boolean') return [true, false];
  if (brick?.type !== 'categorical' || !Array.isArray(brick.categories)) return [];
  return brick.categories.flatMap((each) => (isRecord(each) && typeof each.value === 'string' ? [each.value] : []));
}
