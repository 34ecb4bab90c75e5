import { describe, expect, it } from 'vitest';
import { isSameByForm } from './normal-form.ts';

describe('isSameByForm', () => {
  it.each([
    ['phone', '(555) 010-2233', '5550102233'],
    ['phone', '+351 912 345 678', '912345678'],
    ['phone', '0044 20 7946 0018', '020 7946 0018'],
    ['money', '$1,250.50', '1250.5'],
    ['money', '€ 1.250,50', '1250.50 eur'],
    ['money', '39', '39.00'],
    ['money', '39 dollars', '$39'],
    ['money', 'USD 30', '30 bucks'],
    ['money', 'EUR 30', '€30.00'],
    ['money', 'CHF 1’250', '1250 chf'],
    ['money', 'EUR 30', '30'],
    ['time', '2:30 pm', '14:30'],
    ['time', '9am', '09:00'],
    ['time', '12 a.m.', '00:00'],
  ])('%s: %s is %s', (kind, expected, value) => {
    expect(isSameByForm(kind, expected, value)).toBe(true);
    expect(isSameByForm(kind, value, expected)).toBe(true);
  });

  it.each([
    ['phone', '5550102233', '5550102234'],
    ['phone', '12', '99912'],
    ['phone', '', ''],
    ['money', '$39', '€39'],
    ['money', 'EUR 30', 'USD 30'],
    ['money', '30 euros', '30 dollars'],
    ['money', 'CHF 30', '30 SEK'],
    ['money', '1250.50', '1250.05'],
    ['money', '39 to 49', '39'],
    ['time', '2:30', '14:30'],
    ['time', '25:00', '1:00'],
    ['name', 'Tom', 'tom'],
    [undefined, '39', '39.00'],
  ])('%s: %s is not %s', (kind, expected, value) => {
    expect(isSameByForm(kind, expected, value)).toBe(false);
  });
});
