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
  const lineOf = linesOf(lines, run);
  for (const brick in answers) {
    const answer = answers[brick];
    if (answer === undefined) continue;
    const { value, confidence } = answer;
    let line = lineOf(brick, labelOf(answer));
    line.count += 1;
    if (typeof value === 'number') line.numbers.push(value);
    if (confidence !== undefined) line.confidences.push(confidence);
    if (!Array.isArray(value) || answer.text === true) continue;
    for (const item of new Set(value)) {
      line = lineOf(brick, ANY_LIST + JSON.stringify(item));
      line.count += 1;
    }
  }
}

export function countStatus(lines: Map<string, CountLine>, run: CountedRun, status: string): void {
  linesOf(lines, run)(RUNS, status).count += 1;
}

/** The lines of a run's day and version. */
function linesOf(lines: Map<string, CountLine>, { kitId, kitVersion, runId }: CountedRun) {
  const day = dayOf(timeOfUuid(runId));
  const start = `${kitId} ${day} ${kitVersion} `;
  return (brick: string, answer: string): CountLine => {
    const key = `${start}${brick} ${answer}`;
    let line = lines.get(key);
    if (line === undefined) {
      line = { kitId, day, kitVersion, brick, answer, count: 0, numbers: [], confidences: [] };
      lines.set(key, line);
    }
    return line;
  };
}

function labelOf({ value, applicability, text }: Answer): string {
  if (value === null) return applicability === undefined ? NO_VALUE : `${NO_VALUE}:${applicability}`;
  if (text === true) return ANY_TEXT;
  if (Array.isArray(value)) return ANY_LIST;
  return JSON.stringify(typeof value === 'number' ? Number(value.toPrecision(3)) : value);
}
