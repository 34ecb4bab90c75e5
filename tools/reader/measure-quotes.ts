/**
 * How well the reader tells whether a quote bears on an answer: each labelled yes, no or category of the kits for the report with its own quote,
 * and with another turn of the same conversation.
 *
 *   node tools/reader/measure-quotes.ts
 */
import { readFileSync } from 'node:fs';
import { createQuoteCheck } from '@brickwork/engine/reader/check-quotes';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { readConvFile } from './read-conv-file.ts';

const KITS =
  'equipment_discovery dental_reception payroll_bureau gym_members vet_practice optician_front_desk print_shop_orders fashion_chat food_delivery_app recruitment_agency home_care_visits solar_installers'.split(
    ' ',
  );
/** Of every kind. */
const MOST = 150;
const LEAST_CHARACTERS = 25;

const read = await openReadModel(READER_FILES);
const check = createQuoteCheck();
const counts = new Map<string, { pairs: number; right: number; foreign: number }>();

for (const kit of KITS) {
  const file = new URL(`conversations/kit-${kit}.conv`, import.meta.url);
  const quotes = quotesIn(readFileSync(file, 'utf8'));
  for (const { id, conversation, bricks } of readConvFile(file.pathname)) {
    for (const { brick, kind, expected } of bricks) {
      const quote = quotes.get(`${id}/${brick.key}`);
      const { turns } = conversation;
      const own = quote === undefined ? -1 : turns.findIndex(({ text }) => text.includes(quote));
      const others = turns.filter(({ index, text }) => Math.abs(index - own) > 1 && text.length >= LEAST_CHARACTERS);
      const other = others[(7 * own + brick.key.length) % others.length];
      if (own < 0 || other === undefined || !'bc'.includes(kind)) continue;
      const name = kind === 'b' ? expected : 'category';
      const count = counts.get(name) ?? { pairs: 0, right: 0, foreign: 0 };
      counts.set(name, count);
      if (count.pairs >= MOST) continue;
      const supports = async (turn: number) => {
        const value = kind === 'b' ? expected === 'yes' : expected;
        return (await check(read, conversation, [brick], [{ key: brick.key, value, turns: [turn] }])).length === 0;
      };
      count.pairs += 1;
      if (await supports(own)) count.right += 1;
      if (!(await supports(other.index))) count.foreign += 1;
    }
  }
}
for (const [name, { pairs, right, foreign }] of counts)
  console.log(
    `${name}: ${pairs} pairs, ${(right / pairs).toFixed(2)} of the right quotes pass, ${(foreign / pairs).toFixed(2)} of the foreign ones do not`,
  );

function quotesIn(text: string): Map<string, string> {
  const quotes = new Map<string, string>();
  let id = '';
  for (const line of text.split('\n')) {
    id = /^===.*\bid: ([^|=]+)/.exec(line)?.[1]?.trim() ?? id;
    const [, key, quote] = /^\? [bc] ([a-z][a-z0-9_]*) \|.*:: "(.+)"\s*$/.exec(line) ?? [];
    if (key !== undefined && quote !== undefined) quotes.set(`${id}/${key}`, quote);
  }
  return quotes;
}
