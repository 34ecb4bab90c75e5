/**
 * The rules of a kit document that span fields. Each runs on what is sound of its brick, so that one broken field does
 * not hide the faults of the others, and stays silent when a field it reads is broken itself.
 */
import { type BrickHints, brickDocument } from '@brickwork/contract';
import { z } from 'zod';
import { compilePattern } from './compile-pattern.ts';
import type { LocatedFault } from './explain-issue.ts';
import type { PathSegments } from './kit-fault.ts';
import { memberOf } from './schema-at.ts';
import { valueRange } from './value-range.ts';

const [numeric, boolean, categorical, text] = brickDocument.options;

const soundNumeric = numeric.partial();
const soundBoolean = boolean.partial();
const soundCategorical = categorical.partial();
const soundText = text.partial();

type Report = (at: PathSegments, message: string, hint?: string) => void;

/** What of a brick can be read: its sound fields, and whether the named ones are sound (or absent). */
interface Sound<T> {
  brick: T;
  intact(...fields: string[]): boolean;
}

export function brickRuleFaults(raw: unknown, at: PathSegments): LocatedFault[] {
  const faults: LocatedFault[] = [];
  const report: Report = (path, message, hint) => faults.push({ segments: [...at, ...path], message, hint });
  switch (memberOf(raw, 'type')) {
    case 'numeric':
      checkNumeric(soundPart(soundNumeric, raw), report);
      break;
    case 'boolean':
      checkBoolean(soundPart(soundBoolean, raw), report);
      break;
    case 'categorical':
      checkCategorical(soundPart(soundCategorical, raw), report);
      break;
    case 'text':
      checkText(soundPart(soundText, raw), report);
      break;
  }
  return faults;
}

function soundPart<S extends z.ZodObject>(schema: S, raw: unknown): Sound<z.infer<S>> {
  const sound: Record<string, unknown> = {};
  const broken = new Set<string>();
  for (const [field, fieldSchema] of Object.entries(schema.shape)) {
    const value = memberOf(raw, field);
    if (value === undefined) continue;
    if (z.safeParse(fieldSchema, value).success) sound[field] = value;
    else broken.add(field);
  }
  return { brick: schema.parse(sound), intact: (...fields) => fields.every((field) => !broken.has(field)) };
}

function checkNumeric({ brick, intact }: Sound<z.infer<typeof soundNumeric>>, report: Report): void {
  if (intact('metric') && brick.metric === undefined) checkQuestion({ brick, intact }, report);
  checkOutput({ brick, intact }, report);
  if (!intact('min', 'max', 'step', 'metric')) return;
  const { min = -Infinity, max = Infinity } = valueRange(brick);
  if (brick.metric !== undefined) {
    checkMetric(brick, min, max, report);
  } else if (min >= max) {
    report([brick.max === undefined ? 'min' : 'max'], `must leave a range: min is ${min}, max is ${max}`);
    return;
  } else if (brick.step !== undefined && !divides(brick.step, max - min)) {
    report(['step'], `must divide the range from ${min} to ${max} into equal parts`);
  }
  checkAnchors(brick.anchors, min, max, report);
  checkLabelled(brick.hints, report, (value) =>
    typeof value === 'number' && value >= min && value <= max ? undefined : `must be a number in the brick’s range`,
  );
}

function checkMetric(brick: z.infer<typeof soundNumeric>, min: number, max: number, report: Report): void {
  const natural = `${brick.metric} is computed, from ${min === -Infinity ? 'any' : min} to ${max === Infinity ? 'any' : max}`;
  if (brick.min !== undefined && brick.min > min) report(['min'], `must not narrow the metric: ${natural}`);
  if (brick.max !== undefined && brick.max < max) report(['max'], `must not narrow the metric: ${natural}`);
  // A metric is rounded to steps, and must not be rounded past its own ends.
  const ends = [brick.min ?? min, brick.max ?? max].filter((end) => end !== 0 && Number.isFinite(end));
  for (const end of brick.step === undefined ? [] : ends) {
    if (!divides(brick.step ?? 1, Math.abs(end))) report(['step'], `must divide ${end}: ${natural}`);
  }
  if (brick.metric === 'keyword_count' && (brick.hints?.keywords ?? []).length === 0) {
    report(['hints', 'keywords'], 'must list the words that keyword_count counts');
  }
}

/** Binary fractions do not divide exactly ((4.1 - 4) / 0.1 = 0.9999999999999964): a millionth of a step is forgiven. */
function divides(step: number, range: number): boolean {
  const steps = range / step;
  const whole = Math.round(steps);
  return whole >= 1 && Math.abs(steps - whole) < 1e-6;
}

function checkAnchors(
  anchors: Readonly<Record<string, string>> | undefined,
  min: number,
  max: number,
  report: Report,
): void {
  const seen = new Set<number>();
  for (const key of Object.keys(anchors ?? {})) {
    const value = key.trim() === '' ? Number.NaN : Number(key);
    if (!Number.isFinite(value)) report(['anchors', key], 'must be a number');
    else if (value < min || value > max) report(['anchors', key], `must lie between min ${min} and max ${max}`);
    else if (seen.has(value)) report(['anchors', key], `names the value ${value} a second time`);
    seen.add(value);
  }
}

function checkBoolean(sound: Sound<z.infer<typeof soundBoolean>>, report: Report): void {
  checkQuestion(sound, report);
  checkOutput(sound, report);
  checkLabelled(sound.brick.hints, report, (value) =>
    typeof value === 'boolean' ? undefined : 'must be true or false',
  );
}

function checkCategorical(sound: Sound<z.infer<typeof soundCategorical>>, report: Report): void {
  checkQuestion(sound, report);
  checkOutput(sound, report);
  const { categories, hints } = sound.brick;
  if (categories === undefined) return;
  const first = new Map<string, number>();
  for (const [index, { value }] of categories.entries()) {
    const folded = value.trim().toLowerCase();
    const earlier = first.get(folded);
    if (earlier === undefined) first.set(folded, index);
    else report(['categories', index, 'value'], `is the same as that of categories[${earlier}]`);
  }
  const values = new Set(categories.map(({ value }) => value));
  checkLabelled(hints, report, (value) =>
    typeof value === 'string' && values.has(value) ? undefined : 'must be one of the categories',
  );
}

function checkText(sound: Sound<z.infer<typeof soundText>>, report: Report): void {
  checkQuestion(sound, report);
  checkOutput(sound, report);
  checkLabelled(sound.brick.hints, report, (value) => (typeof value === 'string' ? undefined : 'must be a text'));
  if (sound.brick.extract?.startsWith('/')) {
    const compiled = compilePattern(sound.brick.extract);
    if ('fault' in compiled) report(['extract'], compiled.fault);
  }
}

function checkQuestion({ brick, intact }: Sound<{ question?: string | undefined }>, report: Report): void {
  if (intact('question') && brick.question === undefined) {
    report(['question'], 'is missing: say what to find out (only a numeric brick with a metric goes without)');
  }
}

function checkOutput({ brick }: Sound<{ output?: string[] | undefined }>, report: Report): void {
  const seen = new Set<string>();
  for (const [index, field] of (brick.output ?? []).entries()) {
    if (seen.has(field)) report(['output', index], `names ${field} a second time`);
    seen.add(field);
  }
}

function checkLabelled(
  hints: BrickHints | undefined,
  report: Report,
  faultOf: (value: string | number | boolean) => string | undefined,
): void {
  for (const [index, { value }] of (hints?.labelled ?? []).entries()) {
    const fault = faultOf(value);
    if (fault !== undefined) report(['hints', 'labelled', index, 'value'], fault);
  }
}
