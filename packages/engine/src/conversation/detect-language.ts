/**
 * The language of a conversation, offline: by its script, and for Latin letters by the share of words that each language uses all the time. That is enough for
 * what depends on it (is this English, and if not, what to call it); a library of trigram tables would name more languages.
 */
import type { Language, Turn } from './conversation.ts';

/** The beginning is enough, and keeps long conversations cheap. */
const MAX_CHARACTERS = 3_000;
/** Fewer letters tell nothing: such a conversation has no language. */
const MIN_LETTERS = 25;
/** In scripts whose letters are syllables or words. */
const MIN_DENSE_LETTERS = 8;

/** In this order: Japanese also writes Han characters. */
const SCRIPTS: ReadonlyArray<readonly [code: string, letters: RegExp, isDense?: boolean]> = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, true],
  ['zh', /\p{Script=Han}/gu, true],
  ['ko', /\p{Script=Hangul}/gu, true],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
];

const EVERYDAY: Readonly<Record<string, string>> = {
  en: 'the and to you i is it of a that for in my on have be this with are do we can not so was but what just your me if at',
  de: 'der die das und ist nicht ich sie wir es ein eine zu mit auf für den dem dass wie haben habe kann bitte mir ihnen ihre meine noch auch',
  fr: 'le la les de des et est je vous nous un une pas que qui pour dans sur mon ma votre avec ce à il elle en au du bonjour merci',
  es: 'el la los las de y es que no en un una por con mi su para se me lo le está pero como más muy gracias puede qué hola',
  it: 'il la i le di e è che non un una per con mi sono lo gli del della ho come mio grazie ma si questo anche può',
  pt: 'o a os as de e é que não um uma por com meu minha para se me em do da no na está mas como obrigado você eu isso já',
  nl: 'de het een en is niet ik u van dat op voor met mijn we er te aan zijn maar ook kan heb dit wat nog naar bij',
  pl: 'i w na nie że się z do to jest mam mi mnie jak proszę czy ale co już tak po za od dla przez dzień',
  sv: 'och att det är jag en ett som på för med inte den du har vi min om av men kan till hej mig ni så',
  da: 'og at det er jeg en et som på for med ikke den du har vi min om af men kan til hej mig jer så der',
  nb: 'og at det er jeg en et som på for med ikke den du har vi min om av men kan til hei meg dere så der',
  cs: 'a je to se na že v z do mi ne jsem jak ale co už ano pro za od po dobrý den prosím mám si',
  tr: 've bir bu için ben siz de da ne mi çok var yok ama ile daha evet hayır benim sizin nasıl değil merhaba teşekkür',
  fi: 'ja on ei se että en minä te hän mutta kun niin mitä olen ole voi voin joka kanssa hei kiitos minun tämä myös',
  ro: 'și de la în nu un o pe cu este că mai am pentru ce să mi din eu dumneavoastră bună mulțumesc dar cum',
  hu: 'a az és hogy nem is egy van meg én ez de ha csak kérem igen jó nap már még mi vagy nekem',
};
const WORDS: ReadonlyArray<readonly [string, ReadonlySet<string>]> = Object.entries(EVERYDAY).map(([code, words]) => [
  code,
  new Set(words.split(' ')),
]);
/** A share of everyday words at which a language is as likely as not; English speech has 0.24 or more. */
const LIKELY_SHARE = 0.1;
const ENOUGH_WORDS = 30;

export function detectLanguage(turns: readonly Turn[]): Language | undefined {
  const text = openingText(turns);
  const letters = countOf(text, /\p{L}/gu);
  for (const [code, script, isDense] of SCRIPTS) {
    const share = countOf(text, script) / Math.max(1, letters);
    // A fifth of kana makes a text of Han characters Japanese.
    if (letters >= (isDense ? MIN_DENSE_LETTERS : MIN_LETTERS) && share > (code === 'ja' ? 0.2 : 0.5)) {
      return { code, probability: round(Math.min(0.99, 0.5 + share / 2)) };
    }
  }
  return letters < MIN_LETTERS ? undefined : latinLanguage(text);
}

/** English name of a language, for people. */
export function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}

function latinLanguage(text: string): Language | undefined {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const shares = WORDS.map(([code, everyday]) => ({
    code,
    share: words.filter((word) => everyday.has(word)).length / Math.max(1, words.length),
  })).toSorted((left, right) => right.share - left.share);
  const [first, second] = shares;
  if (first === undefined || first.share < LIKELY_SHARE) return undefined;
  // A few words prove little: "No, no and no" is not Portuguese.
  const lead = (first.share - (second?.share ?? 0)) * Math.min(1, words.length / ENOUGH_WORDS);
  return { code: first.code, probability: round(1 / (1 + Math.exp(-30 * lead))) };
}

function openingText(turns: readonly Turn[]): string {
  let text = '';
  for (const turn of turns) {
    if (text.length >= MAX_CHARACTERS) break;
    text += `${turn.text.slice(0, MAX_CHARACTERS)}\n`;
  }
  return text.slice(0, MAX_CHARACTERS);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function round(probability: number): number {
  return Math.round(probability * 1000) / 1000;
}
