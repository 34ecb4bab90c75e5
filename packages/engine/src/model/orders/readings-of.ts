/**
 * The ways in which a turn can be read: unchanged, with disguises taken off (look-alike letters, digits for letters, spaced letters), and with
 * what is encoded in it decoded. A hidden instruction must be readable by a model, and models read all of these.
 */
import { foldText } from '../evidence/fold-text.ts';

export interface Reading {
  text: string;
  /** Nobody would read it like this without looking for something hidden. */
  isHidden: boolean;
}

export function readingsOf(text: string): Reading[] {
  const plain = levelled(text);
  const readings: Reading[] = [{ text: plain, isHidden: false }];
  const hide = (found: string) => {
    const read = levelled(found);
    if (read !== '' && read !== plain) readings.push({ text: read, isHidden: true });
  };
  for (const found of decoded(text)) hide(found);
  const spelled = withoutLeet(plain);
  if (spelled !== plain) hide(spelled);
  const joined = joinSpaced(text);
  if (joined !== text) hide(joined);
  if (isTurned(plain, ROTATED)) hide(rot13(plain));
  if (isTurned(plain, REVERSED)) hide([...plain].toReversed().join(''));
  return readings;
}

/** Lower case, compatibility forms and marks removed, words of mixed scripts in Latin letters. */
export function levelled(text: string): string {
  const folded = foldText(text.replace(/\bA\.?I\b\.?/g, ' artificial intelligence ')).text;
  if (ASCII.test(folded)) return folded;
  return folded
    .normalize('NFD')
    .replace(/(?<=[a-zа-яё])\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[\p{L}\p{M}]+/gu, (word) => (/[a-z]/.test(word) ? asLatin(word) : allAlike(word)))
    .replace(/ı/g, 'i');
}

const ASCII = /^[\x20-\x7e]*$/;

function asLatin(word: string): string {
  let latin = '';
  for (const letter of word) latin += LOOK_ALIKES.get(letter) ?? letter;
  return latin;
}

/** A word in small capitals, or wholly of Cyrillic letters that look Latin: in Russian such words are short. */
function allAlike(word: string): string {
  if (/[\u1d00-\u1d2b\ua730\ua731\u0280\u029f\u026a\u0274]/u.test(word)) return asLatin(word);
  return word.length > 4 && /^[асеорхуіјѕԁԛԝһ]+$/u.test(word) ? asLatin(word) : word;
}

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ['а', 'a'],
  ['е', 'e'],
  ['о', 'o'],
  ['р', 'p'],
  ['с', 'c'],
  ['у', 'y'],
  ['х', 'x'],
  ['і', 'i'],
  ['ј', 'j'],
  ['ѕ', 's'],
  ['к', 'k'],
  ['м', 'm'],
  ['т', 't'],
  ['н', 'h'],
  ['в', 'b'],
  ['г', 'r'],
  ['ԁ', 'd'],
  ['ԛ', 'q'],
  ['ԝ', 'w'],
  ['һ', 'h'],
  ['ո', 'n'],
  ['ս', 'u'],
  ['օ', 'o'],
  ['ɡ', 'g'],
  ['ɑ', 'a'],
  ['ι', 'i'],
  ['ο', 'o'],
  ['α', 'a'],
  ['ε', 'e'],
  ['ν', 'v'],
  ['κ', 'k'],
  ['ρ', 'p'],
  ['τ', 't'],
  ['υ', 'u'],
  ['χ', 'x'],
  ['η', 'n'],
  ['ω', 'w'],
  ['β', 'b'],
  ['γ', 'y'],
  ['ı', 'i'],
  ...[...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'].map((letter, at): [string, string] => [
    letter,
    'abcdefghijklmnoprstuvwyz'.charAt(at),
  ]),
] as [string, string][]);

/** "4nsw3r" → "answer": digits and signs inside words that have letters. */
function withoutLeet(text: string): string {
  return text.replace(/\S*[a-z]\S*/gu, (word) =>
    /[0134578@$!|]/.test(word.replace(/[!|]+$/, ''))
      ? word.replace(/[0134578@$!|]/g, (sign) => LEET[sign] ?? sign)
      : word,
  );
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** "a n s w e r  a l l" → "answer all"; without wider gaps between words their ends are unknown. */
function joinSpaced(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])(?:\p{L}[ .\-_*·]{1,3}){3,}\p{L}(?![\p{L}\p{N}])/gu, (spaced) =>
    spaced
      .split(/\s{2,}/)
      .map((word) => word.replace(/[ .\-_*·]/gu, ''))
      .join(' '),
  );
}

/** Very frequent English words, in ROT13 and reversed: two of them indicate a transformed text. */
const ROTATED = /\b(?:gur|naq|gb|nyy|lrf|vf|bs|guvf|rirel|nafjre|jvgu|nf|sbe|va|lbhe)\b/g;
const REVERSED = /\b(?:eht|dna|ot|lla|sey|si|fo|siht|yreve|rewsna|htiw|sa|rof|ni|ruoy)\b/g;

function isTurned(text: string, words: RegExp): boolean {
  return (text.match(words)?.length ?? 0) > 1;
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

const READABLE = /^[\p{L}\p{N}\p{P}\p{Z}\p{S}\s]+$/u;

function* decoded(text: string): Generator<string> {
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)) yield* readable(Buffer.from(run, 'base64'));
  for (const [run] of text.matchAll(/(?:\b|0x)(?:[0-9a-f]{2}[\s:]?){8,}/gi))
    yield* readable(Buffer.from(run.replace(/[\s:]|0x/gi, ''), 'hex'));
  for (const [run] of text.matchAll(/(?:[01]{8}\s?){6,}/g))
    yield* readable(
      Buffer.from(
        run
          .replace(/\s/g, '')
          .match(/[01]{8}/g)
          ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
      ),
    );
  const escaped = text
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => fromCode(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});/g, (_, code: string) => fromCode(Number(code)))
    .replace(/\\u\{?([0-9a-f]{4,6})\}?/gi, (_, code: string) => fromCode(Number.parseInt(code, 16)))
    .replace(/\\x([0-9a-f]{2})/gi, (_, code: string) => fromCode(Number.parseInt(code, 16)));
  if (escaped !== text) yield escaped;
  const morse = /(?:[.\-·−–]{1,5}[\s/|]+){8,}[.\-·−–]{1,5}/u.exec(text)?.[0];
  if (morse !== undefined) yield fromMorse(morse);
}

function* readable(bytes: Buffer): Generator<string> {
  const text = bytes.toString('utf8');
  if (text.length >= 8 && READABLE.test(text)) yield text;
}

function fromCode(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

const MORSE: ReadonlyMap<string, string> = new Map(
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'
    .split(' ')
    .map((code, at) => [code, String.fromCharCode(97 + at)]),
);

function fromMorse(text: string): string {
  return text
    .replace(/[·]/g, '.')
    .replace(/[−–]/g, '-')
    .split(/\s*[/|]\s*|\s{2,}/)
    .map((word) =>
      word
        .split(/\s+/)
        .map((code) => MORSE.get(code) ?? '')
        .join(''),
    )
    .join(' ');
}
