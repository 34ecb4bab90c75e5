/**
 * Conversations whose sides are known: golden sets (`input.transcript` as turns whose labels show the side) and JSON lines of
 * `{ id, turns: [{ speaker, side, text }] }`. A conversation belongs to the half that weights are fitted on or to the half that is measured, by the hash of its id.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Side, Turn } from '@brickwork/engine/conversation/conversation';
import { normaliseConversation } from '@brickwork/engine/conversation/normalise';

interface Line {
  id?: string;
  external_id?: string;
  turns?: unknown[];
  input?: { transcript?: unknown };
}

export interface SidedConversation {
  set: string;
  isFitted: boolean;
  /** Labels removed: "Speaker 1", "Speaker 2" … */
  turns: Turn[];
  sides: Map<string, Side>;
}

export function readSets(files: readonly string[]): SidedConversation[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => toSided(basename(file).split('.')[0] ?? file, JSON.parse(line) as Line))
      .filter(({ sides }) => new Set(sides.values()).size === 2),
  );
}

function toSided(set: string, line: Line): SidedConversation {
  const known = normaliseConversation(line.turns ?? line.input?.transcript);
  const names = new Map<string, string>();
  const sides = new Map<string, Side>();
  const turns = known.turns.map(({ side, speaker = '?', ...turn }) => {
    const name = names.get(speaker) ?? `Speaker ${names.size + 1}`;
    names.set(speaker, name);
    if (side !== undefined) sides.set(name, side);
    return { ...turn, speaker: name };
  });
  const id = line.external_id ?? line.id ?? '';
  const isFitted = (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0;
  return { set, isFitted, turns, sides };
}
