/**
 * Postal addresses: a street with its number, with what is written around it (flat, town, postcode), postcodes by themselves, post boxes.
 * Towns and streets without a number are not masked: they do not identify where a person lives.
 */
import { once } from '../core/once.ts';
import type { Identity, MaskText } from './identity.ts';

const W = "[\\p{L}\\p{M}'’.-]{1,30}";
const CAP = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30}(?![\\p{L}\\p{N}])";
/** With a capital or without. */
const STREET = capitalOrNot(
  'street|st|road|rd|avenue|ave|lane|ln|drive|dr|close|court|ct|way|place|pl|crescent|terrace|gardens|boulevard|blvd|square|sq|hill|grove|mews|parkway|pkwy|highway|hwy|row|walk|gate|quay|green|view|rise|circle|trail|alley|wharf|yard|parade|park',
);
const NUMBER_WORD =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|oh)';
const SPOKEN_NUMBER = `${NUMBER_WORD}(?:[ -](?:and )?${NUMBER_WORD}){0,3}`;
const NUMBER = '\\d{1,5}[a-zA-Z]?(?:[-/]\\d{1,4})?(?! ?(?:minutes?|min|hours?|days|euros?|%|am|pm)\\b)';
const UNIT = '(?:[Ff]lat|[Aa]partment|[Aa]pt\\.?|[Uu]nit|[Ss]uite|[Hh]ouse|[Nn]o\\.?|[Rr]oom|[Ff]loor)';
const UNIT_PART = `${UNIT} (?:\\d{1,5}[a-z]?|[a-z]|${NUMBER_WORD})(?: [a-z])?(?![\\p{L}\\p{N}])`;
const POSTCODE =
  '(?:[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|[A-Z]{2},? \\d{5}(?:-\\d{4})?|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d|\\d{4}-\\d{3}|\\d{4} ?[A-Z]{2}|\\d{5})(?![\\p{L}\\p{N}])';
const TOWN = `${CAP}(?: (?:upon|on|de|da|do|la|le|am|an|der|${CAP})){0,3}`;
/** Text that may follow the street: flat, towns, postcode, in this order. */
/** A floor or a door, in its position after the number in Spanish and German. */
const FLOOR =
  '(?:,? (?:\\d{1,2}[ºª°](?: ?(?:[A-Z](?![\\p{L}])|izq\\p{L}*\\.?|dcha\\.?|derecha|izquierda|planta|piso))?|piso \\d+|puerta \\w{1,3}|bajo|ático|(?:\\d{1,2}\\. |erster |zweiter |dritter |vierter )(?:Stock|OG|Etage)(?: links| rechts| Mitte)?)){0,2}';
const STREET_ES =
  '(?:[Cc]alle|[Cc]/|[Aa]vda\\.?|[Aa]venida|[Aa]v\\.|[Pp]laza|[Pp]za\\.?|[Pp]aseo|[Cc]amino|[Rr]onda|[Tt]ravesía|[Tt]ravesera|[Cc]arrer|[Gg]ran [Vv]ía|[Cc]arretera|[Uu]rbanización|[Jj]irón|[Gg]lorieta|[Cc]allejón|[Rr]ambla)';
/** "10719 Berlin", "28013 Madrid": five digits and a town, after a comma. */
const CODE_AND_TOWN = `, ?\\d{5} ${CAP}(?: ${CAP})?`;
const TAIL = `(?:,? ${UNIT_PART}){0,2}(?:, ${TOWN}){0,3}(?:,? ${POSTCODE})?(?: ${TOWN}(?= *[.,;?!]| *$))?`;
const HEAD = `(?:${UNIT_PART},? )?`;

