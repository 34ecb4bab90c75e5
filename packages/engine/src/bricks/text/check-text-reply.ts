/** A model's text must have the normal form of its kind, or match the brick's pattern; nothing is corrected. */
import type { TextBrick } from '@brickwork/contract/kit';
import { accept, type CheckedValue, refuse } from '../brick-type.ts';
import { compilePattern } from './compile-pattern.ts';

const MAX_TEXT = 20_000;

const FORMS: Readonly<Record<string, { form: RegExp; fault: string }>> = {
  money: { form: /^\d+(?:\.\d+)?$/, fault: 'must be a plain decimal such as 1250.50' },
  phone: { form: /^\+?\d{3,20}$/, fault: 'must be digits only, with a leading + where it is said' },
  email: { form: /^[^\s@]+@[^\s@]+$/u, fault: 'must be an e-mail address' },
  time: { form: /^\d{1,2}:\d{2}(?::\d{2})?$/, fault: 'must be a time such as 14:30' },
  id: { form: /^\S+$/u, fault: 'must have no spaces' },
  url: { form: /^\S+\.\S+$/u, fault: 'must be an address' },
};

/** `source` is the whole conversation: a match of a /regular expression/ must occur in it. */
export function checkTextReply(brick: TextBrick, value: unknown, source: string): CheckedValue {
  if (value === null && brick.absent === null) return accept(null);
  if (typeof value !== 'string') return refuse(brick.absent === null ? 'must be a string or null' : 'must be a string');
  const text = value.toWellFormed().trim();
  if (text === (brick.absent ?? '').trim()) return accept(brick.absent === undefined ? '' : brick.absent);
  if (text === '') return refuse(`must be ${JSON.stringify(brick.absent)} when the conversation does not say`);
  if (text.length > MAX_TEXT) return refuse(`must have at most ${MAX_TEXT} characters`);
  const extract = brick.extract ?? '';
  if (extract.startsWith('/')) {
    return isMatch(extract, text, source) ? accept(text) : refuse(`must be a match of ${extract}`);
  }
  const form = FORMS[extract];
  return form === undefined || form.form.test(text) ? accept(text) : refuse(form.fault);
}

/** The first group is the value, if the pattern has one. */
function isMatch(extract: string, text: string, source: string): boolean {
  const compiled = compilePattern(extract);
  if ('fault' in compiled) return true;
  const matcher = compiled.pattern.matcher(source);
  const group = compiled.pattern.groupCount() > 0 ? 1 : 0;
  while (matcher.find()) if (matcher.group(group) === text) return true;
  return false;
}
