/**
 * Runs that have just ended, as the text of a row of `waiting_answers`: a kit's version and its bricks are named once for all runs of a row, and an
 * answer is a short array. A quarter of what the answers take as objects, and as much faster to write.
 */
import type { TerminalStatus } from '@brickwork/contract';
import { type Answer, type Answers, toAnswer } from '../../answers.ts';

export interface EndedRun {
  kit_id: string;
  kit_version: number;
  type: string;
  run_id: string;
  status: TerminalStatus;
  /** Of runs that succeeded. */
  answers?: Answers | undefined;
}

/** Value, confidence, applicability, 1 for a text; trailing absent members are left out. */
type Cell = [value: Answer['value'], confidence?: number | null, applicability?: string | null, isText?: 1];

/** Runs of one version that ended in the same way and have the same bricks. */
interface Group extends Pick<EndedRun, 'kit_id' | 'kit_version' | 'type' | 'status'> {
  /** None for runs without answers. */
  bricks: string[] | null;
  runs: [runId: string, ...cells: Cell[]][];
}

type WrittenRun = Omit<EndedRun, 'answers'> & {
  bricks: Readonly<Record<string, object>> | undefined;
  textBricks: ReadonlySet<string>;
};

export function writeRuns(runs: readonly WrittenRun[]): string {
  const groups: Group[] = [];
  for (const { run_id, kit_id, kit_version, type, status, bricks, textBricks } of runs) {
    const keys = bricks === undefined ? null : Object.keys(bricks);
    let group = groups.findLast(
      (own) =>
        own.kit_version === kit_version &&
        own.status === status &&
        own.type === type &&
        own.kit_id === kit_id &&
        isSame(own.bricks, keys),
    );
    if (group === undefined) {
      group = { kit_id, kit_version, type, status, bricks: keys, runs: [] };
      groups.push(group);
    }
    const written: Group['runs'][number] = [run_id];
    for (const key of keys ?? []) written.push(toCell(toAnswer(bricks?.[key] ?? {}, textBricks.has(key))));
    group.runs.push(written);
  }
  return JSON.stringify(groups);
}

export function readRuns(text: string): EndedRun[] {
  return (JSON.parse(text) as Group[]).flatMap(({ bricks, runs, ...own }) =>
    runs.map(([run_id, ...cells]) => ({
      ...own,
      run_id,
      answers:
        bricks === null
          ? undefined
          : Object.fromEntries(bricks.map((key, index) => [key, fromCell(cells[index] ?? [null])])),
    })),
  );
}

function isSame(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

function toCell({ value, confidence, applicability, text }: Answer): Cell {
  if (text === true) return [value, confidence ?? null, applicability ?? null, 1];
  if (applicability !== undefined) return [value, confidence ?? null, applicability];
  return confidence === undefined ? [value] : [value, confidence];
}

function fromCell([value, confidence, applicability, isText]: Cell): Answer {
  return toAnswer({ value, confidence, applicability }, isText === 1);
}
