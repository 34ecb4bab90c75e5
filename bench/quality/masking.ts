/**
 * How well the masker finds what identifies people, on the labelled texts of `masking/labels`:
 *
 *   node bench/quality/masking.ts [--half tune|report] [--misses]
 *
 * Recall: of the labelled spans of a class, the share of which no word is left readable, whatever class masked it (titles such as "Mr" do not count). False masks:
 * words that were masked and identify nobody, as a share of all words that identify nobody. `--misses` lists both and is for the half that is tuned on.
 */
import { parseArgs } from 'node:util';
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract';
import { findIdentities } from '@brickwork/engine/mask/find-identities';
import type { Identity } from '@brickwork/engine/mask/identity';
import { type LabelledSpan, type LabelledText, readLabels } from './masking/read-labels.ts';

const { values } = parseArgs({
  options: { half: { type: 'string', default: 'report' }, misses: { type: 'boolean', default: false } },
});
if (values.half !== 'tune' && values.half !== 'report') {
  console.error('Usage: node bench/quality/masking.ts [--half tune|report] [--misses]');
  process.exit(2);
}

const TITLES = /^(?:mr|mrs|ms|mx|miss|dr|prof|professor|doctor|frau|sr|sra|and|aunt|mister)$/i;
const BARS: Readonly<Record<MaskClass, number>> = {
  email: 0.99,
  phone: 0.99,
  card: 0.99,
  iban: 0.99,
  id_number: 0.9,
  address: 0.9,
  person: 0.95,
  url_secret: 0.9,
  password: 0.97,
  birth_date: 0.97,
};

interface Count {
  spans: number;
  caught: number;
  /** Words that were masked as this class and identify nobody. */
  falseWords: number;
}

const counts = new Map(MASK_CLASSES.map((kind): [MaskClass, Count] => [kind, { spans: 0, caught: 0, falseWords: 0 }]));
let plainWords = 0;

function isWithin(at: number, spans: readonly { start: number; end: number }[]): boolean {
  return spans.some(({ start, end }) => at >= start && at < end);
}

function count(name: string, text: string, labelled: readonly LabelledSpan[], found: readonly Identity[]): void {
  for (const span of labelled) {
    const words = [...text.slice(span.start, span.end).matchAll(/[\p{L}\p{N}\p{M}]+/gu)];
    const left = words.filter(
      ([word], at) => !TITLES.test(word) && !isWithin(span.start + (words[at]?.index ?? 0), found),
    );
    const figures = counts.get(span.kind);
    if (figures === undefined) continue;
    figures.spans += 1;
    if (left.length === 0) figures.caught += 1;
    else if (values.misses)
      console.log(`LEFT ${span.kind} “${text.slice(span.start, span.end)}” in ${name}: ${text.slice(0, 160)}`);
  }
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}'’]+/gu)) {
    if (isWithin(index, labelled)) continue;
    plainWords += 1;
    const mask = found.find(({ start, end }) => index >= start && index < end);
    if (mask === undefined || TITLES.test(word)) continue;
    const figures = counts.get(mask.kind);
    if (figures !== undefined) figures.falseWords += 1;
    if (values.misses)
      console.log(
        `FALSE ${mask.kind} “${text.slice(mask.start, mask.end)}” in ${name}: ${text.slice(Math.max(0, mask.start - 60), mask.end + 40)}`,
      );
  }
}

const texts: LabelledText[] = readLabels().filter(({ half }) => half === values.half);
for (const { name, turns } of texts) {
  const { byText } = findIdentities(turns, new Set(MASK_CLASSES));
  for (const [index, { text, spans }] of turns.entries()) count(name, text, spans, byText[index] ?? []);
}

const conversations = texts.filter(({ turns }) => turns.length > 1).length;
console.log(`${values.half} half: ${texts.length - conversations} sentences and ${conversations} conversations`);
console.log(
  `${'class'.padEnd(12)}${'spans'.padStart(7)}${'recall'.padStart(9)}${'bar'.padStart(7)}${'false masks'.padStart(14)}`,
);
let falseWords = 0;
for (const [kind, { spans, caught, falseWords: wrong }] of counts) {
  falseWords += wrong;
  const recall = spans === 0 ? '–' : (caught / spans).toFixed(3);
  const share = `${((100 * wrong) / plainWords).toFixed(2)} %`;
  console.log(
    `${kind.padEnd(12)}${String(spans).padStart(7)}${recall.padStart(9)}${String(BARS[kind]).padStart(7)}${share.padStart(14)}`,
  );
}
console.log(
  `all classes: ${falseWords} of ${plainWords} words masked that identify nobody, ${((100 * falseWords) / plainWords).toFixed(2)} % (bar: 2 %)`,
);
