/**
 * Is a model's value one that the brick can take? Nothing is repaired: a number outside its range is a fault and not the nearest number,
 * "4/5" is no number, and a category may differ from its name in case and space only.
 */
import type { BrickDocument, CategoricalBrick, NumericBrick, TextBrick } from '@brickwork/contract';
import { compilePattern } from '../../../kits/compile-pattern.ts';
import { valueRange } from '../../../kits/value-range.ts';

export type CheckedValue = { ok: true; value: string | number | boolean } | { ok: false; fault: string };

const MAX_TEXT = 20_000;

/** `source` is the whole conversation: what a /regular expression/ is to find must be found in it. */
export function checkValue(brick: BrickDocument, value: unknown, source: string): CheckedValue {
  switch (brick.type) {
    case 'boolean':
      return typeof value === 'boolean' ? { ok: true, value } : refuse('must be true or false');
    case 'numeric':
      return checkNumber(brick, value);
    case 'categorical':
      return checkCategory(brick, value);
    case 'text':
      return checkText(brick, value, source);
  }
}

const refuse = (fault: string): CheckedValue => ({ ok: false, fault });

function checkNumber(brick: NumericBrick, value: unknown): CheckedValue {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('must be a JSON number');
  const { min, max, step } = valueRange(brick);
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    return refuse(`must be from ${min} to ${max}`);
  }
  if (step !== undefined) {
    const steps = (value - (min ?? 0)) / step;
    if (Math.abs(steps - Math.round(steps)) > 1e-9 * Math.max(1, Math.abs(steps))) {
      return refuse(`must be ${min ?? 0} plus a multiple of ${step}`);
    }
  }
  return { ok: true, value: value === 0 ? 0 : value };
}

function checkCategory(brick: CategoricalBrick, value: unknown): CheckedValue {
  const fault = `must be one of ${JSON.stringify(brick.categories.map((category) => category.value))}`;
  if (typeof value !== 'string') return refuse(fault);
  const exact = brick.categories.find((category) => category.value === value);
  if (exact !== undefined) return { ok: true, value };
  const [folded, ...others] = brick.categories.filter((category) => foldCase(category.value) === foldCase(value));
  return folded === undefined || others.length > 0 ? refuse(fault) : { ok: true, value: folded.value };
}

function foldCase(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase();
}

const FORMS: Readonly<Record<string, { form: RegExp; fault: string }>> = {
  money: { form: /^\d+(?:\.\d+)?$/, fault: 'must be a plain decimal such as 1250.50' },
  phone: { form: /^\+?\d{3,20}$/, fault: 'must be digits only, with a leading + where it is said' },
  email: { form: /^[^\s@]+@[^\s@]+$/u, fault: 'must be an e-mail address' },
  time: { form: /^\d{1,2}:\d{2}(?::\d{2})?$/, fault: 'must be a time such as 14:30' },
  id: { form: /^\S+$/u, fault: 'must have no spaces' },
  url: { form: /^\S+\.\S+$/u, fault: 'must be an address' },
};

function checkText(brick: TextBrick, value: unknown, source: string): CheckedValue {
  if (typeof value !== 'string') return refuse('must be a string');
  const text = value.toWellFormed().trim();
  if (text === (brick.absent ?? '').trim()) return { ok: true, value: brick.absent ?? '' };
  if (text === '') return refuse(`must be ${JSON.stringify(brick.absent)} when the conversation does not say`);
  if (text.length > MAX_TEXT) return refuse(`must have at most ${MAX_TEXT} characters`);
  const extract = brick.extract ?? '';
  if (extract.startsWith('/')) {
    return isMatch(extract, text, source) ? { ok: true, value: text } : refuse(`must be a match of ${extract}`);
  }
  const form = FORMS[extract];
  return form === undefined || form.form.test(text) ? { ok: true, value: text } : refuse(form.fault);
}

/** The first group is the value where the pattern has one. */
function isMatch(extract: string, text: string, source: string): boolean {
  const compiled = compilePattern(extract);
  if ('fault' in compiled) return true;
  const matcher = compiled.pattern.matcher(source);
  const group = compiled.pattern.groupCount() > 0 ? 1 : 0;
  while (matcher.find()) if (matcher.group(group) === text) return true;
  return false;
}
