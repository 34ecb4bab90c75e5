/**
 * The programs that hints are made of. Each has its jq source and its result, so that a hint is run on the caller's own value before it is
 * shown. Supports only what hints need, with jq's semantics: `suggest-mapping.test.ts` runs every hint with jq too and compares.
 */
import { isRecord } from '../expect-input.ts';

export interface Program {
  readonly jq: string;
  /** All outputs for one input. Throws where jq does. */
  run(input: unknown, variables?: Variables): unknown[];
}

export type Variables = Readonly<Record<string, unknown>>;

/** The name of a field, an index of a list, or every item. */
export type Step = string | number | typeof EACH;
export const EACH = Symbol('each');

const SAFE_NAME = /^[a-z_]\w{0,39}$/i;

export class CannotRun extends Error {}

export function path(steps: readonly Step[]): Program {
  const rendered = steps.map(renderStep).join('');
  return {
    jq: rendered === '' ? '.' : rendered.startsWith('[') ? `.${rendered}` : rendered,
    run: (input) => steps.reduce<unknown[]>((values, step) => values.flatMap((value) => take(value, step)), [input]),
  };
}

export function fieldStep(name: string): string {
  return SAFE_NAME.test(name) ? `.${name}` : `.[${JSON.stringify(name)}]`;
}

function renderStep(step: Step): string {
  if (step === EACH) return '[]';
  return typeof step === 'number' ? `[${step}]` : fieldStep(step);
}

function take(value: unknown, step: Step): unknown[] {
  if (step === EACH) {
    if (Array.isArray(value)) return value;
    if (isRecord(value)) return Object.values(value);
    throw new CannotRun('nothing to go through');
  }
  if (value === null) return [null];
  if (typeof step === 'number') {
    if (Array.isArray(value)) return [value.at(step) ?? null];
    throw new CannotRun('not a list');
  }
  if (isRecord(value)) return [Object.hasOwn(value, step) ? (value[step] ?? null) : null];
  throw new CannotRun('not an object');
}

export function literal(value: string): Program {
  return { jq: JSON.stringify(value), run: () => [value] };
}

export function variable(name: string): Program {
  return { jq: `$${name}`, run: (_, variables = {}) => [variables[name]] };
}

export function pipe(...programs: readonly Program[]): Program {
  return {
    jq: programs.map(({ jq }) => jq).join(' | '),
    run: (input, variables) =>
      programs.reduce<unknown[]>(
        (values, program) => values.flatMap((value) => program.run(value, variables)),
        [input],
      ),
  };
}

export function together(...programs: readonly Program[]): Program {
  return {
    jq: programs.map(({ jq }) => jq).join(', '),
    run: (input, variables) => programs.flatMap((program) => program.run(input, variables)),
  };
}

export function grouped(program: Program): Program {
  return { ...program, jq: `(${program.jq})` };
}

export function list(program: Program): Program {
  return { jq: `[${program.jq}]`, run: (input, variables) => [program.run(input, variables)] };
}

/** Members with one value each. */
export function object(members: ReadonlyArray<readonly [string, Program]>): Program {
  return {
    jq: `{${members.map(([name, { jq }]) => `${name}: ${jq}`).join(', ')}}`,
    run: (input, variables) => [
      Object.fromEntries(members.map(([name, program]) => [name, program.run(input, variables)[0]])),
    ],
  };
}

export function bind(source: Program, name: string, body: Program): Program {
  return {
    jq: `${source.jq} as $${name} | ${body.jq}`,
    run: (input, variables) =>
      source.run(input, variables).flatMap((value) => body.run(input, { ...variables, [name]: value })),
  };
}

export function choose(condition: Program, yes: string, no: string): Program {
  return {
    jq: `(if ${condition.jq} then ${JSON.stringify(yes)} else ${JSON.stringify(no)} end)`,
    run: (input, variables) => condition.run(input, variables).map((value) => (isTruthy(value) ? yes : no)),
  };
}

export function select(condition: Program): Program {
  return {
    jq: `select(${condition.jq})`,
    run: (input, variables) => (isTruthy(condition.run(input, variables)[0]) ? [input] : []),
  };
}

function isTruthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

export function unlessNull(program: Program): Program {
  return {
    jq: `if . == null then null else ${program.jq} end`,
    run: (input, variables) => (input === null ? [null] : program.run(input, variables)),
  };
}

