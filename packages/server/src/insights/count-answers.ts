/**
 * How often each answer was given: the lines that a run adds to the counts when it ends, and takes away again when it is erased.
 * A line's `answer` is JSON text, and exact for everything but long numbers: those are rounded to three significant digits, so that a brick
 * has a bounded number of lines a day. Sums are made of the exact numbers, in the database's decimals: adding and taking away leaves no rest.
 */
import { timeOfUuid } from '../core/ids.ts';
import type { Answer, Answers } from '../runs/answers.ts';

export interface CountedRun {
  kitId: string;
  kitVersion: number;
  /** As a UUID, whose first bits are the time of its creation. */
  runId: string;
}

export interface CountLine {
  kitId: string;
  /** UTC, of the run's creation. */
  day: string;
  kitVersion: number;
  /** '' for the runs themselves. */
  brick: string;
  answer: string;
  count: number;
  /** Numbers and confidences, each once per run. */
  numbers: number[];
  confidences: number[];
}

/** The line of runs that ended with a status. */
export const RUNS = '';
/** A text of any content: texts are counted, not compared. */
export const ANY_TEXT = '"*"';
/** Runs that gave an array. Its items have lines of their own, with this in front: `[]"refund"`. */
export const ANY_LIST = '[]';
export const NO_VALUE = 'null';

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function countAnswers(lines: Map<string, CountLine>, run: CountedRun, answers: Answers): void {
  for (const [brick, answer] of Object.entries(answers)) {
    for (const [index, label] of labelsOf(answer).entries()) {
      const line = lineOf(lines, run, brick, label);
      line.count += 1;
      if (typeof answer.value === 'number') line.numbers.push(answer.value);
      if (answer.confidence !== undefined && index === 0) line.confidences.push(answer.confidence);
    }
  }
}

export function countStatus(lines: Map<string, CountLine>, run: CountedRun, status: string): void {
  lineOf(lines, run, RUNS, status).count += 1;
}

function lineOf(lines: Map<string, CountLine>, run: CountedRun, brick: string, answer: string): CountLine {
  const { kitId, kitVersion, runId } = run;
  const day = dayOf(timeOfUuid(runId));
  const key = JSON.stringify([kitId, day, kitVersion, brick, answer]);
  const line = lines.get(key) ?? { kitId, day, kitVersion, brick, answer, count: 0, numbers: [], confidences: [] };
  lines.set(key, line);
  return line;
}

function labelsOf({ value, applicability, text }: Answer): string[] {
  if (value === null) return [applicability === undefined ? NO_VALUE : `${NO_VALUE}:${applicability}`];
  if (Array.isArray(value))
    return text === true ? [ANY_TEXT] : [ANY_LIST, ...new Set(value.map((item) => ANY_LIST + JSON.stringify(item)))];
  if (typeof value === 'number') return [JSON.stringify(roundNumber(value))];
  return [text === true ? ANY_TEXT : JSON.stringify(value)];
}

function roundNumber(value: number): number {
  return Number(value.toPrecision(3));
}
