/**
 * Which windows of a conversation a question is read with: those most similar to it first, and then, as long as the cost allows, one more
 * for the question that the windows so far answer least.
 */
import type { PairReading, ReadingKind, ReadQuestion } from './reading.ts';

/** Numbers in a vector by which windows are picked. */
const PICK = 64;
/** Layers that a window and a question pass together: what the cost of reading is counted in. */
const JOINT_LAYERS = 10;

/** One window or one question after the layers that read it alone. */
export interface States {
  length: number;
  hidden: Float32Array;
  /** Unit vectors, one per token: which windows to read. */
  pick: Float32Array;
  /** The weight of each token of the question; the weights sum to 1. */
  matter: Float32Array;
}

interface Alike {
  window: number;
  likeness: number;
}

/** A question with what was read for it and the windows that are left, most alike first. */
export interface Reading {
  question: ReadQuestion;
  pairs: PairReading[];
  left: Array<{ alike: Alike; asked: States; states: States }>;
}

export interface NextWindow {
  alike: Alike;
  asked: States;
  states: States;
  cost: number;
}

export function startReading(question: ReadQuestion, asked: States | undefined, windows: readonly States[]): Reading {
  if (asked === undefined) return { question, pairs: [], left: [] };
  const left = windows.map((states, window) => ({
    alike: { window, likeness: likenessOf(asked, states) },
    asked,
    states,
  }));
  left.sort((one, other) => other.alike.likeness - one.alike.likeness || one.alike.window - other.alike.window);
  return { question, pairs: [], left };
}

export function nextWindow({ left: [next] }: Reading): NextWindow | undefined {
  if (next === undefined) return undefined;
  return { ...next, cost: JOINT_LAYERS * (next.asked.length + next.states.length) };
}

/** 0 to 1: how little the windows that were read say about the question. */
export function silenceOf({ question: { kind }, pairs }: Reading): number {
  return Math.min(...pairs.map((pair) => silenceIn(kind, pair)));
}

function silenceIn(kind: ReadingKind, { verdict, undecided, options, none, spans }: PairReading): number {
  switch (kind) {
    case 'verdict':
      return shareOf(verdict[1], [verdict[0], verdict[2]]);
    case 'choice':
      return shareOf(
        undecided,
        options.map(([chosen]) => chosen),
      );
    case 'span':
      return shareOf(none[0] + none[1], [bestOf(spans, 0) + bestOf(spans, 1)]);
  }
}

function shareOf(value: number, others: readonly number[]): number {
  const most = Math.max(value, ...others);
  const whole = [value, ...others].reduce((sum, each) => sum + Math.exp(each - most), 0);
  return Math.exp(value - most) / whole;
}

/** Of the scores of every token, four each, the best one of a column. */
function bestOf(spans: Float32Array, column: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let at = column; at < spans.length; at += 4) best = Math.max(best, spans[at] ?? best);
  return best;
}

/** Every vector of a block's output at length 1. */
export function unitRows(rows: Float32Array): Float32Array {
  const units = new Float32Array(rows.length);
  for (let row = 0; row < rows.length; row += PICK) {
    let sum = 0;
    for (let at = row; at < row + PICK; at += 1) sum += (rows[at] ?? 0) ** 2;
    const scale = 1 / Math.max(1e-12, Math.sqrt(sum));
    for (let at = row; at < row + PICK; at += 1) units[at] = (rows[at] ?? 0) * scale;
  }
  return units;
}

/** How well each token of the question is matched by a token of the window; important tokens count more. */
function likenessOf(question: States, window: States): number {
  let sum = 0;
  for (let asked = 0, token = 0; asked < question.pick.length; asked += PICK, token += 1) {
    let best = -1;
    for (let said = 0; said < window.pick.length; said += PICK) {
      let product = 0;
      for (let at = 0; at < PICK; at += 1) product += (question.pick[asked + at] ?? 0) * (window.pick[said + at] ?? 0);
      if (product > best) best = product;
    }
    sum += best * (question.matter[token] ?? 0);
  }
  return sum;
}
