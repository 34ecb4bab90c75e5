/**
 * A normalised text for the finders, so that no disguise hides an identity: one form of every character (NFKC), nothing invisible, one
 * hyphen, one space, digits of every script as 0 to 9, the letter O in a number as 0, letters of other scripts that look Latin inside a
 * Latin word. Offsets lead back to the text. Linear.
 */
import type { Identity } from './identity.ts';

export interface PlainText {
  text: string;
  /** The same identity with its offsets in the original text. */
  back(identity: Identity): Identity;
}

/** A character with its accents. */
const CHARACTER = /.\p{M}{0,8}/gsu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
const DASH = /^[\p{Pd}\u2212\u2043\u02d7]$/u;
const SPACE = /^[\p{Zs}\u2800]$/u;
/** NFKC would turn them into letters or full stops. */
const KEPT = /^[…™℠ªº¼½¾´¨¯¸]/;
const DIGIT = /\p{Nd}/u;
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu;
const ASCII = /^[\t\n\r -~]*$/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const NUMBER_GAP = /^[ .()+/-]{1,3}$/;
/** Fewer digits are a name: "O2", "Q10". */
const FEWEST_DIGITS = 5;
const LONGEST = 4;
const LOOKS_LATIN = new Map(
  Array.from(
    'аaеeоoрpсcуyхxіiјjѕsһhԁdАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSοoαaνvιiΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX'.matchAll(/(.)(.)/gu),
  ).map(([, from = '', to = '']) => [from, to]),
);

export function plainText(written: string): PlainText {
  if (ASCII.test(written)) return { text: zerosForO(written), back: (identity) => identity };
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of written.matchAll(CHARACTER)) {
    const plain = plainCharacter(character);
    for (let at = 0; at < plain.length; at += 1) {
      starts.push(index);
      ends.push(index + character.length);
    }
    text += plain;
  }
  return {
    // The sign for a long vowel is a hyphen in Japanese numbers.
    text: zerosForO(latinWords(text).replaceAll(/(?<=\d)ー(?=\d)/g, '-')),
    back: (identity) => ({
      ...identity,
      start: starts[identity.start] ?? written.length,
      end: ends[identity.end - 1] ?? written.length,
    }),
  };
}

function plainCharacter(character: string): string {
  if (character.length === 1 && character <= '~') return character;
  const visible = character.replaceAll(INVISIBLE, '');
  if (visible === '' || KEPT.test(visible)) return visible;
  if (DASH.test(visible)) return '-';
  if (SPACE.test(visible)) return ' ';
  const plain = visible.normalize('NFKC');
  // Some characters represent a whole sentence.
  if (plain.length > visible.length + LONGEST) return visible;
  return plain.replaceAll(FOREIGN_DIGITS, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)));
}

/** The digits of a script are consecutive, zero first, after a different kind of character. */
function digitOf(code: number): number {
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/** "Jоhn" with a Cyrillic о. Words that are all in one script stay. */
function latinWords(text: string): string {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return text;
  return text.replaceAll(WORD, (word) =>
    /\p{Script=Latin}/u.test(word) ? Array.from(word, (letter) => LOOKS_LATIN.get(letter) ?? letter).join('') : word,
  );
}

/** "O77OO 9OO123" is a number; words of the letter alone stay at its ends. */
function zerosForO(text: string): string {
  if (!/\d[Oo]|[Oo]\d/.test(text)) return text;
  let plain = '';
  let last = 0;
  let run: { start: number; end: number } | undefined;
  const close = (): void => {
    if (run === undefined) return;
    const written = text.slice(run.start, run.end);
    const isNumber = written.replaceAll(/\D/g, '').length >= FEWEST_DIGITS;
    plain += text.slice(last, run.start) + (isNumber ? written.replaceAll(/[Oo]/g, '0') : written);
    last = run.end;
    run = undefined;
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isPart = /^[\dOo]+$/.test(word) && /\d|../.test(word);
    if (run !== undefined && !(isPart && NUMBER_GAP.test(text.slice(run.end, index)))) close();
    if (isPart) run = { start: run?.start ?? index, end: index + word.length };
  }
  close();
  return plain + text.slice(last);
}