export const isText = simple('type == "string"', (input) => typeof input === 'string');
export const startsIn = simple('ascii_downcase | startswith("in")', (input) =>
  textOf(input).toLowerCase().startsWith('in'),
);
export const reversed = simple('reverse', (input) => listOf(input).toReversed());
export const entries: Program = {
  jq: 'to_entries[]',
  run(input) {
    if (!isRecord(input)) throw new CannotRun('not an object');
    return Object.entries(input).map(([key, value]) => ({ key, value }));
  },
};
export const least = simple('min', (input) => listOf(input).toSorted(compare)[0] ?? null);
export const byStart = simple('sort_by(.start)', (input) =>
  listOf(input).toSorted((left, right) => compare(startOf(left), startOf(right))),
);
export const toNumber = simple('tonumber', (input) => {
  const number = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  return numberOf(Number.isNaN(number) ? undefined : number);
});

export function dividedBy(divisor: number): Program {
  return simple(`. / ${divisor}`, (input) => numberOf(input) / divisor);
}

export function minus(name: string): Program {
  return { jq: `. - $${name}`, run: (input, variables = {}) => [numberOf(input) - numberOf(variables[name])] };
}

export function plus(left: Program, right: Program): Program {
  return {
    jq: `(${left.jq} + ${right.jq})`,
    run: (input, variables) => {
      const [one, other] = [left.run(input, variables)[0], right.run(input, variables)[0]];
      // Adding nothing to something returns that something.
      if (one === null || other === null) return [one ?? other];
      return [numberOf(one) + numberOf(other)];
    },
  };
}

export function joined(separator: string): Program {
  return simple(`join(${JSON.stringify(separator)})`, (input) => {
    const items = listOf(input);
    if (items.some((item) => typeof item === 'object' && item !== null)) throw new CannotRun('not words');
    return items.map((item) => String(item ?? '')).join(separator);
  });
}

/** One field of every item by another: `{"p1": "agent", "p2": "customer"}`. */
export function dictionary(items: Program, key: readonly Step[], value: readonly Step[]): Program {
  const [keys, values] = [path(key), path(value)];
  return {
    jq: `(${items.jq} | map({(${keys.jq} | tostring): ${values.jq}}) | add)`,
    run: (input, variables) => [
      Object.fromEntries(
        listOf(items.run(input, variables)[0]).map((item) => [String(keys.run(item)[0]), values.run(item)[0]]),
      ),
    ],
  };
}

/** The value in a dictionary for a field. */
export function lookUp(name: string, key: readonly Step[]): Program {
  const keys = path(key);
  return {
    jq: `$${name}[${keys.jq} | tostring]`,
    run: (input, variables = {}) => take(variables[name], String(keys.run(input)[0])),
  };
}

/** Consecutive words of one speaker are one turn. */
export function wordsToTurns(words: Program, hasEnd: boolean): Program {
  const end = hasEnd ? ' | .[-1].end = $w.end' : '';
  return {
    jq: `reduce (${words.jq}) as $w ([]; if length > 0 and .[-1].speaker == $w.speaker then .[-1].text += " " + $w.text${end} else . + [$w] end)`,
    run: (input, variables) => {
      const turns: Record<string, unknown>[] = [];
      for (const word of words.run(input, variables)) {
        const last = turns.at(-1);
        if (!isRecord(word)) throw new CannotRun('not a word');
        if (last === undefined || last.speaker !== word.speaker) turns.push({ ...word });
        else {
          last.text = `${textOf(last.text)} ${textOf(word.text)}`;
          if (hasEnd) last.end = word.end;
        }
      }
      return [turns];
    },
  };
}

function simple(jq: string, apply: (input: unknown) => unknown): Program {
  return { jq, run: (input) => [apply(input)] };
}

/** As jq orders values of different kinds: null, numbers, texts. */
function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  return rankOf(left) - rankOf(right);
}

function rankOf(value: unknown): number {
  return value === null || value === undefined ? 0 : typeof value === 'number' ? 1 : 2;
}

function startOf(turn: unknown): unknown {
  return isRecord(turn) ? (turn.start ?? null) : null;
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new CannotRun('not a list');
  return value;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new CannotRun('not a text');
  return value;
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new CannotRun('not a number');
  return value;
}
