/** Conditions, thresholds, points and fail rules of a kit in words. Drafts are read too, so anything may be missing. */
import { formatNumber, formatShare } from '../ui/format.ts';
import { isRecord, recordsOf } from './members.ts';

type NameOf = (key: string) => string;

/** “Contact reason is refund”, “Calls is at least 3”, “A is yes and B is no”. */
export function ruleWords(rule: unknown, nameOf: NameOf): string {
  const { brick, is, at_least, at_most, all, any, not } = isRecord(rule) ? rule : {};
  if (all !== undefined) return joined(all, ' and ', nameOf);
  if (any !== undefined) return joined(any, ' or ', nameOf);
  if (not !== undefined) return `not: ${ruleWords(not, nameOf)}`;
  const name = quoted(nameOf(typeof brick === 'string' ? brick : ''));
  const limits = [
    ...(typeof at_least === 'number' ? [`at least ${formatNumber(at_least)}`] : []),
    ...(typeof at_most === 'number' ? [`at most ${formatNumber(at_most)}`] : []),
  ];
  if (limits.length > 0) return `${name} is ${limits.join(' and ')}`;
  if (is === undefined) return name;
  return `${name} is ${[is].flat().map(valueWords).join(' or ')}`;
}

/** A question as a name would end the sentence. */
const quoted = (name: string): string => (/[?…]$/.test(name) ? `“${name}”` : name);

const joined = (rules: unknown, by: string, nameOf: NameOf) =>
  recordsOf(rules)
    .map((rule) => ruleWords(rule, nameOf))
    .join(by);

export function valueWords(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return value === null ? 'not said' : String(value);
}

/** What a score counts, one line each, then what makes it fail. */
export function scoreWords(score: unknown, nameOf: NameOf): string[] {
  const { items: given, fail_if, out_of = 100 } = isRecord(score) ? score : {};
  const items = recordsOf(given);
  const sum = items.reduce((total, item) => total + numberOf(item.points), 0);
  return [
    ...items.map((item) => `${ruleWords(item, nameOf)}: ${pointsOf(item.points)}${creditOf(item.credit)}`),
    ...recordsOf(fail_if).map((rule) => `Fails with 0 if ${ruleWords(rule, nameOf)}`),
    ...(sum === out_of ? [] : [`${pointsOf(sum)} in total, shown out of ${formatNumber(numberOf(out_of))}`]),
  ];
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function pointsOf(value: unknown): string {
  const count = numberOf(value);
  return `${formatNumber(count)} ${count === 1 ? 'point' : 'points'}`;
}

/** Partial credit: what share of the points an answer earns. */
function creditOf(credit: unknown): string {
  if (!isRecord(credit)) return '';
  const shares = Object.entries(credit).map(([answer, share]) => {
    const value = answer === 'true' ? true : answer === 'false' ? false : answer;
    return `${formatShare(numberOf(share))} if ${valueWords(value)}`;
  });
  return ` (${shares.join(', ')})`;
}

export const appliesWords = (rule: unknown, nameOf: NameOf) => `Asked only when ${ruleWords(rule, nameOf)}.`;

export const thresholdWords = (below: number) => `Not sure below ${formatShare(below)} confidence.`;
