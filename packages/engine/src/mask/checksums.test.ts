import { describe, expect, it } from 'vitest';
import { isCardNumber, isIban } from './checksums.ts';

describe('checksums', () => {
  it.each(['4532015112830366', '378282246310005', '6011111111111117'])('%s is a card', (digits) => {
    expect(isCardNumber(digits)).toBe(true);
  });

  it.each(['4532015112830367', '411111111111', '41111111111111111111'])('%s is none', (digits) => {
    expect(isCardNumber(digits)).toBe(false);
  });

  it.each(['DE89370400440532013000', 'GB29NWBK60161331926819', 'NO9386011117947'])('%s is an account', (compact) => {
    expect(isIban(compact)).toBe(true);
  });

  it.each(['DE89370400440532013001', 'GB29', 'XX00NWBK60161331926819'])('%s is none', (compact) => {
    expect(isIban(compact)).toBe(false);
  });
});
