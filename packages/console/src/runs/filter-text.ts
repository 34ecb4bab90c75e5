/**
 * What is typed into the filter box, such as `resolved:no team:Porto score<60 october "lost card"`, as the conditions that
 * the address of the list and the API have. There is no other query language: what is read here is the same filters.
 */
import type { BrickSchema } from '@brickwork/client';
import { RUN_STATUSES } from '../api/runs.ts';
import { type Field, type FilterWords, fieldOf, folded, kitNamed } from './filter-words.ts';
import { readDays } from './read-days.ts';
import type { Condition } from './runs-search.ts';

export interface FilterText {
  kit?: string;
  status?: string | undefined;
  type?: string | undefined;
  /** An external id. */
  id?: string;
  conditions: Condition[];
  /** The rest: words to search for in the conversation. */
  words: string;
  /** What was not understood, each as a sentence. */
  faults: string[];
}

interface Token {
  /** Undefined: a word by itself. */
  name?: string;
  sign: string;
  value: string;
  isNot: boolean;
  isQuoted: boolean;
  text: string;
}

const TOKEN = /(-?)([\p{L}_][\p{L}\p{N}_.]*)(:|>=|<=|>|<|=)("[^"]*"?|[^\s"]+)?|"[^"]*"?|\S+/gu;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(([whole, minus = '', name, sign = ':', value = '']) => {
    // An address or a time of day is no field.
    if (name === undefined || value.startsWith('//'))
      return { sign: '', value: unquoted(whole), isNot: false, isQuoted: whole.startsWith('"'), text: whole };
    const [, inValue, rest = ''] = /^(>=|<=|>|<|=)(.*)$/s.exec(value) ?? [undefined, undefined, value];
    return {
      name,
      sign: inValue ?? (sign === '=' ? ':' : sign),
      value: unquoted(rest),
      isNot: minus === '-',
      isQuoted: false,
      text: whole,
    };
  });
}

const unquoted = (text: string): string => text.replaceAll('"', '').trim();

export function readFilterText(text: string, words: FilterWords): FilterText {
  const read: FilterText = { conditions: [], words: '', faults: [] };
  const tokens = tokensOf(text);
  // Before the questions, which belong to it.
  const ofKit = tokens.find(({ name }) => name?.toLowerCase() === 'kit');
  const chosen = ofKit === undefined ? words.kit : (kitNamed(ofKit.value, words)?.kit_code ?? words.kit);
  const known = { ...words, kit: chosen ?? kitOfQuestions(tokens, words) };
  if (known.kit !== undefined && known.kit !== words.kit) read.kit = known.kit;
  const said: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    if (token.name !== undefined) {
      readField(token, token.name, known, read);
      continue;
    }
    const next = tokens[at + 1];
    const both =
      token.isQuoted || next === undefined || next.name !== undefined ? undefined : `${token.value} ${next.value}`;
    const two = both === undefined ? undefined : readDays(both, words.today);
    const days = two ?? (token.isQuoted ? undefined : readDays(token.value, words.today));
    if (two !== undefined) at += 1;
    if (days === undefined) said.push(token.text);
    else read.conditions.push(['from', days.from], ['to', days.to]);
  }
  read.words = said.join(' ');
  return read;
}

/** The first kit that asks everything that is named; undefined where nothing is, or where no kit has it all. */
function kitOfQuestions(tokens: readonly Token[], words: FilterWords): string | undefined {
  const asked = tokens.flatMap(({ name }) => {
    const field = name === undefined ? undefined : fieldOf(name, words);
    return field !== undefined && 'kits' in field ? [field.kits.map(({ kit }) => kit.kit_code)] : [];
  });
  const [first = [], ...others] = asked;
  return first.find((code) => others.every((codes) => codes.includes(code)));
}

function readField(token: Token, name: string, words: FilterWords, read: FilterText): void {
  const field = fieldOf(name, words);
  if (field === undefined) {
    read.faults.push(
      `“${name}” is neither a question${words.kit === undefined ? '' : ' of this kit'} nor a dimension.`,
    );
    return;
  }
  if (token.value === '') {
    read.faults.push(`What should “${name}” be? Write ${name}:value.`);
    return;
  }
  const fault = 'kits' in field ? readAnswer(token, field, read) : readOther(token, field, words, read);
  if (fault !== undefined) read.faults.push(fault);
}

