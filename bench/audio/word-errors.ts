/** Words to be changed, added or removed to get what was said, where two ways to write the same count as the same. */
import { numbersAsDigits } from './numbers-as-digits.ts';

export interface WordErrors {
  errors: number;
  words: number;
}

export function wordErrors(said: string, heard: string): WordErrors {
  const wanted = spokenWords(said);
  return { errors: distance(wanted, spokenWords(heard)), words: wanted.length };
}

/** Lower case, no punctuation, no hesitations, contractions written out, digits one by one. */
export function spokenWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`]/g, "'")
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/£\s?(\d+)/g, '$1 pounds ')
    .replace(/\$\s?(\d+)/g, '$1 dollars ')
    .replace(/%/g, ' percent ')
    .replace(/&/g, ' and ')
    .replace(/@/g, ' at ')
    .replace(/(\d)(st|nd|rd|th|am|pm|s)\b/g, '$1 $2')
    .replace(/(\d)([a-z])/g, '$1 $2')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/\bcan't\b|\bcannot\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/'(re|ll|ve|d|m|s)\b/g, (_, short: string) => ` ${LONG[short]}`)
    .replace(/'/g, '');
  const words = plain.match(/[\p{L}]+|\d/gu) ?? [];
  const known = words.flatMap((word) => (ALIKE.get(word) ?? word).split(' ')).filter((word) => !HESITATIONS.has(word));
  return numbersAsDigits(known);
}

const LONG: Readonly<Record<string, string>> = { re: 'are', ll: 'will', ve: 'have', d: 'would', m: 'am', s: 's' };

const HESITATIONS: ReadonlySet<string> = new Set([
  'um',
  'uh',
  'er',
  'erm',
  'hm',
  'hmm',
  'mm',
  'mhm',
  'ah',
  'st',
  'nd',
  'rd',
  'th',
  '',
]);

const ALIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    okay: 'ok',
    alright: 'all right',
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'got to',
    mr: 'mister',
    mrs: 'missis',
    missus: 'missis',
    dr: 'doctor',
    til: 'till',
    cheque: 'check',
    cheques: 'checks',
    centre: 'center',
    colour: 'color',
    colours: 'colors',
    neighbour: 'neighbor',
    neighbours: 'neighbors',
    favourite: 'favorite',
    organise: 'organize',
    organised: 'organized',
    apologise: 'apologize',
    recognise: 'recognize',
    grey: 'gray',
    metre: 'meter',
    metres: 'meters',
    programme: 'program',
  }),
);

function distance(wanted: readonly string[], heard: readonly string[]): number {
  return costs(wanted, heard).at(-1)?.at(-1) ?? 0;
}

/** For each number of words heard (down) and wanted (across), the least that is to be changed. */
function costs(wanted: readonly string[], heard: readonly string[]): Uint16Array[] {
  const rows = [Uint16Array.from({ length: wanted.length + 1 }, (_, index) => index)];
  for (const [at, word] of heard.entries()) {
    const above = rows[at] ?? new Uint16Array();
    const row = new Uint16Array(wanted.length + 1);
    row[0] = at + 1;
    for (const [index, said] of wanted.entries())
      row[index + 1] = Math.min(
        (above[index] ?? 0) + Number(word !== said),
        (above[index + 1] ?? 0) + 1,
        (row[index] ?? 0) + 1,
      );
    rows.push(row);
  }
  return rows;
}

/** Pairs of positions of the words that are the same in both. */
export function sameWords(wanted: readonly string[], heard: readonly string[]): [wanted: number, heard: number][] {
  const rows = costs(wanted, heard);
  const pairs: [number, number][] = [];
  for (let [down, across] = [heard.length, wanted.length]; down > 0 && across > 0; ) {
    const here = rows[down]?.[across] ?? 0;
    const isSame = heard[down - 1] === wanted[across - 1];
    if (isSame && here === rows[down - 1]?.[across - 1]) pairs.push([across - 1, down - 1]);
    if (here === (rows[down - 1]?.[across - 1] ?? 0) + Number(!isSame)) [down, across] = [down - 1, across - 1];
    else if (here === (rows[down - 1]?.[across] ?? 0) + 1) down -= 1;
    else across -= 1;
  }
  return pairs.reverse();
}
