import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../../conversation/normalise.ts';
import { choosePassages } from './passages.ts';
import { splitConversation } from './split-conversation.ts';

/** How many times others had a turn on the event loop. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

const LINES = Array.from({ length: 40_000 }, (_, n) => ({
  speaker: n % 2 === 0 ? 'Agent' : 'Customer',
  text: `Line ${n} says something about the order, the refund and the weather in ${n} words.`,
}));

describe('splitConversation', () => {
  const conversation = normaliseConversation({ turns: LINES });

  it('keeps every turn, in parts that fit', async () => {
    const parts = await splitConversation(conversation, 20_000);
    expect(parts.length).toBeGreaterThan(30);
    expect(new Set(parts.flatMap(({ turns }) => turns.map(({ turn }) => turn))).size).toBe(LINES.length);
    const [whole, ...more] = await splitConversation(normaliseConversation({ turns: LINES.slice(0, 10) }), 20_000);
    expect([whole?.turns.length, more]).toEqual([10, []]);
  });

  it('gives others their turns while a conversation of megabytes is split', async () => {
    expect(await turnsDuring(() => splitConversation(conversation, 20_000))).toBeGreaterThan(4);
  });

  it('gives others their turns while passages are chosen for it', async () => {
    const passages = Array.from({ length: 100 }, (_, n) => ({
      id: `faq#${n + 1}`,
      name: 'faq',
      number: n + 1,
      text: n === 7 ? 'A refund of the order.' : `Passage about topic${n}.`,
    }));
    let chosen: { number: number }[] = [];
    const turns = await turnsDuring(async () => {
      chosen = await choosePassages(passages, [], conversation.text, 30);
    });
    expect(chosen.map(({ number }) => number)).toEqual([8]);
    expect(turns).toBeGreaterThan(4);
  });
});
