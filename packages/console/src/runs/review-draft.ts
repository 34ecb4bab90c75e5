/** What a reviewer has decided so far about one run, before it is saved. */
import type { BrickSchema, NewReview, Review, Verdict } from '@brickwork/client';
import type { BrickOutput } from '../api/runs.ts';

export interface Decision {
  verdict?: Verdict | undefined;
  value?: NewReview['value'];
  note?: string | undefined;
}

export type Draft = Readonly<Record<string, Decision>>;

/** Starts from what this reviewer said before. */
export function draftOf(reviews: readonly Review[] | undefined, reviewer: string): Draft {
  const own = (reviews ?? []).filter((review) => review.reviewer === reviewer && !review.superseded);
  return Object.fromEntries(own.map(({ brick, verdict, value, note }) => [brick, { verdict, value, note }]));
}

/** Values that can be picked with a digit. */
export function choicesOf(schema: BrickSchema | undefined): { value: string | boolean; label: string }[] {
  if (schema?.type === 'boolean')
    return [
      { value: true, label: 'Yes' },
      { value: false, label: 'No' },
    ];
  return (schema?.categories ?? []).slice(0, 9).map(({ value, name }) => ({ value, label: name ?? value }));
}

/** Picking the answer itself says that it is right; picking another value says that it is wrong. */
function pick(answer: BrickOutput['value'], value: string | boolean, before: Decision | undefined): Decision {
  return value === answer
    ? { ...before, verdict: 'correct', value: undefined }
    : { ...before, verdict: 'wrong', value };
}

/** Puts an entry into a list, or takes it out. A list that is the answer again is right. */
function toggle(answer: BrickOutput['value'], item: string, before: Decision | undefined): Decision {
  const list = listOf(answer, before);
  const next = list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
  return Array.isArray(answer) && isSameList(next, answer)
    ? { ...before, verdict: 'correct', value: undefined }
    : { ...before, verdict: 'wrong', value: next };
}

/** The list as the reviewer has it so far: the answer, until they change it. */
export function listOf(answer: BrickOutput['value'], decision: Decision | undefined): readonly string[] {
  if (decision?.verdict === 'wrong' && Array.isArray(decision.value)) return decision.value;
  return Array.isArray(answer) ? answer : [];
}

/** What a click or a digit on one of the brick's values says. */
export function choose(
  schema: Pick<BrickSchema, 'many'> | undefined,
  answer: BrickOutput['value'],
  value: string | boolean,
  before: Decision | undefined,
): Decision {
  return schema?.many === true ? toggle(answer, String(value), before) : pick(answer, value, before);
}

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item) => other.includes(item));

/** If yes is wrong, no is right: it is shown as chosen, and stated. */
export function decide(verdict: Verdict, answer: BrickOutput['value'], before: Decision | undefined): Decision {
  const other = typeof answer === 'boolean' ? !answer : undefined;
  return { ...before, verdict, value: verdict === 'wrong' ? (before?.value ?? other) : undefined };
}

/** A number where the brick has numbers, entries between commas where it has lists; undefined for an empty field. */
export function readValue(text: string, schema: Pick<BrickSchema, 'type' | 'many'> | undefined): NewReview['value'] {
  if (text.trim() === '') return undefined;
  // Spaces and empty entries stay until it is sent: the field shows what was typed.
  if (schema?.many === true) return text.split(',');
  return schema?.type === 'numeric' && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function toReviews(draft: Draft): NewReview[] {
  return Object.entries(draft).flatMap(([brick, { verdict, value, note }]) =>
    verdict === undefined ? [] : [{ brick, verdict, value: tidy(value), note: note === '' ? undefined : note }],
  );
}

function tidy(value: NewReview['value']): NewReview['value'] {
  return Array.isArray(value) ? [...new Set(value.map((item) => item.trim()).filter((item) => item !== ''))] : value;
}