/** Created on first use: character classes take long to expand, and every process would have to wait at its start. */
const patterns = once((): readonly RegExp[] => [
  // 14 Maple Street, Bristol BS1 4DJ · 305 W 45th St, New York, NY 10036
  new RegExp(
    `(?<![\\p{L}\\p{N}$€£.,])${HEAD}${NUMBER},? (?:[NSEW]\\.? )?(?:(?:St\\.? |\\d{1,3}(?:st|nd|rd|th) |${CAP} )){1,3}?${STREET}(?![\\p{L}])\\.?${TAIL}`,
    'gu',
  ),
  // the same in lower case, as recognisers write it: number, one or two words, street
  new RegExp(
    `(?<![\\p{L}\\p{N}$€£.,])(?:${UNIT_PART},? )?(?:${NUMBER}|${SPOKEN_NUMBER}) (?!(?:to|on|in|at|of|the|a|an|and|or|for|from|down|per|percent|days|hours|minutes|more|times|people|miles)\\b)${W}(?: (?!(?:on|in|at|of|the|down|to|for|from|a|by|per)\\b)${W})? ?(?:street|road|avenue|lane|drive|close|crescent|terrace|boulevard|grove|mews|parkway)(?![\\p{L}])`,
    'giu',
  ),
  // Unit 9, Harbour Way, Poole
  new RegExp(
    `(?<![\\p{L}\\p{N}])${UNIT_PART},? (?:${CAP} ){1,3}(?:Street|Road|Avenue|Lane|Drive|Close|Court|Way|Place|Crescent|Terrace|Gardens|Boulevard|Square|Mews|House|Park|Estate)(?![\\p{L}])${TAIL}`,
    'gu',
  ),
  // Kingsway Boulevard 210
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${CAP} ){1,2}(?:Street|Road|Avenue|Boulevard|Lane|Drive) \\d{1,5}(?![\\p{N}])${TAIL}`,
    'gu',
  ),
  // Hauptstraße 12, 10115 Berlin
  new RegExp(
    `(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}-]{1,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse|laan|straat) ?${NUMBER}(?:, (?:\\d{4,5} )?${TOWN})?`,
    'gu',
  ),
  // Rua Augusta 45, Lisboa · Via Roma 10, 00184 Roma
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:[Rr]ua|[Aa]venida|Av\\.|[Cc]alle|Via|Viale|Piazza|[Pp]laza|[Pp]aseo|[Tt]ravessa|Largo|[Pp]raça|Corso|[Rr]ue|[Uu]lica|[Uu]l\\.) (?:(?:de|da|do|del|della|la|las|los|des|du|das|dos) ){0,2}${CAP}(?: (?:de|da|do|del|la|${CAP})){0,3},? ${NUMBER}(?:, ?(?:\\d{4,5}(?:-\\d{3})? )?${TOWN})?`,
    'gu',
  ),
  // 12 rue de la Paix, 75002 Paris
  new RegExp(
    `(?<![\\p{L}\\p{N}])${NUMBER},? (?:bis,? )?(?:rue|avenue|boulevard|place|allée|chemin|impasse|quai) (?:(?:de|du|des|la|le|les) |d['’]){0,2}${CAP}(?: (?:de|la|${CAP})){0,3}(?:, ?(?:\\d{5} )?${TOWN})?`,
    'gu',
  ),
  // 88 Queen's Gate · 14 Ashgrove, after "live at" and the like
  new RegExp(
    `(?<=(?:\\b(?:at|to|live|living|am|'m|’m|address is|address) ))${HEAD}${NUMBER},? (?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b)${CAP}(?: ${CAP}){0,2}${TAIL}`,
    'gu',
  ),
  // Neuer Wall 64, 20354 Hamburg · Gran Vía 32, 4ª planta, 28013 Madrid
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${CAP} |[Cc]/ ){1,4}?(?:\\d{1,2}\\. ${CAP} )?${NUMBER}${FLOOR}${CODE_AND_TOWN}`,
    'gu',
  ),
  // Am Markt 3 · Im Wiesengrund 8 · an der alten Mühle 14
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:[Aa]m|[Ii]m|[Aa]n (?:der|den)|[Zz]um|[Zz]ur|[Aa]uf (?:der|dem)|[Uu]nter den|[Hh]inter (?:der|dem)|[Vv]or dem) (?!(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Jahr|Sommer|Winter|Herbst|Frühjahr|Kapitel|Punkt|Tag|Monat|Alter|Zimmer|Gleis|Schalter|Seite|Version|Wert)\\p{L}*\\b)(?:[Aa]lten |[Gg]roßen |[Kk]leinen |[Nn]euen )?\\p{L}{3,30} \\d{1,3}[a-z]?(?![\\p{L}\\p{N}]|[.:,]\\d| ?(?:Uhr|Euro|€|%|Minuten|Stunden|Tage|Tagen|Wochen|Mal|Prozent|Grad|Stück|Personen)(?!\\p{L}))${FLOOR}(?:${CODE_AND_TOWN})?`,
    'gu',
  ),
  // Karl-Marx-Straße 101 · Heinrich-Heine-Allee 53 · Kurfürstendamm 199
  new RegExp(
    `(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}-]{2,40}(?:-(?:Straße|Strasse|Str\\.|Allee|Weg|Platz|Ring|Gasse|Ufer)|damm|ufer|chaussee|graben|steig|winkel|wiesen) ?${NUMBER}${FLOOR}(?:${CODE_AND_TOWN}| in ${CAP})?`,
    'gu',
  ),
  // Hausnummer 17, Kastanienallee · número 11 de la calle Olmo
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:(?<=Hausnummer |Nummer )\\d{1,4}[a-z]?,? (?:in der )?\\p{Lu}[\\p{L}-]{1,30}(?:straße|str\\.|weg|platz|allee|gasse)|(?<=número |nº |núm\\. )\\d{1,4},? (?:de|en) la ${STREET_ES} ${CAP}(?: ${CAP})?)`,
    'gu',
  ),
  // calle Mayor, 23, 3º B · Ronda de Toledo 9, Ciudad Real · travesera de gracia 301
  new RegExp(
    `(?<![\\p{L}\\p{N}])${STREET_ES} (?:(?:de|del|la|las|los|el) ){0,3}${W}(?: (?!(?:y|a|en|con|para|por|que|hasta|desde|cada|hay|son|tiene)\\b)${W}){0,3}?,? (?:(?:número|núm\\.|nº|n\\.º|casa|portal) ?)?${NUMBER}${FLOOR}(?:, ?(?:\\d{5} )?${TOWN}(?: \\d{5})?)?`,
    'gu',
  ),
  // Postfach 10 22 33, 70018 Stuttgart · Apartado de Correos 1204, Bilbao
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:Postfach|[Aa]partado(?: de [Cc]orreos)?) \\d{1,3}(?: ?\\d{1,3}){0,3}(?:, ?(?:\\d{5} )?${TOWN})?`,
    'gu',
  ),
  // P.O. Box 1187, Tulsa, OK 74103
  new RegExp(`(?<![\\p{L}\\p{N}])P\\.? ?O\\.? Box \\d{1,7}${TAIL}`, 'giu'),
  // Postcodes whose form is their own: British, Canadian, Dutch with a town, American after its state
  /(?<![\p{L}\p{N}])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d(?![\p{L}\p{N}])/gu,
  new RegExp(`(?<![\\p{L}\\p{N}-])\\d{4} [A-Z]{2} ${CAP}`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{N}])${CAP}(?: ${CAP})?, [A-Z]{2} \\d{5}(?:-\\d{4})?(?![\\p{N}])`, 'gu'),
]);

/** `(?:[sS]treet|[rR]oad)` of `street|road`. */
function capitalOrNot(words: string): string {
  return `(?:${words.replaceAll(/\b\w/g, (initial) => `[${initial}${initial.toUpperCase()}]`)})`;
}

const ASKS_POSTCODE = /(?:zip|post ?code|postal code|plz|postleitzahl|código postal|code postal)[^\d]{0,40}$/i;
const BARE_POSTCODE =
  /(?<![\p{L}\p{N}])(?:[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}|\d{5}(?:-\d{4})?|\d{4}-\d{3})(?![\p{L}\p{N}])/gu;

export function findAddresses(texts: readonly MaskText[]): Identity[][] {
  return texts.map(({ text }, index) => {
    const found = /\d|\b(?:street|road|avenue|lane|close|drive)\b/i.test(text)
      ? patterns().flatMap((pattern) => [...text.matchAll(pattern)].map((match) => spanOf(match)))
      : [];
    const previous = texts[index - 1]?.text ?? '';
    for (const match of text.matchAll(BARE_POSTCODE)) {
      const before = `${match.index < 30 ? previous : ''} ${text.slice(Math.max(0, match.index - 50), match.index)}`;
      if (ASKS_POSTCODE.test(before)) found.push(spanOf(match));
    }
    return found;
  });
}

function spanOf(match: RegExpExecArray): Identity {
  const written = match[0].replace(/[\s,]+$/, '').replace(/(?<=\p{L}{4})\.$/u, '');
  return {
    start: match.index,
    end: match.index + written.length,
    kind: 'address',
    normal: written
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  };
}
