/**
 * Cards, account numbers, phone numbers and identity numbers. A checksum decides if there is one; otherwise the words before the number,
 * its form, and the question of an earlier turn: numbers are often said in pieces, over several turns, with the listener repeating each.
 */
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/min';
import { isCardNumber, isIban } from './checksums.ts';
import type { Identity, MaskText } from './identity.ts';
import { askedKind, type NumberKind, numberKind } from './number-context.ts';
import { type NumberRun, readRuns } from './number-runs.ts';
import { readTokens } from './tokens.ts';

type NumberClass = Extract<Identity['kind'], 'card' | 'iban' | 'phone' | 'id_number'>;

/** Countries whose national numbers are recognised without a prefix. */
const COUNTRIES: readonly CountryCode[] = ['US', 'GB', 'DE', 'FR', 'ES', 'IT', 'PT', 'NL', 'AU', 'BR', 'IN'];
const MONEY_BEFORE = /[$€£¥]\s?$/;
const UNIT_AFTER =
  /^\s?(?:[€$£%°]|(?:percent|per cent|euros?|dollars?|pounds?|usd|eur|gbp|kg|km|kilos?|kilometres|degrees|bar|am|pm|a\.m|p\.m|mm|cm|gb|mb|hrs?|hours?|minutes?|days?|weeks?|months?|years?|units|people|visitors|tickets|pages|bouquets|addresses)(?![\p{L}]))/iu;
const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})|\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{2,4})$/;
const DECIMAL = /^\d+(?:\.\d{1,2}){1,3}$/;
const YEAR = /^(?:19|20)\d\d$/;
const SHORT_CARD =
  /(?:ending|ends|last|cvv2?|cvc|security code|digits|back|ziffern?|letzten? vier|endet|endung|prüf\p{L}+|sicherheitscode|rückseite|d[íi]gitos|cuatro|termina(?:da)?|acaba(?:da)?|seguridad|detr[áa]s)\P{N}{0,30}$/iu;
/** "It ends in 0092": four digits that are not a year. */
const CARD_ENDING =
  /(?<!\p{L})(?:ends (?:in|with)|ending (?:in|with)|endet (?:auf|mit)|(?:termina(?:da)?|acaba(?:da)?) en)\s$/iu;
/** Four groups of four, or 4-6-5, with any characters between them. */
const CARD_GROUPS =
  /(?<![\p{L}\p{N}])\d{4}(?:[^\p{L}\p{N}]{1,3}(?:\d{4}[^\p{L}\p{N}]{1,3}\d{4}[^\p{L}\p{N}]{1,3}\d{4}|\d{6}[^\p{L}\p{N}]{1,3}\d{5}))(?![\p{L}\p{N}])/gu;
/** Turns after a question in which its number may still be given in pieces. */
const REACH_TURNS = 8;
/** A turn with more words and no digits ends it. */
const SHORT_TURN = 7;

interface Asked {
  kind: NumberKind;
  left: number;
}

export function findNumbers(texts: readonly MaskText[]): Identity[][] {
  let asked: Asked | undefined;
  return texts.map(({ text }, index) => {
    const tokens = readTokens(text);
    const runs = readRuns(text, tokens);
    const found: Identity[] = groupedCards(text);
    const previous = texts[index - 1]?.text ?? '';
    for (const run of runs) {
      const number = withoutLead(text, run);
      const isOpening = run.start <= 30;
      const before = text.slice(Math.max(0, number.start - 90), number.start);
      const own = numberKind(before);
      const kind = own ?? (isOpening ? numberKind(previous) : undefined);
      const isAnswer = run.from <= 3 && (run.to - run.from) * 2 >= tokens.length - run.from;
      const pieces = isAnswer && own === undefined ? asked?.kind : undefined;
      const identity = classify(text, number, kind, {
        before: isOpening ? previous + before : before,
        pieces,
      });
      if (identity !== undefined) found.push(identity);
    }
    asked = nextAsked(asked, text, tokens.length, runs, found);
    return found;
  });
}

function groupedCards(text: string): Identity[] {
  return [...text.matchAll(CARD_GROUPS)].flatMap(({ 0: written, index }): Identity[] => {
    const digits = written.replaceAll(/\D/g, '');
    return isCardNumber(digits) ? [{ start: index, end: index + written.length, kind: 'card', normal: digits }] : [];
  });
}

/** The number requested after this turn. */
function nextAsked(
  asked: Asked | undefined,
  text: string,
  words: number,
  runs: readonly NumberRun[],
  found: readonly Identity[],
): Asked | undefined {
  const hasDigits = runs.some(({ digits }) => digits.length >= 2);
  const kind = hasDigits ? undefined : askedKind(text);
  if (kind !== undefined && kind !== 'other') return { kind, left: REACH_TURNS };
  if (found.length > 0 && asked === undefined) {
    // "It's 4532 …": a number that began without a question may also continue.
    const [first] = found;
    return first === undefined ? undefined : { kind: first.kind as NumberKind, left: REACH_TURNS };
  }
  if (asked === undefined || asked.left <= 1 || (!hasDigits && words > SHORT_TURN)) return undefined;
  return { kind: asked.kind, left: asked.left - 1 };
}

