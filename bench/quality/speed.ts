/**
 * What one evaluation costs on one core: a conversation of so many words, put together from the sets' own turns, with up to
 * ten of their bricks (two of them categorical where there are two). CPU time, so that other work on the machine disturbs
 * little; the median of many, after a warm-up.
 */
import type { Conversation } from '@brickwork/server/conversation/conversation';
import { evaluateLocal } from '@brickwork/server/evaluation/local/evaluate-local';
import type { GoldenConversation } from '@brickwork/server/evaluation/local/learn/learn-kit';
import type { Brick, Kit } from '@brickwork/server/kits/normalise-kit';

export interface SpeedSet {
  kit: Kit;
  golden: readonly GoldenConversation[];
}

export interface Speed {
  words: number;
  bricks: number;
  cpuMs: number;
}

const BRICKS = 10;
const CATEGORICAL = 2;
const WARM_UP = 30;
const ROUNDS = 31;

function isEngineBrick(brick: Brick): boolean {
  return !(brick.type === 'numeric' && brick.metric !== undefined);
}

function chooseBricks(sets: readonly SpeedSet[]): Brick[] {
  const all = sets.flatMap(({ kit }) => kit.bricks.filter(isEngineBrick));
  const categorical = all.filter(({ type }) => type === 'categorical').slice(0, CATEGORICAL);
  const text = all.filter(({ type }) => type === 'text').slice(0, (BRICKS - categorical.length) / 2);
  const rest = all.filter(({ type }) => type === 'boolean' || type === 'numeric');
  return [...categorical, ...text, ...rest.slice(0, BRICKS - categorical.length - text.length)];
}

function putTogether(sets: readonly SpeedSet[], words: number): Conversation {
  const turns: Conversation['turns'] = [];
  let text = '';
  let count = 0;
  const said = sets.flatMap(({ golden }) => golden.flatMap(({ conversation }) => conversation.turns));
  for (const turn of said) {
    if (count >= words) break;
    turns.push({ ...turn, index: turns.length, start: text.length, end: text.length + turn.text.length });
    text += `${turn.text}\n`;
    count += turn.text.split(/\s+/).length;
  }
  return { text, turns, format: 'turns' };
}

export function measureSpeed(sets: readonly SpeedSet[], words: number): Speed | undefined {
  const kit = sets[0]?.kit;
  const bricks = chooseBricks(sets);
  const conversation = putTogether(sets, words);
  if (kit === undefined || bricks.length === 0) return undefined;
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    // A copy each time: what is remembered of a turn must not help the next round.
    const fresh = structuredClone(conversation);
    const start = process.cpuUsage();
    evaluateLocal(kit, bricks, fresh);
    const { user, system } = process.cpuUsage(start);
    if (round >= WARM_UP) times.push((user + system) / 1_000);
  }
  times.sort((left, right) => left - right);
  return { words, bricks: bricks.length, cpuMs: times[ROUNDS >> 1] ?? 0 };
}