function readOther(
  { value, isNot, sign }: Token,
  field: Exclude<Field, { kits: unknown }>,
  words: FilterWords,
  read: FilterText,
): string | undefined {
  switch (field.is) {
    case 'kit':
      return kitNamed(value, words) === undefined ? `There is no kit “${value}”.` : undefined;
    case 'status':
      read.status = RUN_STATUSES.find((status) => status === value.toLowerCase());
      return read.status === undefined ? `The status can be ${RUN_STATUSES.join(', ')}.` : undefined;
    case 'type':
      read.type = ['api', 'sandbox'].find((type) => type === value.toLowerCase());
      return read.type === undefined ? 'The type can be api or sandbox.' : undefined;
    case 'id':
      read.id = value;
      return undefined;
    case 'reviewed': {
      const isYes = readYes(value);
      if (isYes === undefined) return 'Write reviewed:yes or reviewed:no.';
      read.conditions.push(['reviewed', String(isYes !== isNot)]);
      return undefined;
    }
    case 'from':
    case 'to': {
      const days = readDays(value, words.today);
      if (days === undefined) return `“${value}” is not a day. Write ${field.is}:2026-10-31.`;
      read.conditions.push([field.is, days[field.is]]);
      return undefined;
    }
    default: {
      if (sign !== ':') return 'Dimensions can only be equal to a value: write team:Porto.';
      const key = field.is === 'dimension' ? field.dimension.metadata_key : field.key;
      read.conditions.push([`metadata.${key}`, `${isNot ? 'not' : 'eq'}:${value}`]);
      return undefined;
    }
  }
}

const OPERATORS: Readonly<Record<string, string>> = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' };

function readAnswer(
  { value, sign, isNot }: Token,
  { is, kits }: Extract<Field, { kits: unknown }>,
  read: FilterText,
): string | undefined {
  const brick = kits[0]?.brick;
  if (brick === undefined) return undefined;
  const operator = OPERATORS[sign];
  const name = `${is}.${brick.key}`;
  const number = Number(value.replace(/%$/, ''));
  if (is === 'confidence') {
    if (operator === undefined || Number.isNaN(number)) return `Write confidence.${brick.key}<70%.`;
    // Percent, or from 0 to 1.
    read.conditions.push([name, `${operator}:${value.endsWith('%') || number > 1 ? number / 100 : number}`]);
    return undefined;
  }
  if (operator !== undefined) {
    if (brick.type !== 'numeric' || Number.isNaN(number)) return `“${brick.name}” cannot be compared with ${value}.`;
    read.conditions.push([name, `${operator}:${number}`]);
    return undefined;
  }
  const wanted = answerNamed(value, brick);
  if (wanted === undefined) return `“${value}” is not an answer to “${brick.name}”.`;
  const [kind, given] = wanted;
  if (kind === 'is' && isNot) return `Write ${brick.key}:answered.`;
  read.conditions.push([name, `${kind === 'eq' && isNot ? 'not' : kind}:${given}`]);
  return undefined;
}

const STATES: Readonly<Record<string, string>> = {
  unsure: 'not_sure',
  not_sure: 'not_sure',
  not_applicable: 'not_applicable',
  n_a: 'not_applicable',
  none: 'no_value',
  no_value: 'no_value',
  no_answer: 'no_answer',
  answered: 'answered',
};

function answerNamed(text: string, brick: BrickSchema): readonly ['eq' | 'is' | 'has', string] | undefined {
  const state = STATES[folded(text)];
  const category = brick.categories?.find(({ value, name = '' }) =>
    [value, name].some((own) => folded(own) === folded(text)),
  );
  if (category !== undefined) return [brick.many === true ? 'has' : 'eq', category.value];
  if (state !== undefined) return ['is', state];
  if (brick.type === 'boolean') {
    const isYes = readYes(text);
    return isYes === undefined ? undefined : ['eq', String(isYes)];
  }
  if (brick.type === 'numeric') return Number.isNaN(Number(text)) ? undefined : ['eq', String(Number(text))];
  return brick.categories === undefined ? ['has', text] : undefined;
}

function readYes(text: string): boolean | undefined {
  if (/^(yes|y|true)$/i.test(text)) return true;
  return /^(no|n|false)$/i.test(text) ? false : undefined;
}
