/**
 * Words that reverse a statement. A quote that begins right after one, or ends right before one, says the opposite of
 * its source.
 */
const NEGATORS = new Set(
  (
    "not no never none nobody nothing nowhere neither nor without cannot hardly barely scarcely ain't n't non " +
    'nicht kein keine keinen keinem keiner keines nie niemals ohne niemand nichts weder ' +
    'ne pas jamais sans aucun aucune rien ni ' +
    'nunca jamás sin nadie nada tampoco ningún ninguna não sem nem senza niente nessuno ' +
    'niet geen nooit zonder niemand ikke aldrig uten inte utan ' +
    'не нет ни никогда без ничего nie nigdy bez değil yok asla hayır ' +
    'لا لم لن ليس ما بدون לא אין אל בלי नहीं मत न ' +
    '不 没 沒 無 无 未 非 别 別 勿 莫 안 못 không chưa đừng bukan tidak tak jangan ไม่'
  ).split(' '),
);

export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

/**
 * Japanese and Korean verbs are negated by what follows their stem; Thai writes the negation before the verb without a
 * space.
 */
const TURNED_AFTER = /^(?:な[いかくけ]|ません|ませ|ま?せん|ずに?|ぬ|지 ?(?:않|못|마|말)|않|못)/u;
const TURNED_BEFORE = /(?:ไม่|ไม่ได้|อย่า)$/u;

export function isTurnedAfter(following: string): boolean {
  return TURNED_AFTER.test(following);
}

export function isTurnedBefore(preceding: string): boolean {
  return TURNED_BEFORE.test(preceding);
}
