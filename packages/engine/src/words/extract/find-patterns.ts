/** What a fixed shape shows: e-mail addresses, web addresses, ids, quotations, and the user's own regular expressions. */

import type { RE2JS } from 're2js';
import type { Turn } from '../../conversation/conversation.ts';
import { readTurnWords } from '../text/read-words.ts';
import { SHAPE_STRENGTH } from '../weights/extracting.ts';
import type { Candidate } from './candidate.ts';
import { unitOf } from './english-number.ts';

const EMAIL = /(?<![\w.+-])([\w.+-]{1,64})@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5})/gi;
const SPOKEN_EMAIL =
  /(?<!\w)((?:\w{1,40} (?:dot|underscore|dash) ){0,3}\w{1,40}) at (\w{1,40}(?: dot \w{1,20}){1,3})(?!\w)/gi;
const URL_SHAPE =
  /(?:https?:\/\/|www\.)([^\s/<>"'”)]{1,253})([^\s<>"'”)]*)|(?<![@\w.])((?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|co|gov|edu|app|dev|info|uk|de|fr|eu|us|ca|au))(\/[^\s<>"'”)]*)?(?![\w@])/gi;
const ID_WORD = /(?<![\w-])(?=[\w-]{0,40}\d)[A-Za-z0-9](?:[A-Za-z0-9-]{1,38}[A-Za-z0-9])(?![\w-])/g;
const ID_LEAD =
  /(?:\bid|number|code|reference|ref|order|account|booking|ticket|case|confirmation|tracking|serial|invoice|#)\W{0,3}(?:\w{1,10}\W{1,3}){0,2}$/i;
const QUOTATION = /[“"«]([^”"»\n]{2,400})[”"»]/g;

function candidatesOf(
  turns: readonly Turn[],
  pattern: RegExp,
  read: (
    match: RegExpExecArray,
    turn: Turn,
  ) => { value: string; strength: number; from?: number; to?: number } | undefined,
): Candidate[] {
  const found: Candidate[] = [];
  for (const turn of turns) {
    for (const match of turn.text.matchAll(pattern)) {
      const result = read(match, turn);
      if (result === undefined) continue;
      const from = result.from ?? match.index;
      const to = result.to ?? match.index + match[0].length;
      found.push({
        turn,
        start: turn.start + from,
        end: turn.start + to,
        value: result.value,
        strength: result.strength,
      });
    }
  }
  return found;
}

export function findEmails(turns: readonly Turn[]): Candidate[] {
  const spell = (text: string): string =>
    text
      .replaceAll(/ ?\bdot\b ?/gi, '.')
      .replaceAll(/ ?\bunderscore\b ?/gi, '_')
      .replaceAll(/ ?\bdash\b ?/gi, '-');
  return [
    ...candidatesOf(turns, EMAIL, ([, local = '', host = '']) => ({
      value: `${local}@${host.toLowerCase()}`,
      strength: SHAPE_STRENGTH.email,
    })),
    ...candidatesOf(turns, SPOKEN_EMAIL, ([, local = '', host = '']) => ({
      value: `${spell(local)}@${spell(host)}`.toLowerCase(),
      strength: SHAPE_STRENGTH.spokenEmail,
    })),
  ];
}

export function findUrls(turns: readonly Turn[]): Candidate[] {
  return candidatesOf(turns, URL_SHAPE, (match) => {
    const whole = match[0].replace(/[.,;:!?]+$/, '');
    const host = match[1] ?? match[3] ?? '';
    const value = whole.replace(host, host.toLowerCase()).replace(/^https?:/i, (scheme) => scheme.toLowerCase());
    return {
      value,
      strength: match[3] === undefined ? SHAPE_STRENGTH.url : SHAPE_STRENGTH.bareHost,
      to: match.index + whole.length,
    };
  });
}

function findSpokenIds(turns: readonly Turn[]): Candidate[] {
  const found: Candidate[] = [];
  for (const turn of turns) {
    const words = readTurnWords(turn);
    for (let at = 0; at < words.length; ) {
      let to = at;
      let value = '';
      while (to < words.length && to - at < 24) {
        const text = words[to]?.text ?? '';
        const unit = unitOf(text);
        if (unit >= 0 && text !== 'o') value += String(unit);
        else if (/^\d+$/.test(text) || (value !== '' && /^[a-z]$/.test(text) && text !== 'a' && text !== 'i'))
          value += text;
        else break;
        to += 1;
      }
      if (value.length >= 4 && to - at >= 2) {
        found.push({
          turn,
          start: turn.start + (words[at]?.start ?? 0),
          end: turn.start + (words[to - 1]?.end ?? 0),
          value,
          strength: SHAPE_STRENGTH.spokenId,
        });
      }
      at = Math.max(to, at + 1);
    }
  }
  return found;
}

function idStrength(value: string, isLed: boolean): number {
  if (isLed) return SHAPE_STRENGTH.ledId;
  if (/[A-Za-z]/.test(value)) return SHAPE_STRENGTH.mixedId;
  return value.length >= SHAPE_STRENGTH.longIdDigits ? SHAPE_STRENGTH.longId : SHAPE_STRENGTH.shortId;
}

export function findIds(turns: readonly Turn[]): Candidate[] {
  const written = candidatesOf(turns, ID_WORD, (match, turn) => {
    const value = match[0];
    if (value.replaceAll(/\D/g, '').length < 2 || /^\d{1,2}(?:st|nd|rd|th|am|pm)$/i.test(value)) return undefined;
    const isLed = ID_LEAD.test(turn.text.slice(Math.max(0, match.index - 40), match.index));
    return { value, strength: idStrength(value, isLed) };
  });
  return [...written, ...findSpokenIds(turns)];
}

export function findQuotations(turns: readonly Turn[]): Candidate[] {
  return candidatesOf(turns, QUOTATION, (match) => {
    const inner = match[1] ?? '';
    const from = match.index + 1;
    return { value: inner, strength: SHAPE_STRENGTH.quotation, from, to: from + inner.length };
  });
}

/** The first group where the expression has one, else the whole match. */
export function findByPattern(turns: readonly Turn[], pattern: RE2JS): Candidate[] {
  const found: Candidate[] = [];
  for (const turn of turns) {
    const matcher = pattern.matcher(turn.text);
    while (matcher.find()) {
      const group = pattern.groupCount() > 0 && matcher.group(1) !== null ? 1 : 0;
      const from = matcher.start(group);
      const to = matcher.end(group);
      if (to > from)
        found.push({
          turn,
          start: turn.start + from,
          end: turn.start + to,
          value: turn.text.slice(from, to),
          strength: SHAPE_STRENGTH.ownPattern,
        });
    }
  }
  return found;
}
