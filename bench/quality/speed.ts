/**
 * What one evaluation costs on one core: a conversation of so many words, put together from the sets' own turns, with up to
 * ten of their bricks (twenty where the model reads; two of them categorical where there are two). CPU time, so that other work on the machine disturbs
 * little; the median of many, after a warm-up.
 */
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import type { Brick, Kit } from '@brickwork/engine/kits/normalise-kit';
import type { ReadModel } from '@brickwork/engine/reader/reading';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import type { GoldenConversation } from '@brickwork/engine/words/learn/learn-kit';

export interface SpeedSet {
  kit: Kit;
  golden: readonly GoldenConversation[];
}

export interface Speed {
  words: number;
  bricks: number;
  cpuMs: number;
}

const CATEGORICAL = 2;
/** Reading takes seconds, words take milliseconds. */
const LEXICAL = { bricks: 10, warmUp: 30, rounds: 31 };
const READ = { bricks: 20, warmUp: 1, rounds: 3 };

function isEngineBrick(brick: Brick): boolean {
  return !(brick.type === 'numeric' && brick.metric !== undefined);
}

function chooseBricks(sets: readonly SpeedSet[], most: number): Brick[] {
  const all = sets.flatMap(({ kit }) => kit.bricks.filter(isEngineBrick));
  const categorical = all.filter(({ type }) => type === 'categorical').slice(0, CATEGORICAL);
  const text = all.filter(({ type }) => type === 'text').slice(0, (most - categorical.length) / 2);
  const rest = all.filter(({ type }) => type === 'boolean' || type === 'numeric');
  return [...categorical, ...text, ...rest.slice(0, most - categorical.length - text.length)];
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

export async function measureSpeed(
  sets: readonly SpeedSet[],
  words: number,
  read: ReadModel | undefined,
): Promise<Speed | undefined> {
  const { bricks: most, warmUp, rounds } = read === undefined ? LEXICAL : READ;
  const kit = sets[0]?.kit;
  const bricks = chooseBricks(sets, most);
  const conversation = putTogether(sets, words);
  if (kit === undefined || bricks.length === 0) return undefined;
  const local = createReadingEngine();
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1) {
    // A copy each time: what is remembered of a turn must not help the next round.
    const fresh = structuredClone(conversation);
    const start = process.cpuUsage();
    await local(kit, bricks, fresh, { read, lexical: new Set() });
    const { user, system } = process.cpuUsage(start);
    if (round >= warmUp) times.push((user + system) / 1_000);
  }
  times.sort((left, right) => left - right);
  return { words, bricks: bricks.length, cpuMs: times[rounds >> 1] ?? 0 };
}
