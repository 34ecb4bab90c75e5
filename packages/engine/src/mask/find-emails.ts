/** E-mail addresses, written ("jo@example.org", "bob [at] example [dot] com") and said ("k dot patel nine nine at yahoo dot co dot uk"). */
import { unitOf } from '../words/extract/english-number.ts';
import type { Identity, MaskText } from './identity.ts';
import { gapBefore, readTokens, type Token } from './tokens.ts';

const WRITTEN =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'’-]{1,64}@(?:[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,5})?/gu;
/** "jo @ example . org": a real top-level domain distinguishes it from a sentence. */
const SPACED =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64} ?@ ?[\p{L}\p{N}-]{1,63}(?:(?:\.| \. )[\p{L}\p{N}-]{1,63}){1,4}/gu;
/** "jo(at)example.org", "iker [arroba] correo [punto] es" */
const BRACKETED =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64} ?[([{] ?(?:at|ät|arroba|chiocciola|arobase) ?[)\]}] ?[\p{L}\p{N}-]{1,63}(?:(?:\.| ?[([{] ?(?:dot|punkt|punto|ponto|point) ?[)\]}] ?)[\p{L}\p{N}-]{1,63}){1,4}/giu;
/** "n o w a k @ gmx.net" */
const SPELLED_LOCAL =
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}] ){2,30}[\p{L}\p{N}]? ?@ ?[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu;
/** Spoken forms of the @ sign. */
const AT = new Set('at ät arroba chiocciola arobase apenstaartje klammeraffe'.split(' '));
const SAYS_AT = /(?<!\p{L})(?:at|ät|arroba|chiocciola|arobase|apenstaartje|klammeraffe)(?!\p{L})/iu;
const PROVIDERS = new Set('gmail hotmail outlook yahoo icloud aol msn protonmail fastmail gmx'.split(' '));
const DOTS = new Set('dot punkt point ponto punto'.split(' '));
const TOP_LEVEL = new Set(
  'com org net io co uk de fr es it pt nl pl eu us ca au gov edu info biz app dev at ch be se no dk fi ie cn jp br gr cz me tv ai online shop'.split(
    ' ',
  ),
);
/** Spoken inside an address; neighbouring words belong to it. */
const JOINTS = new Set(
  'dot underscore dash hyphen minus plus point then initial number punkt ponto punto unterstrich bindestrich guion guión bajo trattino tiret tirait'.split(
    ' ',
  ),
);
/** Words that announce an address: never part of one. */
const LEADS = new Set(
  "is it's its that's my the email mail address to at e for use me or and so yeah yes ok okay um uh are be was his her our your their write send es lautet ist die das el la correo mail adresse meine mi und y a an al".split(
    ' ',
  ),
);
const ASKS = /mail|correo|courriel|posta elettronica/i;
const LONGEST = 14;
const JOINING_GAP = /^[\s,.\-_–]{0,3}$/;

export function findEmails(texts: readonly MaskText[]): Identity[][] {
  return texts.map(({ text }, index) => {
    const spaced = [...text.matchAll(SPACED)].filter(([address]) =>
      TOP_LEVEL.has((/[^. ]+$/.exec(address)?.[0] ?? '').toLowerCase()),
    );
    const found = [
      ...text.matchAll(WRITTEN),
      ...text.matchAll(BRACKETED),
      ...text.matchAll(SPELLED_LOCAL),
      ...spaced,
    ].map(
      (match): Identity => ({
        start: match.index,
        end: match.index + match[0].replace(/[.-]+$/, '').length,
        kind: 'email',
        normal: match[0]
          .replace(/[.-]+$/, '')
          .replaceAll(' ', '')
          .toLowerCase(),
      }),
    );
    const isAsked = ASKS.test(texts[index - 1]?.text ?? '') || ASKS.test(text);
    return [...found, ...spokenEmails(text, isAsked)];
  });
}

function spokenEmails(text: string, isAsked: boolean): Identity[] {
  if (!SAYS_AT.test(text)) return [];
  const tokens = readTokens(text);
  const found: Identity[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!AT.has(token.lower) || at === 0) continue;
    const to = hostEnd(text, tokens, at + 1, isAsked);
    if (to === undefined) continue;
    const from = localStart(text, tokens, at);
    if (from >= at) continue;
    const start = tokens[from]?.start ?? token.start;
    const end = tokens[to - 1]?.end ?? token.end;
    found.push({ start, end, kind: 'email', normal: spell(tokens.slice(from, to)) });
  }
  return found;
}

/** One past the last token of "gmail dot com", "the dash mill dot co dot uk", "polbit pl", or of a provider's name alone. */
function hostEnd(text: string, tokens: readonly Token[], from: number, isAsked: boolean): number | undefined {
  for (let at = from + 1; at < Math.min(from + 6, tokens.length - 1); at += 1) {
    if (/[.!?]\s|\n/.test(gapBefore(text, tokens, at))) break;
    if (!DOTS.has(tokens[at]?.lower ?? '')) continue;
    const isKnown = TOP_LEVEL.has(tokens[at + 1]?.lower ?? '') || (isAsked && at === from + 1);
    if (!isKnown) continue;
    let to = at + 2;
    while (DOTS.has(tokens[to]?.lower ?? '') && to + 1 < tokens.length) to += 2;
    return to;
  }
  const last = tokens[from]?.lower ?? '';
  const isEnding = TOP_LEVEL.has(tokens[from + 1]?.lower ?? '') && JOINING_GAP.test(gapBefore(text, tokens, from + 1));
  if (PROVIDERS.has(last)) return isEnding ? from + 2 : from + 1;
  return isAsked && isEnding ? from + 2 : undefined;
}

/** Back from "at" over letters, digits and words connected by a separator. */
function localStart(text: string, tokens: readonly Token[], at: number): number {
  let from = at;
  let isJoined = true;
  while (from > 0 && at - from < LONGEST) {
    const { lower = '', raw = '' } = tokens[from - 1] ?? {};
    if (!/^[\s,.\-_–[\]()]{0,3}$/.test(gapBefore(text, tokens, from))) break;
    // "m as in mike"
    if (tokens[from - 2]?.lower === 'in' && tokens[from - 3]?.lower === 'as') {
      from -= 3;
      isJoined = true;
      continue;
    }
    const isPiece = JOINTS.has(lower) || unitOf(lower) >= 0 || /^\d+$/.test(raw) || (raw.length === 1 && lower !== 'a');
    if (isPiece) isJoined = true;
    else if (lower === 'first' || lower === 'last') isJoined = false;
    else if ((isJoined || JOINTS.has(tokens[from - 2]?.lower ?? '')) && !LEADS.has(lower)) isJoined = false;
    else break;
    from -= 1;
  }
  return from;
}

const SPELLED = new Map(
  Object.entries({ at: '@', dot: '.', point: '.', punkt: '.', ponto: '.', punto: '.', underscore: '_', dash: '-' }),
)
  .set('hyphen', '-')
  .set('minus', '-')
  .set('plus', '+')
  .set('then', '');

function spell(tokens: readonly Token[]): string {
  return tokens.map(({ lower }) => SPELLED.get(lower) ?? (unitOf(lower) >= 0 ? String(unitOf(lower)) : lower)).join('');
}
