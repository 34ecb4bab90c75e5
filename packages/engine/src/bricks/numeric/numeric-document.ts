/** The document rules of a numeric brick: its range, its steps, its anchors, its metric or score. */
import { type BrickValue, type NumericBrick, numericBrick, type Score } from '@brickwork/contract/kit';
import { checkLabelled, checkOutput, checkQuestion, type Report, validPart } from '../document-rules.ts';
import { DEFAULT_RANGE, type RangeFields, valueRange } from './value-range.ts';

const validNumeric = numericBrick.partial();
type ValidNumeric = ReturnType<typeof validNumeric.parse>;

export function checkNumericDocument(raw: unknown, report: Report): void {
  const part = validPart(validNumeric, raw);
  const { brick, isIntact } = part;
  if (isIntact('metric', 'score') && brick.metric === undefined && brick.score === undefined)
    checkQuestion(part, report);
  checkOutput(part, report);
  if (!isIntact('min', 'max', 'step', 'metric', 'score')) return;
  if (isIntact('absent')) checkAbsent(brick, report);
  if (brick.score !== undefined) {
    checkScore(brick, brick.score, report);
    return;
  }
  const { min = -Infinity, max = Infinity } = valueRange(brick);
  if (brick.metric !== undefined) {
    checkMetric(brick, min, max, report);
  } else if (min >= max) {
    report([brick.max === undefined ? 'min' : 'max'], `must be a range: min is ${min}, max is ${max}`);
    return;
  } else if (brick.step !== undefined && !divides(brick.step, max - min)) {
    report(['step'], `must divide the range from ${min} to ${max} into equal parts`);
  }
  checkAnchors(brick.anchors, min, max, report);
  checkLabelled(brick.hints, report, (value) => rangeFault(brick, value));
}

/** A number of the brick's own, or null. */
function checkAbsent(brick: ValidNumeric, report: Report): void {
  const { absent } = brick;
  if (absent === undefined) return;
  if (brick.metric !== undefined || brick.score !== undefined)
    report(['absent'], 'must be left out: what is computed is never absent');
  else if (absent !== null) {
    const fault = numericValueFault(brick, absent);
    if (fault !== undefined) report(['absent'], `${fault}, or null`);
  }
}

/** A possible value of the brick: in its range and on its step. */
export function numericValueFault(brick: RangeFields, value: BrickValue): string | undefined {
  const fault = rangeFault(brick, value);
  const { min = 0, max, step } = valueRange(brick);
  if (fault !== undefined || step === undefined || value === max) return fault;
  return value === min || divides(step, Number(value) - min)
    ? undefined
    : `must be a multiple of ${step}${min === 0 ? '' : ` from ${min}`}`;
}

function rangeFault(brick: RangeFields, value: BrickValue): string | undefined {
  const { min = -Infinity, max = Infinity } = valueRange(brick);
  const isInRange = typeof value === 'number' && value >= min && value <= max;
  if (isInRange) return undefined;
  return `must be a number${Number.isFinite(min) ? ` from ${min}` : ''}${Number.isFinite(max) ? ` to ${max}` : ''}`;
}

/** References of a score are checked with the other references of the kit. */
function checkScore(brick: ValidNumeric, { out_of = DEFAULT_RANGE.max }: Score, report: Report): void {
  for (const field of ['min', 'max'] as const) {
    if (brick[field] !== undefined) report([field], 'must be left out: a score goes from 0 to score.out_of');
  }
  if (brick.metric !== undefined) report(['metric'], 'cannot be used together with score: remove one of them');
  const step = brick.step ?? 1;
  if (!divides(step, out_of)) report(['step'], `must divide the score from 0 to ${out_of} into equal parts`);
  checkAnchors(brick.anchors, 0, out_of, report);
}

function checkMetric(brick: ValidNumeric, min: number, max: number, report: Report): void {
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

/** Binary fractions do not divide exactly ((4.1 - 4) / 0.1 = 0.9999999999999964): a millionth of a step is tolerated. */
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
    else if (value < min || value > max) report(['anchors', key], `must be between min ${min} and max ${max}`);
    else if (seen.has(value)) report(['anchors', key], `repeats the value ${value}`);
    seen.add(value);
  }
}

export function normaliseNumeric(brick: NumericBrick): NumericBrick {
  const { anchors, ...rest } = brick;
  const range = brick.metric === undefined && brick.score === undefined ? { ...DEFAULT_RANGE, ...rest } : rest;
  if (anchors === undefined) return range;
  // `0`, `0.0` and `-0` are one value; sorted, so that the order of writing makes no difference.
  const sorted = Object.entries(anchors)
    .map(([value, meaning]) => ({ value: Number(value) + 0, meaning }))
    .toSorted((a, b) => a.value - b.value);
  return { ...range, anchors: Object.fromEntries(sorted.map(({ value, meaning }) => [String(value), meaning])) };
}
