import { describe, expect, it } from 'vitest';
import { findPassages } from './find-passages.ts';
import { findThemes, sentenceSaying } from './find-themes.ts';

/** Planted: how many calls say it, and in which ways. */
const SAID = {
  late: {
    calls: 40,
    ways: [
      'The parcel came three days late.',
      'It was late again, I waited in all Tuesday.',
      'Your delivery is overdue by a week.',
      'It turned up a week after you promised, far too late.',
      'The delivery was delayed and nobody told me.',
      'You keep delaying it.',
    ],
  },
  damaged: {
    calls: 25,
    ways: [
      'The box was crushed and the lamp is broken.',
      'It arrived damaged.',
      'The screen was cracked when I opened the parcel.',
      'The packaging was torn and the vase was broken.',
      'Everything inside was damaged.',
    ],
  },
  wrong: {
    calls: 15,
    ways: ['You sent me the wrong item.', 'I got the wrong item, I ordered blue.', 'That is an incorrect item.'],
  },
  driver: { calls: 10, ways: ['The driver was so friendly.', 'Your driver was lovely.', 'A kind driver helped me.'] },
  nothing: {
    calls: 10,
    ways: [
      'I will be at home.',
      'The flat has a blue door.',
      'Leave it with my neighbour.',
      'Is there a lift?',
      'My dog barks.',
      'Use the side gate.',
      'Put my uncle on it.',
      'That was the carrier, I think.',
      'Do you drive on Sundays?',
      'I sold my flat.',
    ],
  },
} as const;
const ASIDES = ['I ordered it for my mother.', 'My name is Smith.', 'The box is in the hall.', 'I paid by card.'];

type Planted = keyof typeof SAID;

/** The first six late ones are damaged too. */
function planted(seed: number): { passages: string[][]; truth: Planted[][] } {
  let state = seed;
  const draw = <Item>(items: readonly Item[]): Item => {
    state = (state * 16_807) % 2_147_483_647;
    return items[state % items.length] as Item;
  };
  const truth: Planted[][] = [];
  const passages: string[][] = [];
  for (const kind of Object.keys(SAID) as Planted[])
    for (let call = 0; call < SAID[kind].calls; call += 1) {
      const both = kind === 'late' && call < 6;
      const way = kind === 'nothing' ? SAID.nothing.ways[call] : draw(SAID[kind].ways);
      passages.push([`${way} ${draw(ASIDES)}`, ...(both ? ['It is broken, too.'] : [])]);
      truth.push(both ? [kind, 'damaged'] : [kind]);
    }
  return { passages, truth };
}

/** What was planted in most of these calls, in how many, and in how many not. */
function plantedIn(calls: readonly number[], truth: readonly Planted[][]) {
  const counts = (Object.keys(SAID) as Planted[]).map((kind) => ({
    kind,
    count: calls.filter((call) => truth[call]?.includes(kind)).length,
  }));
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return { kind: most?.kind, right: most?.count ?? 0, wrong: calls.length - (most?.count ?? 0) };
}

describe('themes of planted calls', () => {
  it.each([1, 2, 3, 4, 5])('are found with their calls (seed %i)', async (seed) => {
    const { passages, truth } = planted(seed);
    const { themes, other } = await findThemes(passages, 'the delivery');
    const found = themes.map(({ calls }) => plantedIn(calls, truth));
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['damaged', 'driver', 'late', 'wrong']);
    for (const { kind, right, wrong } of found) {
      expect(wrong).toBe(0);
      const said = kind === undefined ? 0 : truth.filter((each) => each.includes(kind)).length;
      expect(right).toBeGreaterThanOrEqual(0.9 * said);
    }
    expect(plantedIn(other, truth)).toMatchObject({ kind: 'nothing', right: SAID.nothing.calls });
  });

  it('are named by words of the calls, the longer ones where many say them', async () => {
    const { themes } = await findThemes(planted(1).passages, 'the delivery');
    const names = themes.map(({ phrase }) => phrase);
    expect(names).toContain('wrong item');
    expect(names.join()).toMatch(/late|delay|overdue/);
    const wrong = themes.find(({ phrase }) => phrase === 'wrong item');
    expect(wrong?.also).toContain('incorrect');
    expect(sentenceSaying(['I am Kim. You sent the incorrect one. Bye.'], wrong?.concept, 'the delivery')).toBe(
      'You sent the incorrect one.',
    );
  });

  it('are none where every call says something else', async () => {
    const passages = 'amber birch cedar delta ember fjord grape hazel ivory jumbo'.split(' ').map((word) => [word]);
    expect(await findThemes(passages, 'the delivery')).toEqual({ themes: [], other: passages.map((_, at) => at) });
  });

  it('what is denied is another theme than what is said', async () => {
    const passages = Array.from({ length: 12 }, (_, at) => [
      at < 6 ? 'The agent was rude.' : 'The agent was not rude.',
    ]);
    const { themes } = await findThemes(passages, 'the staff');
    expect(themes.find(({ concept }) => concept === 'not rude')?.calls).toEqual([6, 7, 8, 9, 10, 11]);
  });
});

describe('where a customer talks about something', () => {
  const turns = (
    [
      ['agent', 'How was the delivery?'],
      ['customer', 'Fine, thanks.'],
      ['customer', 'Though the parcel was late.'],
      ['customer', 'And my name is Smith.'],
    ] as const
  ).map(([side, text], index) => ({ index, side, text, start: 100 * index, end: 100 * index + text.length }));

  it('is in turns that the engine found and in those that name it', () => {
    expect(findPassages({ turns }, [{ turn: 3, start: 300 }], 'the delivery')).toEqual([
      'And my name is Smith.',
      'Though the parcel was late.',
    ]);
    expect(findPassages({ turns }, [], '')).toEqual([]);
  });

  it('is not looked for in other languages', () => {
    const language = { code: 'de', probability: 1 };
    expect(findPassages({ turns, language }, [{ turn: 3, start: 300 }], 'the delivery')).toEqual([]);
  });

  it('is cut to what stands around it, at whole words', () => {
    const text = `${'before '.repeat(100)}delivery ${'after '.repeat(100)}`;
    const [passage = ''] = findPassages({ turns: [{ index: 0, text, start: 0, end: text.length }] }, [], 'delivery');
    expect(passage).toMatch(/^before .* delivery .* after$/);
    expect(passage.length).toBeLessThanOrEqual(300);
    expect(text).toContain(passage);
  });
});
