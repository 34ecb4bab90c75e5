import { describe, expect, it } from 'vitest';
import { findNumbersIn } from './find-numbers.ts';
import { numberQuestionIn } from './number-question.ts';

/** "what is said = value", or several values, or none. */
const FORMS: Readonly<Record<string, string>> = {
  de: `
    vierundneunzig Euro fünfzig = 94.5
    vierundneunzig fünfzig = 94.5
    zweihundertneunundachtzig Euro = 289
    achtzehnhundertneunundneunzig = 1899
    zwei tausend einhundertfünfzig = 2150
    elftausendzweihundert = 11200
    hundertneunundvierzig = 149
    einhundertzwanzig = 120
    drei Komma fünf Prozent = 3.5
    null Komma sieben fünf = 0.75
    zweieinhalb Stunden = 2.5
    anderthalb Jahre = 1.5
    einundzwanzig Tage = 21
    ein und zwanzig = 21
    fuenfundfuenfzig = 55
    sechsunddreissig = 36
    eine Million zweihunderttausend = 1200000
    drei Millionen = 3000000
    1.240,50 Euro = 1240.5
    39,90 € = 39.9
    3.180 Euro = 3180
    12 Euro 50 = 12.5
    3,5 kg = 3.5
    1.5 Liter = 1.5
    20 % Rabatt = 20
    dreimal angerufen = 3
    ein Tag = 1
    seit einem Monat = 1
    ich hätte gern einen Termin =
    um neun Uhr =
    um halb neun =
    am 3. November =
    am 03.11.2025 um 14:30 =
    Kundennummer AB-4471 =
    zwanzig und dreißig Euro = 20 30
    zwei, drei Tage = 2 3
    15 Minuten Wartezeit = 15`,
  es: `
    mil doscientos = 1200
    mil doscientos euros = 1200
    dos mil setecientos cincuenta = 2750
    treinta y ocho mil = 38000
    treinta y seis mil doscientos = 36200
    cuarenta y un días = 41
    veintidós = 22
    veintidos = 22
    dieciséis = 16
    ciento diecinueve = 119
    cien euros = 100
    quinientas personas = 500
    tres mil novecientos ochenta = 3980
    un millón doscientos mil = 1200000
    dos millones y medio = 2500000
    tres y medio = 3.5
    dos coma cinco = 2.5
    doce euros con cincuenta = 12.5
    doce euros y cincuenta céntimos = 12.5
    29.500 pesos = 29500
    1.234,56 € = 1234.56
    1,250.50 dólares = 1250.5
    1,250 pesos = 1250
    745 = 745
    hace un día = 1
    una semana = 1
    dos veces = 2
    una docena = 12
    treinta dos = 32
    noventa y nueve con noventa = 99 90
    quiero una cita =
    a las cinco y media =
    a las 9 =
    el 5 de mayo =
    cero euros = 0
    veinticuatro horas = 24`,
  fr: `
    quatre-vingt-douze = 92
    quatre vingt douze euros = 92
    quatre-vingts euros = 80
    quatre-vingt-un = 81
    soixante et onze ans = 71
    soixante-dix-sept = 77
    soixante treize = 73
    septante-huit euros = 78
    nonante-deux = 92
    huitante francs = 80
    mille neuf cent nonante-deux euros = 1992
    cent trente six euros = 136
    trois cent quatre-vingt-douze dollars = 392
    six cent onze = 611
    vingt et un jours = 21
    trente deux ans = 32
    dix sept ans = 17
    deux mille euros = 2000
    deux millions = 2000000
    deux et demi = 2.5
    trois virgule cinq = 3.5
    douze euros cinquante = 12.5
    douze euros et cinquante centimes = 12.5
    1 250,50 € = 1250.5
    1 250 euros = 1250
    12,90 € = 12.9
    534 $ = 534
    une quinzaine de jours = 15
    une semaine = 1
    trois fois = 3
    je voudrais un rendez-vous =
    le 3 novembre =
    à 9h30 =
    à neuf =
    cinq cents personnes = 500
    zéro euro = 0
    20 % = 20`,
  it: `
    centottanta euro = 180
    seicentoquaranta = 640
    tremilaquattrocento euro = 3400
    mille duecento cinquanta = 1250
    milleduecento = 1200
    ventitré = 23
    ventitre = 23
    ventuno = 21
    trentotto = 38
    quarantotto ore = 48
    cinquantanove euro = 59
    novantanove = 99
    cinque cento quaranta = 540
    duemila = 2000
    diecimila euro = 10000
    un milione e mezzo = 1500000
    due e mezzo = 2.5
    tre virgola cinque = 3.5
    dodici euro e cinquanta = 12.5
    dodici euro e cinquanta centesimi = 12.5
    2.300 euro = 2300
    1.234,56 € = 1234.56
    39,90 euro = 39.9
    siamo in due = 2
    in sei = 6
    un paio = 2
    una ventina = 20
    tre volte = 3
    un mese = 1
    una settimana = 1
    vorrei una visita =
    alle nove e mezza =
    alle ore 10 =
    il 5 novembre =
    zero euro = 0
    110 = 110
    il venti per cento = 20`,
  nl: `
    zeventienhonderd = 1700
    zeventienhonderdveertig euro = 1740
    vierduizend driehonderd = 4300
    elfduizend tweehonderdvijftig = 11250
    eenendertig jaar = 31
    drieëntwintig = 23
    drieentwintig = 23
    vierennegentig euro = 94
    vijfenvijftig = 55
    honderdtwintig = 120
    tweehonderd = 200
    één = 1
    een jaar = 1
    nul kilometer = 0
    twaalf euro vijftig = 12.5
    twaalf euro en vijftig cent = 12.5
    twee en een half = 2 1.5
    tweeënhalf uur = 2.5
    anderhalf jaar = 1.5
    drie komma vijf procent = 3.5
    twee miljoen = 2000000
    18.500 kilometer = 18500
    1.234,56 = 1234.56
    24,99 euro = 24.99
    € 489 = 489
    vijf keer = 5
    tachtig = 80
    achttien = 18
    negenennegentig = 99
    zesduizend tweehonderd = 6200
    ik wil een afspraak =
    om negen uur 's morgens =
    om 9 =
    op 3 november =
    om half negen =
    20% = 20`,
  pt: `
    quatrocentos e oitenta = 480
    seiscentos e setenta e cinco = 675
    três mil oitocentos e noventa e nove = 3899
    tres mil = 3000
    cento e oitenta e nove e sessenta = 189.6
    quarenta e um e cinquenta = 41.5
    oito e duzentos = 8.2
    três e cem = 3.1
    doze e meio = 12.5
    mil e quinhentos = 1500
    mil reais = 1000
    cem euros = 100
    vinte e seis = 26
    dezesseis = 16
    dezasseis = 16
    catorze dias = 14
    duas vezes = 2
    dois milhões e meio = 2500000
    três vírgula cinco = 3.5
    doze euros e cinquenta cêntimos = 12.5
    doze reais e cinquenta = 12.5
    2.349 reais = 2349
    R$ 39,90 = 39.9
    1.234,56 € = 1234.56
    4,7 quilos = 4.7
    1.150 = 1150
    uma dúzia = 12
    um mês = 1
    uma semana = 1
    trinta dias = 30
    queria uma consulta =
    às nove e meia =
    às 9h30 =
    no dia 5 de maio =
    zero reais = 0
    duzentos e vinte = 220`,
};

