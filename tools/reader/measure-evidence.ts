/**
 * Whether the quotes of answers that were read show what a person named: each right answer of labelled kits with its quotes, against the quotes of its
 * label. A quote bears where it overlaps one of them.
 *
 *   node tools/reader/measure-evidence.ts [FILE.conv…]      by default the kits for the report
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import type { ReadModel } from '@brickwork/engine/reader/reading';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { isRight } from '../../bench/quality/is-right.ts';
import { REPORT_KITS } from '../../bench/quality/report-kits.ts';
import { readConvFile } from './read-conv-file.ts';

interface Place {
  start: number;
  end: number;
}

interface Counted {
  right: number;
  quoted: number;
  bearing: number;
}

/** By kind of answer: of the right ones with a labelled quote, how many have a quote, and how many of these show it. */
export async function measureEvidence(
  read: ReadModel,
  files: readonly string[],
  onQuote?: (
    what: string,
    question: string,
    quotes: readonly string[],
    labelled: readonly string[],
    isBearing: boolean,
  ) => void,
): Promise<Map<string, Counted>> {
  const answer = createReadingEngine();
  const counts = new Map<string, Counted>();
  for (const file of files) {
    const labelled = quotesIn(readFileSync(file, 'utf8'));
    for (const { id, conversation, bricks } of readConvFile(file)) {
      const documents = bricks.map(({ brick }) => brick);
      const { outcomes } = await answer({ kit: 'evidence', bricks: [] }, documents, conversation, {
        read,
        lexical: new Set(),
      });
      for (const [at, label] of bricks.entries()) {
        const outcome = outcomes[at];
        const quotes = labelled.get(`${id}/${label.brick.key}`) ?? [];
        const named = quotes.flatMap((quote) => placesOf(conversation.text, quote));
        if (outcome === undefined || named.length === 0 || !isRight(label, outcome.value)) continue;
        const what = label.kind === 'b' ? label.expected : label.brick.type;
        const count = counts.get(what) ?? { right: 0, quoted: 0, bearing: 0 };
        counts.set(what, count);
        count.right += 1;
        const shown = outcome.evidence ?? [];
        if (shown.length === 0) continue;
        count.quoted += 1;
        const isBearing = shown.some((each) => named.some(({ start, end }) => each.start < end && each.end > start));
        if (isBearing) count.bearing += 1;
        onQuote?.(
          what,
          label.brick.question ?? '',
          shown.map(({ text }) => text),
          quotes,
          isBearing,
        );
      }
    }
  }
  return counts;
}

function placesOf(text: string, quote: string): Place[] {
  const start = text.indexOf(quote);
  return start < 0 ? [] : [{ start, end: start + quote.length }];
}

/** The quotes of each label, by conversation and brick. */
function quotesIn(text: string): Map<string, string[]> {
  const quotes = new Map<string, string[]>();
  let id = '';
  for (const line of text.split('\n')) {
    id = /^===.*\bid: ([^|=]+)/.exec(line)?.[1]?.trim() ?? id;
    const [, key, all] = /^\? [a-z] ([a-z][a-z0-9_]*) \|.*? :: (".+")\s*$/.exec(line) ?? [];
    if (key !== undefined && all !== undefined)
      quotes.set(
        `${id}/${key}`,
        [...all.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote),
      );
  }
  return quotes;
}

export function reportOf(counts: ReadonlyMap<string, Counted>): string[] {
  const all = [...counts.values()].reduce(
    (sum, each) => ({
      right: sum.right + each.right,
      quoted: sum.quoted + each.quoted,
      bearing: sum.bearing + each.bearing,
    }),
    { right: 0, quoted: 0, bearing: 0 },
  );
  return [...counts, ['all', all] as const].map(
    ([what, { right, quoted, bearing }]) =>
      `${what}: ${right} right, ${(quoted / right).toFixed(3)} quoted, ${(bearing / Math.max(1, quoted)).toFixed(3)} of these show it`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  const files = named.length > 0 ? named : REPORT_KITS.map(([, file]) => fileURLToPath(file));
  for (const line of reportOf(await measureEvidence(await openReadModel(READER_FILES), files))) console.log(line);
}
