/** The words of dates in English, German, Spanish, French, Italian, Dutch and Portuguese, all without accents. */

const MONTHS = new Set(
  [
    'january february march april may june july august september october november december',
    'jan feb mar apr jun jul aug sep sept oct nov dec',
    'januar janner februar marz maerz mai juni juli oktober dezember okt dez',
    'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre',
    'janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre',
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre',
    'januari februari maart mei augustus',
    'janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro',
  ].flatMap((words) => words.split(' ')),
);

/** Numbers and ordinals are made of these: "neunzehnhundertachtundachtzig", "millenovecentottanta", "twenty". */
const PARTS = [
  'zero oh one two three four five six seven eight nine ten eleven twelve thirteen fifteen eighteen teen twenty thirty forty fifty eighty ty hundred thousand',
  'first second third fifth eighth ninth twelfth twentieth thirtieth th',
  'null ein eins zwei zwo drei vier funf fuenf sechs sech sieben sieb acht neun zehn elf zwolf zwoelf zwanzig zig ßig ssig hundert tausend und',
  'erster ersten erste dritter dritten dritte ster sten ste ter ten te',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieci veinte veinti treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento cientos cientas mil nove sete quinientos primero',
  'deux trois quatre cinq sept huit neuf dix onze douze treize quatorze seize vingt vingts trente quarante cinquante soixante cent cents mille premier',
  'due tre quattro cinque sei sette otto undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti vent trenta trent quaranta quarant cinquanta cinquant sessanta sessant settanta settant ottanta ottant novanta novant cento mila primo',
  'nul een twee drie vijf zes zeven negen tien twaalf der veer twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend en eerste derde de',
  'um dois quatro oito dez onze doze treze quinze dezasseis dezesseis dezassete dezessete dezoito dezanove dezenove vinte trinta quarenta cinquenta sessenta oitenta centos primeiro',
].flatMap((words) => words.split(' '));

const NUMBER_WORD = new RegExp(`^(?:${[...new Set(PARTS)].toSorted((a, b) => b.length - a.length).join('|')})+$`);
const DIGITS = /^\d{1,2}(?:st|nd|rd|th|er|e|o)?$/;
const YEAR = /^(?:19|20)\d\d$/;
/** They count only inside a date. */
const JOINERS = new Set('of the and de del y e und en der den le di do da dia an a'.split(' '));
const NO_NUMBER = new Set('ten te de en und der ste ter sten ty th teen'.split(' '));
const LONGEST = 45;

export type DateWord = 'month' | 'number' | 'year' | 'joiner';

/** The role of a word in a date; in lower case and without accents. */
export function dateWord(word: string): DateWord | undefined {
  if (MONTHS.has(word)) return 'month';
  if (YEAR.test(word)) return 'year';
  if (JOINERS.has(word)) return 'joiner';
  if (DIGITS.test(word) || word === 'ten') return 'number';
  return word.length <= LONGEST && !NO_NUMBER.has(word) && NUMBER_WORD.test(word) ? 'number' : undefined;
}
