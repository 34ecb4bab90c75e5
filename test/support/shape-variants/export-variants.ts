/** Every vendor's sample as clients change it: a field left out or null everywhere, names in the other case, one export in a list. What is still read must be true. */
import { normaliseConversation } from '@brickwork/engine/conversation/normalise';
import { warnOfSides } from '@brickwork/engine/conversation/sides/side-warnings';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { ALL_SAMPLES } from '../all-samples.ts';
import type { Sample } from '../vendor-samples.ts';
import { type Judgement, OF_TURNS, plain } from './variant.ts';

export interface ExportVariant {
  name: string;
  sample: Sample;
  value: unknown;
}

export function exportVariants(): ExportVariant[] {
  return Object.entries(ALL_SAMPLES)
    .filter(([, { value }]) => typeof value !== 'string')
    .flatMap(([name, sample]) => {
      const keys = [...keysIn(sample.value)].sort();
      const changed = (how: string, change: (key: string, value: unknown) => Array<[string, unknown]>) => ({
        name: `${name}, ${how}`,
        sample,
        value: changeKeys(sample.value, change),
      });
      return [
        ...keys.map((key) => changed(`without ${key}`, (one, value) => (one === key ? [] : [[one, value]]))),
        ...keys.map((key) => changed(`${key} null`, (one, value) => [[one, one === key ? null : value]])),
        changed('names_in_snake_case', (one, value) => [[snake(one), value]]),
        changed('namesInCamelCase', (one, value) => [[camel(one), value]]),
        { name: `${name}, in a list`, sample, value: [sample.value] },
        { name: `${name}, in data`, sample, value: { data: sample.value } },
      ];
    });
}

function keysIn(value: unknown, keys = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) keysIn(item, keys);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      keys.add(key);
      keysIn(member, keys);
    }
  }
  return keys;
}

function changeKeys(value: unknown, change: (key: string, value: unknown) => Array<[string, unknown]>): unknown {
  if (Array.isArray(value)) return value.map((item) => changeKeys(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => change(key, changeKeys(member, change))));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function snake(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase();
}

function camel(name: string): string {
  return name.replace(/_(\p{L})/gu, (_, letter: string) => letter.toUpperCase());
}

/** Words are still there and still by the same person, sides and times are as they were or not known. */
export function judgeExport({ sample, value }: ExportVariant): Judgement {
  let read: ReturnType<typeof normaliseConversation>;
  try {
    read = normaliseConversation(value);
  } catch (error) {
    if (error instanceof ServiceError) return { verdict: 'refused', why: error.detail ?? '' };
    throw error;
  }
  const said = sample.turns.map(([speaker, side, text, start]) => ({ speaker, side, text: plain(text), start }));
  const whose = new Map<string, string | null | undefined>();
  const problems: string[] = [];
  // Without the beginning, the first words are the beginning.
  const shifts = new Set<number>();
  for (const turn of read.turns) {
    const words = plain(turn.text);
    const here = said.filter(({ text }) => words.includes(text) || text.includes(words));
    const people = new Set(here.map(({ speaker }) => speaker));
    const exact = here.filter(({ text }) => text === words || words.includes(text));
    if (turn.speaker === undefined || here.length === 0) continue;
    const [first] = people;
    if (people.size > 1) problems.push(`words of ${[...people].join(' and ')} by ${turn.speaker}`);
    else if (whose.has(turn.speaker) && whose.get(turn.speaker) !== first)
      problems.push(`${turn.speaker} is ${whose.get(turn.speaker)} and ${first}`);
    whose.set(turn.speaker, first);
    const wrong = exact.find(({ side }) => side && turn.side && side !== turn.side);
    if (wrong) problems.push(`${turn.speaker} is taken for the ${turn.side}`);
    for (const { start } of exact.slice(0, 1))
      if (start !== undefined && turn.startSeconds !== undefined)
        shifts.add(Math.round((turn.startSeconds - start) * 1000));
  }
  if (shifts.size > 1) problems.push('times are not as far apart as they were');
  const all = letters(read.turns.map(({ text }) => text).join(' '));
  const left = new Set(stringsIn(value).flatMap((text) => text.split(/\s+/u).map(letters)));
  // What was left out with its field cannot be read.
  const lost = said.find(
    ({ text }) => !all.includes(letters(text)) && text.split(' ').every((word) => left.has(letters(word))),
  );
  if (lost) problems.push(`“${lost.text}” is lost`);
  const [why] = problems;
  if (why === undefined) return { verdict: 'right', why: '' };
  const warnings = [
    ...(read.warnings ?? []),
    ...warnOfSides(read).filter((warning) => why.includes('taken for') || OF_TURNS.test(warning)),
  ];
  return { verdict: warnings.length > 0 ? 'doubtful' : 'wrong', why };
}
