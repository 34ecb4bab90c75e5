/**
 * Conversations whose sides are known, with the labels that they came with: golden sets (`input.transcript` as turns whose labels show the side), JSON
 * lines of `{ id, turns: [{ speaker, side, text }] }`, and `.conv` files (`Name@agent: text`, the side at a speaker's first turn). A conversation
 * belongs to the half that weights are fitted on or to the half that is measured, by the hash of its id; one that is in two files counts once.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Side } from '@brickwork/engine/conversation/conversation';
import { sideOfWord } from '@brickwork/engine/conversation/infer-side';

export interface SaidTurn {
  speaker: string;
  text: string;
}

export interface SidedConversation {
  id: string;
  set: string;
  isFitted: boolean;
  turns: SaidTurn[];
  /** By label; speakers of neither side are left out. */
  sides: Map<string, Side>;
}

/** Files, or folders of `.conv` and `.jsonl` files. Only conversations that have both sides. */
export function readSets(paths: readonly string[]): SidedConversation[] {
  const seen = new Set<string>();
  return paths.flatMap(filesIn).flatMap((file) =>
    readFile(file).filter(({ turns, sides }) => {
      const hash = hashOf(turns.map(({ text }) => text).join('\n')).toString('hex');
      if (seen.has(hash) || new Set(sides.values()).size < 2) return false;
      seen.add(hash);
      return true;
    }),
  );
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => /\.(?:conv|jsonl)$/.test(name));
  return names.sort().map((name) => join(path, name));
}

function readFile(file: string): SidedConversation[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.conv')) return readConv(text);
  const set = basename(file).split('.')[0] ?? file;
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [readLine(set, JSON.parse(line) as Line)]));
}

interface Line {
  id?: string;
  external_id?: string;
  turns?: Array<SaidTurn & { side?: Side }>;
  input?: { transcript?: SaidTurn[] };
}

function readLine(set: string, line: Line): SidedConversation {
  const said = line.turns ?? line.input?.transcript ?? [];
  const sides = new Map<string, Side>();
  for (const turn of said) {
    const side = 'side' in turn ? turn.side : sideOfWord(turn.speaker);
    if (side === 'agent' || side === 'customer') sides.set(turn.speaker, side);
  }
  const id = line.external_id ?? line.id ?? '';
  return { id, set, isFitted: isFitted(id), turns: said.map(({ speaker, text }) => ({ speaker, text })), sides };
}

function readConv(text: string): SidedConversation[] {
  return text.split(/^===(?=\s*id:)/m).flatMap((block): SidedConversation[] => {
    const id = /^\s*id:\s*([^|\n]{1,80}?)\s*(?:\||$)/m.exec(block)?.[1];
    const channel = /\|\s*channel:\s*(\w+)/.exec(block)?.[1] ?? 'call';
    if (id === undefined) return [];
    const sides = new Map<string, Side>();
    const [, ...lines] = (block.split(/^---$/m)[0] ?? '').split('\n');
    const turns = lines.flatMap((line): SaidTurn[] => {
      const match = /^([^:@]{1,40})(?:@(agent|customer|other))?: (.+)$/.exec(line);
      if (match?.[1] === undefined || match[3] === undefined) return [];
      if (match[2] === 'agent' || match[2] === 'customer') sides.set(match[1], match[2]);
      return [{ speaker: match[1], text: match[3] }];
    });
    return [{ id, set: `written ${channel}s`, isFitted: isFitted(id), turns, sides }];
  });
}

function isFitted(id: string): boolean {
  return (hashOf(id)[0] ?? 0) % 2 === 0;
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
