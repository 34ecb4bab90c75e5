/** Labelled conversations (*.conv) as conversations and bricks of the service. The format is told in `README.md`. */
import { readFileSync } from 'node:fs';
import type { BrickDocument } from '@brickwork/contract';
import type { Conversation, Side, Turn } from '@brickwork/engine/conversation/conversation';

export interface LabelledBrick {
  brick: BrickDocument;
  /** b, c, m, t, n or r. */
  kind: string;
  /** As it is written in the file: `yes`, a category, a phrase, `(none)`, a number. */
  expected: string;
}

export interface LabelledConversation {
  id: string;
  conversation: Conversation;
  bricks: LabelledBrick[];
}

interface Draft {
  id: string;
  sides: Map<string, string>;
  said: Array<{ speaker: string; text: string }>;
  bricks: LabelledBrick[];
}

export function readConvFile(file: string): LabelledConversation[] {
  const drafts: Draft[] = [];
  let isAsking = false;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const draft = drafts.at(-1);
    if (line.startsWith('===')) {
      const id = /\bid: ([^|=]+)/.exec(line)?.[1]?.trim();
      if (id !== undefined) drafts.push({ id, sides: new Map(), said: [], bricks: [] });
      isAsking = false;
    } else if (line.trim() === '---') isAsking = true;
    else if (draft !== undefined && !isAsking) addTurn(draft, line);
    else if (draft !== undefined) addBrick(draft, line);
  }
  return drafts.map((draft) => ({ id: draft.id, conversation: conversationOf(draft), bricks: draft.bricks }));
}

function addTurn({ sides, said }: Draft, line: string): void {
  const match = /^([^:@]{1,40})(?:@(agent|customer|other))?: (.+)$/.exec(line);
  const [, speaker, side, text] = match ?? [];
  if (speaker === undefined || text === undefined) return;
  if (side !== undefined) sides.set(speaker, side);
  said.push({ speaker, text });
}

function addBrick({ bricks }: Draft, line: string): void {
  const match = /^\? ([bctnrm]) ([a-z][a-z0-9_]*) \| (.+?) = (.+?)(?: :: (.+))?$/.exec(line);
  const [, kind, key, asked, expected] = match ?? [];
  if (kind === undefined || key === undefined || asked === undefined || expected === undefined) return;
  if (expected.trim() === 'n/a') return;
  const [question = '', ...extras] = asked.split(' | ').map((part) => part.trim());
  const extra = new Map(
    extras.map((part) => [part.slice(0, part.indexOf(':')).trim(), part.slice(part.indexOf(':') + 1).trim()]),
  );
  bricks.push({ brick: brickOf(kind, { key, question }, extra), kind, expected: expected.trim() });
}

/** What a number may be where a file says nothing else. */
const LARGEST = 1_000_000_000;

function brickOf(kind: string, common: { key: string; question: string }, extra: Map<string, string>): BrickDocument {
  if (kind === 'b') {
    const yes = extra.get('true_when');
    const no = extra.get('false_when');
    return {
      ...common,
      type: 'boolean',
      ...(yes !== undefined && { true_when: yes }),
      ...(no !== undefined && { false_when: no }),
    };
  }
  if (kind === 'c' || kind === 'm') {
    const categories = (extra.get('categories') ?? '').split(';').map((part) => {
      const [value = '', description] = part.split('=').map((text) => text.trim());
      return { value, ...(description !== undefined && { description }) };
    });
    return { ...common, type: 'categorical', categories, ...(kind === 'm' && { many: true }) };
  }
  if (kind === 't') return { ...common, type: 'text' };
  if (kind === 'n') {
    const [min, max] = [Number(extra.get('min') ?? 0), Number(extra.get('max') ?? LARGEST)];
    return { ...common, type: 'numeric', min, max };
  }
  const [low = 1, high = 5] = (common.question.match(/-?\d+/g) ?? []).map(Number);
  return { ...common, type: 'numeric', min: Math.min(low, high), max: Math.max(low, high), step: 1 };
}

function conversationOf({ sides, said }: Draft): Conversation {
  let text = '';
  const turns = said.map(({ speaker, text: words }, index): Turn => {
    const start = text.length;
    text += `${words}\n`;
    const side = sides.get(speaker);
    return {
      index,
      speaker,
      text: words,
      start,
      end: start + words.length,
      ...(isSide(side) && { side }),
    };
  });
  return { text, turns, format: 'turns' };
}

function isSide(side: string | undefined): side is Side {
  return side === 'agent' || side === 'customer';
}
