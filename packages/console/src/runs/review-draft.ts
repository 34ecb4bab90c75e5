/** What a reviewer has decided so far about one run, before it is saved. */
import type { BrickSchema } from '../api/kits.ts';
import type { NewReview, Review, Verdict } from '../api/reviews.ts';
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
export function pick(answer: BrickOutput['value'], value: string | boolean, before: Decision | undefined): Decision {
  return value === answer
    ? { ...before, verdict: 'correct', value: undefined }
    : { ...before, verdict: 'wrong', value };
}

export function decide(verdict: Verdict, before: Decision | undefined): Decision {
  return { ...before, verdict, value: verdict === 'wrong' ? before?.value : undefined };
}

/** A number where the brick has numbers; undefined for an empty field. */
export function readValue(text: string, type: BrickSchema['type'] | undefined): NewReview['value'] {
  if (text.trim() === '') return undefined;
  return type === 'numeric' && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function toReviews(draft: Draft): NewReview[] {
  return Object.entries(draft).flatMap(([brick, { verdict, value, note }]) =>
    verdict === undefined ? [] : [{ brick, verdict, value, note: note === '' ? undefined : note }],
  );
}