describe.each(Object.keys(FORMS))('numbers said in %s', (code) => {
  const forms = (FORMS[code] ?? '').trim().split('\n');

  it(`are found in ${forms.length} forms`, () => {
    expect(forms.length).toBeGreaterThanOrEqual(30);
    const read = forms.map((form) => {
      const [text = ''] = form.trim().split(/ ?=/);
      return `${text} = ${findNumbersIn(code, text)
        .map(({ value }) => value)
        .join(' ')}`.trim();
    });
    expect(read).toEqual(forms.map((form) => form.trim()));
  });
});

describe('a number in another language', () => {
  it('is found where it stands', () => {
    const text = 'Gut, dann sind wir bei vierundneunzig Euro fünfzig, und zwar am Dienstag.';
    const [number] = findNumbersIn('de', text);
    expect(text.slice(number?.start, number?.end)).toBe('vierundneunzig Euro fünfzig');
    expect(number?.isMoney).toBe(true);
  });

  it('fits what the question counts, asked in the language or in English', () => {
    const fits = (code: string, question: string, text: string) =>
      findNumbersIn(code, text).map((number) => numberQuestionIn(code, question).fit(number));
    expect(fits('de', 'Wie viele Tage wartet der Kunde?', 'drei Tage und 50 Euro')).toEqual([1, -1]);
    expect(fits('de', 'How many days did the customer wait?', 'drei Tage und 50 Euro')).toEqual([1, -1]);
    expect(fits('de', 'Was kostet die Reparatur?', 'drei Tage und 50 Euro')).toEqual([-1, 1]);
    expect(fits('fr', "Quel âge a l'appareil, en années ?", 'elle a douze ans')).toEqual([1]);
    expect(fits('es', 'What is the price in euros?', 'dos noches, 612 euros')).toEqual([-1, 1]);
  });

  it('is found in a time that grows as the text does', () => {
    expect(findNumbersIn('de', 'eins 1 '.repeat(50_000)).length).toBe(100_000);
  });
});
