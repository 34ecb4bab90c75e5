/**
 * Names in scripts that the word table does not cover: two capitalised words in a row if the script has capitals (Cyrillic, Greek), and
 * otherwise words next to a title or after "my name is". A name without either is not found.
 */
import { once } from '../core/once.ts';
import type { Identity } from './identity.ts';

const CYRILLIC = '[Ѐ-Я][а-ѿ]{1,25}';
const GREEK = '[Ά-Ϋ][ά-ώ]{1,25}';
/** Words that begin a sentence with a capital: greetings, prepositions, articles, pronouns. */
const CYRILLIC_OPENING =
  'На|По|От|До|За|Из|Он|Мы|Вы|Но|Да|Нет|Не|Ну|Это|Как|Что|Где|Для|Наш|Наша|Она|Они|При|Над|Под|Без|Или|Мой|Моя|Ваш|Ваша|Все|Если|Когда|Здравствуйте|Спасибо|Добрый|Привет|Город|Улица|Компания|Банк';
const GREEK_OPENING =
  'Στην|Στη|Στον|Στο|Στα|Στις|Από|Για|Και|Είναι|Την|Της|Του|Τον|Των|Τις|Τους|Το|Τα|Οι|Με|Θα|Να|Δεν|Ναι|Καλημέρα|Γεια|Ευχαριστώ';
const EDGE = '(?![\\p{L}\\p{M}])';
const START = '(?<![\\p{L}\\p{M}])';
const WORD = '[\\p{L}\\p{M}]{2,25}';

/** The name is the group. */
const patterns = once((): readonly RegExp[] =>
  [
    `${START}(?!(?:${CYRILLIC_OPENING})${EDGE})(${CYRILLIC}(?:[ -]${CYRILLIC}){1,2})${EDGE}`,
    `${START}(?!(?:${GREEK_OPENING})${EDGE})(${GREEK}(?:[ -]${GREEK}){1,2})${EDGE}`,
    `${START}(?:[Мм]еня зовут|[Мм]ене звати|[Гг]осподин|[Гг]оспожа|[Пп]ані?) (${CYRILLIC}(?: ${CYRILLIC})?)${EDGE}`,
    `${START}(?:[Μμ]ε λένε|[Κκ]ύριος|[Κκ]ύριο|[Κκ]ύριε|[Κκ]υρία) (${GREEK}(?: ${GREEK})?)${EDGE}`,
    `${START}(?:السيد|السيدة|الأستاذ|الأستاذة|الدكتور|الدكتورة|اسمي) (${WORD}(?: ${WORD})?)${EDGE}`,
    `${START}(?:שמי|קוראים לי|גברת) (${WORD}(?: ${WORD})?)${EDGE}`,
    `${START}(?:श्री|श्रीमती|मेरा नाम) (${WORD})${EDGE}`,
    '(?:我叫|我的名字是|我姓)(\\p{Script=Han}{1,3})',
    '(?<![お御\\p{Script=Han}\\p{Script=Katakana}ー])(?![皆奥娘母父兄姉客]|息子)([\\p{Script=Han}\\p{Script=Katakana}ー]{1,6})(?:さん|氏)',
    `제 이름은 (\\p{Script=Hangul}{2,4}?)(?:입니다|이에요|예요)`,
    `${START}(\\p{Script=Hangul}{2,4}) ?(?<![날글말솜])씨(?:가|는|를|의|에게|께서)?${EDGE}`,
  ].map((source) => new RegExp(source, 'dgu')),
);

export function namesInOtherScripts(text: string): Identity[] {
  if (!/[\u0370-\u1fff\u3040-\ud7af]/.test(text)) return [];
  return patterns().flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): Identity[] => {
      const [start, end] = match.indices?.[1] ?? [0, 0];
      const normal = text.slice(start, end).toLowerCase().replaceAll('-', ' ');
      return end > start ? [{ start, end, kind: 'person', normal }] : [];
    }),
  );
}
