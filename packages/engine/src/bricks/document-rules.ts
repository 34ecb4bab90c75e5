/**
 * Document rules shared by several types. A rule runs on the valid fields of its brick, so that one broken field does not hide the faults
 * of the others, and reports nothing if a field that it reads is broken itself.
 */
import type { BrickHints, BrickValue } from '@brickwork/contract/kit';
import { z } from 'zod';
import { memberOf } from '../core/member-of.ts';

/** Records a fault; `path` starts at the brick. */
export type Report = (path: readonly PropertyKey[], message: string, hint?: string) => void;

export interface ValidPart<Brick> {
  /** The valid fields. */
  brick: Brick;
  /** Whether all the named fields are valid or absent. */
  isIntact(...fields: string[]): boolean;
}

export function validPart<Schema extends z.ZodObject>(schema: Schema, raw: unknown): ValidPart<z.infer<Schema>> {
  const valid: Record<string, unknown> = {};
  const broken = new Set<string>();
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const value = memberOf(raw, field);
    if (value === undefined) continue;
    if (z.safeParse(fieldSchema, value).success) valid[field] = value;
    else broken.add(field);
  }
  return { brick: schema.parse(valid), isIntact: (...fields) => fields.every((field) => !broken.has(field)) };
}

export function checkQuestion({ brick, isIntact }: ValidPart<{ question?: string | undefined }>, report: Report): void {
  if (isIntact('question') && brick.question === undefined) {
    report(
      ['question'],
      'is missing: say what to find out (only a numeric brick with a metric or a score needs no question)',
    );
  }
}

export function checkOutput({ brick }: ValidPart<{ output?: string[] | undefined }>, report: Report): void {
  const seen = new Set<string>();
  for (const [index, field] of (brick.output ?? []).entries()) {
    if (seen.has(field)) report(['output', index], `lists ${field} twice`);
    seen.add(field);
  }
}

export function checkLabelled(
  hints: BrickHints | undefined,
  report: Report,
  faultOf: (value: BrickValue) => string | undefined,
): void {
  for (const [index, { value }] of (hints?.labelled ?? []).entries()) {
    const fault = faultOf(value);
    if (fault !== undefined) report(['hints', 'labelled', index, 'value'], fault);
  }
}

interface ListFields {
  many?: boolean | undefined;
  max_items?: number | undefined;
  hints?: BrickHints | undefined;
  extract?: string | undefined;
  absent?: string | null | undefined;
}

/** The rules of `many`. */
export function checkList({ many = false, max_items, hints, extract, absent }: ListFields, report: Report): void {
  if (!many && max_items !== undefined) report(['max_items'], 'needs many: true');
  if (!many) return;
  if (absent !== undefined) report(['absent'], 'must be left out: a list is empty when nothing was said');
  if (extract === 'summary') report(['extract'], 'cannot be used with many: a summary is one text');
  if (hints?.labelled !== undefined) {
    report(['hints', 'labelled'], 'must be left out: the local engine cannot learn lists from labels');
  }
}