interface Surroundings {
  before: string;
  /** The number requested by an earlier turn, if this run opens its turn. */
  pieces: NumberKind | undefined;
}

function classify(
  text: string,
  run: NumberRun,
  kind: NumberKind | undefined,
  { before, pieces }: Surroundings,
): Identity | undefined {
  const { digits, compact, start, end } = run;
  const iban = ibanIn(text, run);
  if (iban !== undefined) return iban;
  const as = (found: NumberClass, normal = compact): Identity => ({ start, end, kind: found, normal });
  if (isCardNumber(digits) && kind !== 'other') return as('card', digits);
  if (kind === 'card' && digits.length >= 12) return as('card', digits);
  if (!run.isSpoken && isQuantity(text, run, kind)) return undefined;
  if (kind === 'iban' && compact.length >= 8) return as('iban');
  if (kind === 'card' && digits.length >= 3 && digits.length <= 5 && SHORT_CARD.test(before)) return as('card', digits);
  if (digits.length === 4 && kind !== 'other' && !YEAR.test(digits) && CARD_ENDING.test(before))
    return as('card', digits);
  if (run.hasPlus && digits.length >= 7) return as('phone', digits);
  if (kind !== 'other' && kind !== 'id_number' && isPhone(run, kind)) return as('phone', digits);
  if (kind === 'id_number' && isIdentityNumber(run)) return as('id_number');
  if (/^\d{3}-\d{2}-\d{4}$/.test(text.slice(start, end))) return as('id_number');
  if (pieces !== undefined && pieces !== 'zip' && isPiece(run)) return pieceOf(run, pieces);
  // A long unexplained number is usually personal.
  if (kind !== 'other' && digits.length >= 9) return as(run.isSpoken ? 'phone' : 'id_number');
  return undefined;
}

function pieceOf(run: NumberRun, asked: NumberKind): Identity | undefined {
  const { start, end, digits, compact } = run;
  return asked === 'other' || asked === 'zip'
    ? undefined
    : { start, end, kind: asked, normal: asked === 'phone' || asked === 'card' ? digits : compact };
}

/** A piece of a requested number: at least two digits, and not a year or a sum. */
function isPiece(run: NumberRun): boolean {
  return run.digits.length >= 3 || (run.digits.length === 2 && run.to - run.from === 2);
}

/** "JCB 3530…", "CPF 529…": the name of the number is not part of it. */
function withoutLead(text: string, run: NumberRun): NumberRun {
  const lead = /^[A-Za-z]{2,4} (?=\d)/.exec(text.slice(run.start, run.end))?.[0] ?? '';
  if (lead === '' || numberKind(lead) === undefined) return run;
  return { ...run, start: run.start + lead.length, compact: run.compact.slice(lead.length - 1) };
}

function isQuantity(text: string, { start, end, groups }: NumberRun, kind: NumberKind | undefined): boolean {
  const written = text.slice(start, end);
  return (
    MONEY_BEFORE.test(text.slice(Math.max(0, start - 2), start)) ||
    UNIT_AFTER.test(text.slice(end, end + 14)) ||
    /^[:]\d|^[.,]\d/.test(text.slice(end, end + 2)) ||
    /\d[:.,]$/.test(text.slice(Math.max(0, start - 2), start)) ||
    (DATE.test(written) && kind !== 'id_number') ||
    (DECIMAL.test(written) && groups.length <= 4)
  );
}

function isIdentityNumber({ digits, compact, isSpoken }: NumberRun): boolean {
  if (YEAR.test(compact)) return false;
  return digits.length >= 4 || (digits.length >= 2 && compact.length >= 5 && !isSpoken) || compact.length >= 6;
}

function isPhone(run: NumberRun, kind: NumberKind | undefined): boolean {
  const { digits, groups, compact, isSpoken } = run;
  if (compact !== digits || digits.length < 7 || digits.length > 15) return false;
  if (kind === 'phone' || isSpoken) return true;
  if (groups.length === 2 && groups[0]?.length === 3 && groups[1]?.length === 4) return true;
  if (groups.length > 1 && /^(?:00|0)/.test(digits) && digits.length >= 9) return true;
  return digits.length >= 9 && COUNTRIES.some((country) => parsePhoneNumber(digits, country)?.isValid() === true);
}

/** The account number that begins here: its groups are added one by one until the checksum matches. */
function ibanIn(text: string, { start, end, compact, isSpoken }: NumberRun): Identity | undefined {
  if (isSpoken) {
    for (let length = Math.min(34, compact.length); length >= 15; length -= 1) {
      if (isIban(compact.slice(0, length))) return { start, end, kind: 'iban', normal: compact.slice(0, length) };
    }
    return undefined;
  }
  const [opening] = text.slice(start, end).matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g);
  if (opening === undefined) return undefined;
  const from = start + opening.index;
  let whole = '';
  let best: Identity | undefined;
  for (const match of text.slice(from, from + 48).matchAll(/[A-Za-z0-9]+/g)) {
    whole += match[0].toUpperCase();
    if (whole.length > 34) break;
    if (isIban(whole)) best = { start: from, end: from + match.index + match[0].length, kind: 'iban', normal: whole };
  }
  return best;
}
