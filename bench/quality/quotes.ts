/**
 * Whether the quotes that a question across calls shows are relevant: of kits that the reader never saw, each yes/no question is asked of the kit's ten calls. A quote is
 * relevant if the answer is right and the quote overlaps with a place that a person named as evidence. *Before*: the five surest answers on either side; *now*: the five
 * quotes that are worth most, and none that are worth less than `LEAST_WORTH`.
 *
 *   node bench/quality/quotes.ts [kit…]
 */
import { readFileSync } from 'node:fs';
import { mostWorth, weighQuotes } from '@brickwork/engine/reader/check-quotes';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { LEAST_WORTH } from '../../packages/server/src/questions/read-further.ts';
import { type LabelledConversation, readConvFile } from '../../tools/reader/read-conv-file.ts';

const REPORT =
  'equipment_discovery dental_reception payroll_bureau gym_members vet_practice optician_front_desk print_shop_orders fashion_chat food_delivery_app recruitment_agency home_care_visits solar_installers'.split(
    ' ',
  );
const MOST_QUOTES = 5;

interface Quoted {
  question: string;
  isYes: boolean;
  confidence: number;
  worth: number;
  isRelevant: boolean;
}

const read = await openReadModel(READER_FILES);
const answer = createReadingEngine();
const asked: Quoted[] = [];
let readAgain = 0;

for (const kit of process.argv.length > 2 ? process.argv.slice(2) : REPORT) {
  const file = new URL(`../../tools/reader/conversations/kit-${kit}.conv`, import.meta.url);
  const labelled = evidenceIn(readFileSync(file, 'utf8'));
  for (const call of readConvFile(file.pathname)) asked.push(...(await quotesOf(kit, call, labelled)));
  console.error(kit);
}
for (const isYes of [true, false]) {
  const side = asked.filter((each) => each.isYes === isYes);
  const before = shown(side, ({ confidence }) => confidence);
  const now = shown(
    side.filter(({ worth }) => worth >= LEAST_WORTH),
    ({ worth }) => worth,
  );
  console.log(`${isYes ? 'yes' : 'no'}: ${side.length} answers with a quote; before ${told(before)}; now ${told(now)}`);
}
console.log(`${readAgain} of ${asked.length} quotes were read again.`);

async function quotesOf(
  kit: string,
  { id, conversation, bricks }: LabelledConversation,
  labelled: ReadonlyMap<string, string[]>,
): Promise<Quoted[]> {
  const labels = bricks.filter(({ kind }) => kind === 'b');
  const documents = labels.map(({ brick }) => brick);
  const { outcomes } = await answer({ kit, bricks: [] }, documents, conversation, { read, lexical: new Set() });
  const quoted: Quoted[] = [];
  for (const [at, { key, value, confidence, evidence }] of outcomes.entries()) {
    if (typeof value !== 'boolean' || evidence.length === 0) continue;
    const isWorthReading = mostWorth(value, confidence) >= LEAST_WORTH;
    if (isWorthReading) readAgain += 1;
    const turns = [...new Set(evidence.map(({ turn }) => turn))];
    const [weighed] = isWorthReading
      ? await weighQuotes(read, conversation, documents, [{ key, value, confidence, turns }])
      : [];
    const isRight = value === (labels[at]?.expected === 'yes');
    const places = (labelled.get(`${id}/${key}`) ?? []).flatMap((text) => {
      const turn = conversation.turns.find((each) => each.text.includes(text));
      const start = turn === undefined ? -1 : turn.start + turn.text.indexOf(text);
      return start < 0 ? [] : [{ start, end: start + text.length }];
    });
    const isNamed = evidence.some((span) => places.some(({ start, end }) => span.start < end && start < span.end));
    const common = { question: `${kit}/${key}`, isYes: value, confidence, worth: weighed?.worth ?? 0 };
    quoted.push({ ...common, isRelevant: isRight && isNamed });
  }
  return quoted;
}

/** Of each question, as its page shows them. */
function shown(quotes: readonly Quoted[], rank: (quote: Quoted) => number): Quoted[] {
  return [...Map.groupBy(quotes, ({ question }) => question).values()].flatMap((own) =>
    own.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_QUOTES),
  );
}

function told(quotes: readonly Quoted[]): string {
  const relevant = quotes.filter(({ isRelevant }) => isRelevant).length;
  return `${relevant} of ${quotes.length} shown are relevant (${(relevant / Math.max(1, quotes.length)).toFixed(2)})`;
}

/** The labelled evidence by call and key. */
function evidenceIn(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let id = '';
  for (const line of text.split('\n')) {
    id = /^===.*\bid: ([^|=]+)/.exec(line)?.[1]?.trim() ?? id;
    const [, key, quotes] = /^\? b ([a-z][a-z0-9_]*) \|.*? :: (".*")\s*$/.exec(line) ?? [];
    if (key !== undefined && quotes !== undefined)
      found.set(
        `${id}/${key}`,
        [...quotes.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote),
      );
  }
  return found;
}
