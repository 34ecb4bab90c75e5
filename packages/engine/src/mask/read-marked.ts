/** Marked lines for the tests: turns are separated by " | ", texts that nobody may read are marked as {class:words}. */
import type { MaskClass } from '@brickwork/contract/kit';

export interface MarkedText {
  turns: string[];
  spans: { kind: MaskClass; turn: number; text: string }[];
}

const MARK = /\{(password|birth_date):([^}]*)\}/g;

export function readMarked(lines: string): MarkedText[] {
  return linesOf(lines).map((line) => {
    const spans: MarkedText['spans'] = [];
    const turns = line.split(' | ').map((marked, turn) =>
      marked.replaceAll(MARK, (_, kind: MaskClass, text: string) => {
        spans.push({ kind, turn, text });
        return text;
      }),
    );
    return { turns, spans };
  });
}

function linesOf(lines: string): string[] {
  return lines.trim().split('\n');
}
