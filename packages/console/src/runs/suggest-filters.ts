/** What could come next in the filter box: names of fields, then their values. */
import type { BrickSchema } from '@brickwork/client';
import { RUN_STATUSES } from '../api/runs.ts';
import { FIXED_FIELDS, type Field, type FilterWords, fieldOf, folded } from './filter-words.ts';
import { NAMED_DAYS } from './read-days.ts';

export interface FilterSuggestion {
  /** The whole text of the box once it is chosen. */
  text: string;
  label: string;
  about: string;
}

const SHOWN = 10;

/** `values`: of the dimension that is being typed, as far as they are known. */
export function suggestFilters(text: string, words: FilterWords, values: readonly string[]): FilterSuggestion[] {
  const { before, token } = lastToken(text);
  const [, minus = '', name, part = ''] = /^(-?)([^\s:]+):"?(.*)$/s.exec(token) ?? [];
  const field = name === undefined ? undefined : fieldOf(name, words);
  const found =
    name === undefined
      ? fieldsLike(token, words)
      : valuesFor(field, values, words)
          .filter(([value]) => folded(value).startsWith(folded(part)))
          .map(([value, about]) => ({ label: value, about, text: `${minus}${name}:${inQuotes(value)} ` }));
  return found.slice(0, SHOWN).map(({ text: own, ...shown }) => ({ ...shown, text: `${before}${own}` }));
}

/** The dimension whose values are being typed, and what of them. */
export function dimensionTyped(text: string, words: FilterWords): { name: string; prefix: string } | undefined {
  const [, name = '', prefix = ''] = /^-?([^\s:]+):"?(.*)$/s.exec(lastToken(text).token) ?? [];
  const field = name === '' ? undefined : fieldOf(name, words);
  return field?.is === 'dimension' ? { name: field.dimension.name, prefix } : undefined;
}

/** A space within quotes does not end it. */
function lastToken(text: string): { before: string; token: string } {
  const [token = ''] = /(?:[^\s"]|"[^"]*"|"[^"]*$)*$/.exec(text) ?? [];
  return { before: text.slice(0, text.length - token.length), token };
}

const inQuotes = (value: string): string => (/[\s":]/.test(value) ? `"${value.replaceAll('"', '')}"` : value);

function fieldsLike(token: string, words: FilterWords): FilterSuggestion[] {
  const wanted = folded(token);
  const bricks = words.kits
    .filter(({ kit_code }) => words.kit === undefined || kit_code === words.kit)
    .flatMap((kit) => (kit.bricks ?? []).map((brick) => ({ brick, kit: kit.name })));
  const all: FilterSuggestion[] = [
    ...words.dimensions.map(({ name, label }) => ({ text: `${name}:`, label: name, about: label })),
    ...[...Map.groupBy(bricks, ({ brick }) => brick.key)].map(([key, [first]]) => ({
      text: `${key}:`,
      label: key,
      about: words.kit === undefined ? `${first?.brick.name} · ${first?.kit}` : (first?.brick.name ?? ''),
    })),
    ...FIXED_FIELDS.map((name) => ({ text: `${name}:`, label: name, about: ABOUT[name] })),
    ...NAMED_DAYS.map((days) => ({ text: `${days} `, label: days, about: 'when it took place' })),
  ];
  if (wanted === '') return all.filter(({ label }) => !NAMED_DAYS.includes(label) || label === 'last week');
  return all.filter(({ label, about }) =>
    [label, about].some((each) => folded(each).startsWith(wanted) || folded(each).split('_').includes(wanted)),
  );
}

const ABOUT: Readonly<Record<(typeof FIXED_FIELDS)[number], string>> = {
  kit: 'which questions were asked',
  status: 'how it ended',
  type: 'live or tried out',
  reviewed: 'whether a person checked it',
  from: 'took place on this day or later',
  to: 'took place on this day or before',
  id: 'your id for the conversation',
};

type Value = readonly [value: string, about: string];

function valuesFor(field: Field | undefined, values: readonly string[], words: FilterWords): Value[] {
  switch (field?.is) {
    case 'dimension':
      return values.map((value) => [value, field.dimension.label]);
    case 'kit':
      return words.kits.map(({ kit, name }) => [kit, name]);
    case 'status':
      return RUN_STATUSES.map((status) => [status, '']);
    case 'type':
      return [
        ['api', 'live'],
        ['sandbox', 'tried out in the playground'],
      ];
    case 'reviewed':
      return YES_NO;
    case 'from':
    case 'to':
      return NAMED_DAYS.map((days) => [days, '']);
    case 'answer':
      return answersOf(field.kits[0]?.brick);
    default:
      return [];
  }
}

const YES_NO: Value[] = [
  ['yes', ''],
  ['no', ''],
];

function answersOf(brick: BrickSchema | undefined): Value[] {
  if (brick?.type === 'boolean') return [...YES_NO, ['unsure', 'no answer with enough confidence']];
  if (brick?.type === 'numeric') {
    const { min = 0, max = 100 } = brick;
    return [
      [`<${min + (max - min) / 2}`, 'lower half'],
      [`>${min + (max - min) * 0.8}`, 'highest fifth'],
    ];
  }
  return (brick?.categories ?? []).map(({ value, name }) => [name ?? value, '']);
}
