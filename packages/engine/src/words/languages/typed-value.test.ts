import { describe, expect, it } from 'vitest';
import { typedValueIn } from './typed-value.ts';

const VALUES: Readonly<Record<string, [extract: string, said: string, value: string][]>> = {
  de: [
    ['time', 'um halb sechs', '05:30'],
    ['time', 'halb sechs abends', '17:30'],
    ['time', 'Viertel nach neun', '09:15'],
    ['time', 'viertel vor zehn', '09:45'],
    ['time', 'um neun Uhr', '09:00'],
    ['time', 'neun Uhr fünfzehn', '09:15'],
    ['time', '17.30 Uhr', '17:30'],
    ['time', '14:05', '14:05'],
    ['time', 'Mitternacht', '00:00'],
    ['money', 'vierundneunzig Euro fünfzig', '94.50'],
    ['money', '1.240 Euro', '1240'],
    ['date', '03.11.2025', '2025-11-03'],
    ['date', '3. November 2025', '2025-11-03'],
    ['date', 'nächsten Dienstag', 'nächsten Dienstag'],
    ['phone', '0171 555 43 21', '01715554321'],
    ['phone', 'null eins sieben eins fünf fünf fünf', '0171555'],
    ['name', 'Yılmaz', 'Yılmaz'],
  ],
  es: [
    ['time', 'a las cinco y media', '05:30'],
    ['time', 'cinco y media de la tarde', '17:30'],
    ['time', 'las nueve menos cuarto', '08:45'],
    ['time', 'a las diez', '10:00'],
    ['time', '17:30', '17:30'],
    ['time', 'mediodía', '12:00'],
    ['money', 'mil doscientos euros', '1200'],
    ['date', '5 de mayo de 2026', '2026-05-05'],
    ['date', '05/05/2026', '2026-05-05'],
  ],
  fr: [
    ['time', 'à neuf heures et demie', '09:30'],
    ['time', 'neuf heures quinze', '09:15'],
    ['time', '9h30', '09:30'],
    ['time', 'cinq heures du soir', '17:00'],
    ['time', 'midi', '12:00'],
    ['money', 'douze euros cinquante', '12.50'],
    ['date', '3 novembre 2025', '2025-11-03'],
    ['phone', '06 12 34 56 78', '0612345678'],
  ],
  it: [
    ['time', 'alle nove e mezza', '09:30'],
    ['time', 'le dieci meno un quarto', '09:45'],
    ['time', 'alle 17.30', '17:30'],
    ['time', 'mezzogiorno', '12:00'],
    ['money', 'centottanta euro', '180'],
    ['date', '5 novembre 2025', '2025-11-05'],
  ],
  nl: [
    ['time', 'half negen', '08:30'],
    ['time', 'kwart over drie', '03:15'],
    ['time', "half zes 's avonds", '17:30'],
    ['time', 'om negen uur', '09:00'],
    ['time', '10.15 uur', '10:15'],
    ['money', 'twaalf euro vijftig', '12.50'],
    ['date', '3 november 2025', '2025-11-03'],
  ],
  pt: [
    ['time', 'às nove e meia', '09:30'],
    ['time', 'cinco e meia da tarde', '17:30'],
    ['time', 'às 14h30', '14:30'],
    ['time', 'meio-dia', '12:00'],
    ['money', 'quarenta e um e cinquenta', '41.50'],
    ['date', '5 de maio de 2026', '2026-05-05'],
  ],
};

describe.each(Object.keys(VALUES))('what is extracted in %s', (code) => {
  it.each(VALUES[code] ?? [])('as %s: %s is %s', (extract, said, value) => {
    expect(typedValueIn(code, extract, said)).toBe(value);
  });
});
