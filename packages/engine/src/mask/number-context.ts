/** The type of a number, from the words before it: the nearest informative word decides. */

export type NumberKind = 'card' | 'iban' | 'id_number' | 'phone' | 'zip' | 'other';

const SPEAKING_OF: ReadonlyArray<readonly [NumberKind, string]> = [
  ['iban', 'iban'],
  [
    'card',
    'card|visa|mastercard|amex|american express|maestro|jcb|discover|long number|cvv2?|cvc|security code|(?:three|3) digits|on the back|cardholder|(?:last|final) (?:four|4)|(?:kredit|debit|bank|giro)?karten?(?:nummer|prüfnummer)?|letzten? (?:vier|4)(?: ziffern)?|(?:prüf|sicherheits)(?:ziffern?|nummer|code)|cartão|tarjeta|[úu]ltim[oa]s (?:cuatro|4)(?: d[íi]gitos)?|c[óo]digo de (?:seguridad|detr[áa]s)|carte bancaire',
  ],
  [
    'id_number',
    "account(?: number)?|acct|policy(?: number)?|passport|licen[cs]e|social(?: security)?|ssn|national insurance|insurance (?:number|id|no)|member(?:ship)?(?: number| id)?|(?:customer|client|patient|hospital|employee|staff|personnel|student|user|login|identity|id|identification|badge|medicare|medicaid|driver'?s?|driving) (?:number|id|no|card|licen[cs]e)|user ?name|nhs|tax|vat|nif|cpf|nie|dni|bsn|pesel|aadhaar|routing|sort code|steuer|ausweis|kontonummer|konto|bsb|\\bid",
  ],
  ['zip', 'zip|zip code|post ?code|postal code|plz|code postal'],
  [
    'phone',
    "phone|mobile|cell|cellphone|tel|telephone|telefon(?:nummer)?|telefone|teléfono|téléphone|handy|landline|hotline|fax|whatsapp|call(?: me)?(?: back)?|ring(?: me)?|reach(?: me| you)?|text|direct line|number(?:’s|'s| is)?|nummer|numéro|número|contact|dial",
  ],
  [
    'other',
    'order|invoice|ticket|tracking|reference|ref|case|claim|booking|confirmation|serial|model|version|error|room|page|chapter|section|clause|line|lot|po|code|flight|total|quote|units|year|rfp|barcode|part|gate|parcel|crime number',
  ],
];

const WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${SPEAKING_OF.map(([, words], index) => `(?<k${index}>${words})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** How far back a word can still determine the type of the number. */
const REACH = 70;

export function numberKind(before: string): NumberKind | undefined {
  let kind: NumberKind | undefined;
  let isNumber = false;
  for (const { groups = {} } of before.slice(-REACH).matchAll(WORDS)) {
    const index = SPEAKING_OF.findIndex((_, at) => groups[`k${at}`] !== undefined);
    const [found] = SPEAKING_OF[index] ?? [];
    const isPlainNumber = found === 'phone' && /^n[uú][mn]/i.test(groups[`k${index}`] ?? '');
    // "order number", "card number is": a plain "number" is less informative than the word before it.
    if (isPlainNumber && kind !== undefined) continue;
    isNumber = isPlainNumber;
    kind = found;
  }
  return isNumber ? 'phone' : kind;
}

/** The number that a turn asks for, if any: the pieces in the next turns are that number. */
export function askedKind(text: string): NumberKind | undefined {
  return numberKind(text.slice(-160));
}
